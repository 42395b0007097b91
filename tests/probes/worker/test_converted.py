"""Runtimes that read artefacts: converters and adapters, operator by operator, in real tools.

Over the operators of mobilenet-v3-small, and softmax. What a runtime gets wrong is listed too, and
fails here when it gets it right: a comparison with the reference keeps it from being timed.
"""

import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from probes.parity import compare
from probes.workloads.case import case_for, write_case
from tests.conftest import own_facts
from tests.probes.worker.client import Client
from tests.probes.worker.graphs import CORE, GRAPHS

pytestmark = [pytest.mark.frameworks, pytest.mark.extended, pytest.mark.exhaustive]

CONVERTED = {
    "litert/cpu": ("litert", "litert", "cpu"),
    "executorch/xnnpack": ("executorch", "executorch", "xnnpack"),
    "mnn/cpu": ("mnn", "mnn", "cpu"),
    "ncnn/cpu": ("ncnn", "ncnn", "cpu"),
}
"""Stack -> environment, adapter, mode. The converter is what data/frameworks says."""

WRONG = {
    ("mnn/cpu", "conv_same_lower"),
    ("mnn/cpu", "gemm_scaled"),
    ("executorch/xnnpack", "softmax"),
}
"""MNN reads SAME_LOWER as SAME_UPPER and passes over the factors of a Gemm. Behind a convolution
XNNPACK holds images channels last, and ExecuTorch has it take the softmax along that last axis."""
LACKING = {("ncnn/cpu", "conv_same_lower")}


class Pair:
    """The converter of a stack and its runtime, each in its own interpreter."""

    def __init__(self, stack, python):
        environment, adapter, mode = CONVERTED[stack]
        via = own_facts().mode(stack)[1].via
        self.converter = via.converter
        self.tool = Client(python(via.environment))
        self.runtime = Client(python(environment))
        reply = self.runtime.ask(type="open", adapter=adapter, mode=mode, threads=2)
        assert reply["type"] == "opened", reply

    def convert(self, case, folder):
        (folder / "artefact").mkdir()
        return self.tool.ask(
            300.0,
            type="convert",
            converter=self.converter,
            directory=str(case.directory),
            artefact=str(folder / "artefact"),
            scratch=str(folder),
        )

    def outputs(self, case, folder):
        reply = self.runtime.ask(
            type="prepare",
            case="case",
            directory=str(case.directory),
            scratch=str(folder),
            artefact=str(folder / "artefact"),
        )
        assert reply["type"] == "prepared", reply
        assert self.runtime.ask(type="sample", case="case", loops=3)["type"] == "sampled"
        assert self.runtime.ask(type="release", case="case")["type"] == "released"
        return np.load(reply["outputs"])


@pytest.fixture(scope="module")
def pair(framework_python):
    """Converter and runtime of a stack, started once."""
    pairs = {}

    def get(stack):
        if stack not in pairs:
            pairs[stack] = Pair(stack, framework_python)
        return pairs[stack]

    yield get
    for each in pairs.values():
        each.tool.kill()
        each.runtime.kill()


FEW = ("conv_plain", "conv_depthwise", "activations", "gemm", "residual_block", "softmax")
"""What a converter is tried with in every run; all forms are exhaustive."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n in FEW else pytest.mark.exhaustive) for n in CORE],
)
@pytest.mark.parametrize("stack", CONVERTED)
def test_agrees_with_the_reference(pair, tmp_path, stack, name):
    case = write_case(GRAPHS[name](), tmp_path / "case", seed=3)
    reply = pair(stack).convert(case, tmp_path)
    if (stack, name) in LACKING:
        assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
        return
    assert reply["type"] == "converted", reply
    with pair(stack).outputs(case, tmp_path) as got, np.load(case.reference) as right:
        assert set(got.files) == set(right.files)
        if (stack, name) in WRONG:
            assert not compare(dict(got), dict(right)).passed
            return
        for key in right.files:
            np.testing.assert_allclose(got[key], right[key], rtol=1e-4, atol=3e-5, err_msg=key)


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("stack", CONVERTED)
def test_a_network_is_converted_without_loss(pair, tmp_path, stack, batch):
    case = case_for("mobilenet-v3-small", batch, 0, tmp_path)
    reply = pair(stack).convert(case, tmp_path)
    assert reply["type"] == "converted", reply
    assert reply["versions"]
    if stack == "executorch/xnnpack":
        assert reply["delegated"] > 0.9
    with pair(stack).outputs(case, tmp_path) as got, np.load(case.reference) as right:
        parity = compare(dict(got), dict(right))
    assert parity.passed, parity
    assert parity.max_abs_error < 1e-5


@pytest.mark.parametrize("stack", CONVERTED)
def test_an_operator_without_counterpart_is_named(pair, tmp_path, stack):
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 4]) for n in "xy"]
    nodes = [helper.make_node("NoSuchOperator", ["x"], ["y"])]
    model = helper.make_model(
        helper.make_graph(nodes, "unknown", values[:1], values[1:]),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    case = write_case(GRAPHS["matmul"](), tmp_path / "case", seed=3)
    onnx.save_model(model, str(case.model))
    plan = json.loads((case.directory / "plan.json").read_text())
    plan["nodes"][0]["op"] = "NoSuchOperator"
    (case.directory / "plan.json").write_text(json.dumps(plan))
    reply = pair(stack).convert(case, tmp_path)
    assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
    assert reply["operators"] == ["NoSuchOperator"]
