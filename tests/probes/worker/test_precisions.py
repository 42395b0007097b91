"""Real stacks in reduced precisions: each computes in what it says, or says that it does not."""

import json

import numpy as np
import pytest

from knowledge.schema.probing import Precision
from probes.parity import cost
from probes.precisions import offered
from probes.workloads.case import case_for
from probes.workloads.catalog import classifies
from probes.workloads.inputs import draw
from tests.conftest import own_facts
from tests.probes.worker.client import Client
from tests.probes.worker.test_conformance import STACKS

pytestmark = pytest.mark.frameworks

QUICK = ("pytorch/eager", "onnxruntime/cpu", "openvino/cpu")
SLOW = [
    pytest.param(stack, marks=(pytest.mark.extended, pytest.mark.exhaustive))
    for stack in ("jax/jit", "tensorflow/function", "mindspore/pynative")
]
NET = "mobilenet-v3-small"
QUANTISING = {
    "onnxruntime/cpu": NET,
    "openvino/cpu": NET,
    "litert/cpu": NET,
    "pytorch/eager": NET,
    "pytorch/compile": NET,
    "tensorflow/function": "mlp",  # its quantiser dies at MobileNetV3
    "tensorflow/xla": "mlp",
}
"""Stack -> what it is tried with."""
ENVIRONMENTS = {**STACKS, "litert/cpu": ("litert", "litert", "cpu")}


@pytest.fixture
def opened(framework_python):
    """Start a stack's worker, and end it with the test."""
    clients = []

    def start(environment, adapter, mode):
        clients.append(Client(framework_python(environment)))
        reply = clients[-1].ask(type="open", adapter=adapter, mode=mode, threads=2)
        assert reply["type"] == "opened", reply
        return clients[-1]

    yield start
    for client in clients:
        client.kill()


def prepared(client, case, precision, folder, **more):
    folder.mkdir(exist_ok=True)
    return client.ask(
        type="prepare", case=f"c-{precision}", directory=str(case.directory), scratch=str(folder),
        precision=precision, **more,
    )  # fmt: skip


def agrees(reply, case, precision, workload):
    got, right = np.load(reply["outputs"]), np.load(case.reference)
    return cost(got, right, Precision(precision), classifies=classifies(workload))


@pytest.mark.parametrize("stack", [*QUICK, *SLOW])
def test_it_computes_in_half_precision_or_says_that_it_does_not(stack, opened, tmp_path):
    environment, adapter, mode = STACKS[stack]
    client, case = opened(environment, adapter, mode), case_for("conv2d", 1, 0, tmp_path)
    for precision in set(offered(adapter, mode)) & {"bf16", "fp16"}:
        reply = prepared(client, case, precision, tmp_path / "scratch")
        if reply["type"] == "error":
            assert reply["kind"] == "unsupported", reply
            assert reply["message"].startswith(f"precision {precision}: ")
            continue
        found = agrees(reply, case, precision, "conv2d")
        assert found.passed, found
        assert not found.ignored


@pytest.fixture
def convert(framework_python, tmp_path):
    """Quantise a workload for a stack on seeded inputs; returns the case, the reply, the folder."""

    def run(stack, workload):
        via = own_facts().mode(stack)[1].source(Precision.INT8)
        case = case_for(workload, 1, 0, tmp_path)
        plan = json.loads((case.directory / "plan.json").read_text())
        named = {
            f"{i}.{name}": array
            for i, each in enumerate(draw(plan, 7, 2))
            for name, array in each.items()
        }
        np.savez(tmp_path / "calibration.npz", **named)
        folder = tmp_path / f"made-{workload}"
        folder.mkdir()
        tool = Client(framework_python(via.environment))
        try:
            made = tool.ask(
                type="convert", converter=via.converter, directory=str(case.directory),
                artefact=str(folder), scratch=str(tmp_path),
                calibration=str(tmp_path / "calibration.npz"),
            )  # fmt: skip
        finally:
            tool.kill()
        return case, made, folder

    return run


NOTES = {
    ("pytorch/eager", "matmul"): "quantised dynamically: 1 of 1 matrix products",
    ("pytorch/eager", "conv2d"): "1 of 1 convolutions (engine ",
}
"""How much is quantised, of the stack and the workload."""


@pytest.mark.parametrize(("stack", "workload"), NOTES)
def test_what_is_quantised_is_told_and_near_fp32(stack, workload, convert, opened, tmp_path):
    case, made, folder = convert(stack, workload)
    assert made["type"] == "converted", made
    assert NOTES[stack, workload] in made["notes"][0]
    client = opened(*STACKS[stack])
    reply = prepared(client, case, "int8", tmp_path / "scratch", artefact=str(folder))
    found = agrees(reply, case, "int8", workload)
    assert found.passed, found
    assert not found.ignored


def test_torch_refuses_to_quantise_what_has_neither_convolution_nor_dense_layer(convert):
    _, refused, _ = convert("pytorch/eager", "softmax")
    assert refused["kind"] == "unsupported"
    assert refused["message"].startswith("precision int8: ")


@pytest.mark.extended
@pytest.mark.exhaustive
@pytest.mark.parametrize("stack", QUANTISING)
def test_a_quantised_model_is_near_fp32_and_not_it(stack, convert, opened, tmp_path):
    case, made, folder = convert(stack, QUANTISING[stack])
    assert made["type"] == "converted", made
    client = opened(*ENVIRONMENTS[stack])
    reply = prepared(client, case, "int8", tmp_path / "scratch", artefact=str(folder))
    found = agrees(reply, case, "int8", QUANTISING[stack])
    assert found.passed, found
    assert not found.ignored
    assert found.rows == (2 if classifies(QUANTISING[stack]) else None)
