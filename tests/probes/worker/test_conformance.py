"""Every adapter computes what ONNX means, operator by operator, in its real framework."""

import shutil

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from probes.parity import compare
from probes.workloads.case import case_for, write_case
from probes.workloads.catalog import workload_ids
from probes.workloads.model_file import case_of, read_model
from tests.probes.worker.client import Client
from tests.probes.worker.graphs import CORE, GRAPHS
from tests.probes.workloads import models

pytestmark = pytest.mark.frameworks

STACKS = {
    "pytorch/eager": ("torch", "torch", "eager"),
    "pytorch/compile": ("torch", "torch", "compile"),
    "tensorflow/function": ("tensorflow", "tensorflow", "function"),
    "tensorflow/xla": ("tensorflow", "tensorflow", "xla"),
    "jax/jit": ("jax", "jax", "jit"),
    "mindspore/graph": ("mindspore", "mindspore", "graph"),
    "mindspore/pynative": ("mindspore", "mindspore", "pynative"),
    "onnxruntime/cpu": ("onnxruntime", "onnxruntime", "cpu"),
    "openvino/cpu": ("openvino", "openvino", "cpu"),
}
"""Stack -> environment, adapter, mode."""

EXTRA = {
    "paddlepaddle/dynamic": ("paddlepaddle", "paddle", "dynamic"),
    "paddlepaddle/static": ("paddlepaddle", "paddle", "static"),
    "keras/torch": ("keras-torch", "keras", "torch"),
    "keras/jax": ("keras-jax", "keras", "jax"),
    "keras/tensorflow": ("keras-tensorflow", "keras", "tensorflow"),
    "keras/openvino": ("keras-openvino", "keras", "openvino"),
    "tvm/llvm": ("tvm", "tvm", "llvm"),
    "iree/llvm-cpu": ("iree", "iree", "llvm-cpu"),
}
"""The same for environments that `make test-all` makes."""

EVERY = {**STACKS, **EXTRA}
EXHAUSTIVE = (pytest.mark.extended, pytest.mark.exhaustive)
MARKED = [*STACKS, *(pytest.param(stack, marks=EXHAUSTIVE) for stack in EXTRA)]

COMPILED = (
    "residual_block", "softmax", "arithmetic_with_constants", "average_pool_same",
    "attention", "gelus", "lstm_forward", "split_of_channels", "gathers", "resize_linear",
)  # fmt: skip
"""Enough for a mode that compiles for seconds what another mode of the adapter runs as it is."""

LACKING = {
    ("mindspore/graph", "max_pool_dilated"),
    ("mindspore/pynative", "max_pool_dilated"),
    *(
        (f"mindspore/{mode}", name)
        for mode in ("graph", "pynative")
        for name in ("einsum", "instance_normalization")
    ),
    ("tensorflow/function", "pads_with_the_edge"),
    *((stack, "max_pool_dilated") for stack in EXTRA if stack[:5] in ("paddl", "keras")),
    *((stack, "pads_with_the_edge") for stack in EXTRA if stack.startswith("keras")),
    *(("tvm/llvm", name) for name in ("lstm_forward", "lstm_with_a_start", "lstm_both_ways")),
    ("iree/llvm-cpu", "conv_transpose_asymmetric"),
}
"""What a stack says it does not support; one that works after all fails here."""
WRONG = {("tvm/llvm", "resize_nearest")}
"""What a stack computes wrongly, so that parity keeps it from being timed."""


def _marks(stack, name):
    """Each operator's main form is in the ordinary run of the six."""
    if stack in EXTRA:
        return EXHAUSTIVE
    few = COMPILED[:4] if stack == "pytorch/compile" else (*CORE, *COMPILED)
    return () if name in few else EXHAUSTIVE


CASES = [
    pytest.param(stack, name, marks=_marks(stack, name))
    for stack in EVERY
    for name in (COMPILED if stack in {"pytorch/compile", "tensorflow/xla"} else GRAPHS)
]


