"""Every adapter computes what ONNX means, operator by operator, in its real framework."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from probes.parity import compare
from probes.workloads.case import case_for, write_case
from probes.workloads.catalog import workload_ids
from tests.probes.worker.client import Client
from tests.probes.worker.graphs import GRAPHS

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

COMPILED = ("residual_block", "softmax", "arithmetic_with_constants", "average_pool_same")
"""Enough for a mode that compiles for seconds what another mode of the adapter runs as it is."""

LACKING = {
    ("mindspore/graph", "conv_one_dimension"),
    ("mindspore/graph", "max_pool_dilated"),
    ("mindspore/pynative", "conv_one_dimension"),
    ("mindspore/pynative", "max_pool_dilated"),
}
"""What a stack says it does not support; one that works after all fails here."""

CASES = [
    (stack, name)
    for stack in STACKS
    for name in (COMPILED if stack in {"pytorch/compile", "tensorflow/xla"} else GRAPHS)
]


@pytest.fixture(scope="module")
def opened(framework_python):
    """Workers with their stack opened, one per stack for all graphs."""
    clients = {}

    def get(stack):
        if stack not in clients:
            environment, adapter, mode = STACKS[stack]
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
    for key in right.files:
        np.testing.assert_allclose(got[key], right[key], rtol=1e-4, atol=2e-5, err_msg=key)
    assert opened(stack).ask(type="sample", case=name, loops=3)["type"] == "sampled"
    assert opened(stack).ask(type="release", case=name)["type"] == "released"


@pytest.mark.parametrize("workload", workload_ids())
@pytest.mark.parametrize("stack", STACKS)
def test_the_workloads_are_computed_right(opened, tmp_path, stack, workload):
    case = case_for(workload, 2, 0, tmp_path)
    reply = opened(stack).ask(
        type="prepare", case=workload, directory=str(case.directory), scratch=str(tmp_path)
    )
    assert reply["type"] == "prepared", reply
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        parity = compare(got, right)
    assert parity.passed, parity
    assert parity.max_abs_error < 1e-4
    assert opened(stack).ask(type="release", case=workload)["type"] == "released"


@pytest.mark.parametrize("stack", STACKS)
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