SMALL = ("conv2d", "dlrm", "matmul", "mlp", "mobilenet-v3-small", "pde-step")
"""Workloads that every stack is through with in seconds."""
BASIC = ("conv2d", "matmul", "mobilenet-v3-small")
"""Those of the ordinary run."""
WITHOUT = {
    (stack, "yolo-detector-nms"): "NonMaxSuppression"
    for stack in (
        "jax/jit",
        "mindspore/graph",
        "mindspore/pynative",
        "tensorflow/xla",
        "pytorch/eager",
        "pytorch/compile",
    )
}
"""Workloads a stack cannot be given, and the operator it lacks."""
MISREAD = {("openvino/cpu", 11), ("openvino/cpu", 12)}
"""OpenVINO takes a softmax of these opsets for one over a single axis."""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Where cases of workloads lie: written once for all stacks, and then removed."""
    folder = tmp_path_factory.mktemp("cases")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def opened(framework_python):
    """Workers with their stack opened, one per stack for all graphs."""
    clients = {}

    def get(stack):
        if stack not in clients:
            environment, adapter, mode = EVERY[stack]
            client = clients[stack] = Client(framework_python(environment))
            reply = client.ask(type="open", adapter=adapter, mode=mode, threads=2)
            assert reply["type"] == "opened", reply
            assert reply["threads"] == 2
        return clients[stack]

    yield get
    for client in clients.values():
        client.kill()


@pytest.mark.parametrize(("stack", "name"), CASES)
def test_agrees_with_the_reference(opened, tmp_path, stack, name):
    case = write_case(GRAPHS[name](), tmp_path / "case", seed=3)
    reply = opened(stack).ask(
        type="prepare", case=name, directory=str(case.directory), scratch=str(tmp_path)
    )
    if (stack, name) in LACKING:
        assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
        return
    assert reply["type"] == "prepared", reply
    got, right = np.load(reply["outputs"]), np.load(case.reference)
    assert set(got.files) == set(right.files)
    if (stack, name) in WRONG:
        assert not compare(got, right).passed
        return
    for key in right.files:
        np.testing.assert_allclose(got[key], right[key], rtol=1e-4, atol=2e-5, err_msg=key)
    assert opened(stack).ask(type="sample", case=name, loops=3)["type"] == "sampled"
    assert opened(stack).ask(type="release", case=name)["type"] == "released"


def _marks_of_workload(stack, workload):
    if workload not in SMALL:
        return EXHAUSTIVE
    if stack in ("pytorch/compile", "tensorflow/xla") and workload == "mobilenet-v3-small":
        return (pytest.mark.extended,)  # much compiling, which test_real_run does as well
    return () if workload in BASIC else EXHAUSTIVE


@pytest.mark.parametrize(
    ("stack", "workload"),
    [
        *(
            pytest.param(stack, workload, marks=_marks_of_workload(stack, workload))
            for stack in STACKS
            for workload in workload_ids()
        ),
        *(pytest.param(stack, workload, marks=EXHAUSTIVE) for stack in EXTRA for workload in SMALL),
    ],
)
def test_the_workloads_are_computed_right(opened, written, tmp_path, stack, workload):
    case = case_for(workload, 2, 0, written)
    reply = opened(stack).ask(
        600.0, type="prepare", case=workload, directory=str(case.directory), scratch=str(tmp_path)
    )
    if (stack, workload) in WITHOUT:
        assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
        assert WITHOUT[stack, workload] in reply["message"]
        return
    assert reply["type"] == "prepared", reply
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        parity = compare(got, right)
        scale = max(np.abs(right[key]).max(initial=0) for key in right.files)
    assert parity.passed, parity
    assert parity.max_abs_error < 1e-4 * max(1, scale)
    assert opened(stack).ask(type="release", case=workload)["type"] == "released"


@pytest.mark.extended
@pytest.mark.exhaustive
@pytest.mark.parametrize("opset", [11, 12, 13, 18, 23])
@pytest.mark.parametrize("stack", [s for s in STACKS if not s.endswith(("compile", "xla"))])
def test_models_of_any_opset_are_computed_right(opened, tmp_path, stack, opset):
    onnx.save_model(models.of_opset(opset), str(tmp_path / "m.onnx"))
    given = read_model(tmp_path / "m.onnx", {"image": (2, 3, 8, 6)})
    case = case_of(given, 0, tmp_path)
    reply = opened(stack).ask(
        type="prepare", case="m", directory=str(case.directory), scratch=str(tmp_path)
    )
    assert reply["type"] == "prepared", reply
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        parity = compare(got, right)
    assert parity.passed is ((stack, opset) not in MISREAD), parity


@pytest.mark.parametrize(
    "stack", [s for s in STACKS if not s.startswith(("onnxruntime", "openvino"))]
)
def test_control_flow_is_named_by_builders(opened, tmp_path, stack):
    onnx.save_model(models.branching(), str(tmp_path / "m.onnx"))
    case = case_of(read_model(tmp_path / "m.onnx", {}), 0, tmp_path)
    reply = opened(stack).ask(
        type="prepare", case="m", directory=str(case.directory), scratch=str(tmp_path)
    )
    assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
    assert "operators If" in reply["message"]


@pytest.mark.parametrize("stack", MARKED)
def test_an_unknown_operator_is_named(opened, tmp_path, stack):
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 4]) for n in "xy"]
    nodes = [helper.make_node("NoSuchOperator", ["x"], ["y"])]
    model = helper.make_model(
        helper.make_graph(nodes, "unknown", values[:1], values[1:]),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    case = write_case(GRAPHS["matmul"](), tmp_path / "case", seed=3)
    onnx.save_model(model, str(case.model))
    plan = (case.directory / "plan.json").read_text()
    (case.directory / "plan.json").write_text(plan.replace('"MatMul"', '"NoSuchOperator"'))
    reply = opened(stack).ask(
        type="prepare", case="unknown", directory=str(case.directory), scratch=str(tmp_path)
    )
    assert (reply["type"], reply.get("kind")) == ("error", "unsupported"), reply
    assert "NoSuchOperator" in reply["message"]
