"""Lowering models to plans."""

import json

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from knowledge.errors import KnownError
from probes.worker.case import PLAN_VERSION as READ_VERSION
from probes.workloads.graph import Graph
from probes.workloads.lowering import PLAN_VERSION, lower
from tests.probes.worker.graphs import GRAPHS


def model(nodes, shape=(2, 3), opset=17, extra=(), initializers=()):
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in "xy"]
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(d, 1) for d in extra)]
    graph = helper.make_graph(nodes, "g", values[:1], values[1:], list(initializers))
    return helper.make_model(graph, opset_imports=opsets)


def node(operator, inputs="x", outputs="y", **attributes):
    return helper.make_node(operator, list(inputs), list(outputs), **attributes)


def test_worker_and_host_speak_the_same_version():
    assert READ_VERSION == PLAN_VERSION


def test_a_plan_is_json_with_every_shape():
    plan, weights = lower(model([node("Relu", "x", "h"), node("Flatten", "h", "y", axis=1)]))
    assert json.loads(json.dumps(plan)) == plan
    assert plan["shapes"] == {"x": [2, 3], "h": [2, 3], "y": [2, 3]}
    assert plan["inputs"] == [{"name": "x", "shape": [2, 3], "dtype": "float32"}]
    assert plan["nodes"][1] == {
        "op": "Flatten", "inputs": ["h"], "outputs": ["y"], "attributes": {"axis": 1}
    }  # fmt: skip
    assert plan["opset"] == 17
    assert weights == {}


def test_constants_become_weights():
    value = numpy_helper.from_array(np.array([3.0], dtype=np.float32))
    constant = helper.make_node("Constant", [], ["c"], value=value)
    plan, weights = lower(model([constant, node("Add", "xc", "y")]))
    assert [n["op"] for n in plan["nodes"]] == ["Add"]
    np.testing.assert_array_equal(weights["c"], [3.0])
    assert plan["shapes"]["c"] == [1]


def test_an_initializer_that_is_also_an_input_is_a_weight():
    weight = numpy_helper.from_array(np.ones((2, 3), dtype=np.float32), "w")
    made = model([node("Add", "xw", "y")], initializers=[weight])
    made.graph.input.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, (2, 3)))
    plan, weights = lower(made)
    assert [value["name"] for value in plan["inputs"]] == ["x"]
    assert set(weights) == {"w"}


def test_attributes_are_plain_values():
    made = model([node("LpPool", "x", "y", kernel_shape=[1], auto_pad="VALID", p=2)], (1, 2, 3))
    attributes = lower(made)[0]["nodes"][0]["attributes"]
    assert attributes == {"kernel_shape": [1], "auto_pad": "VALID", "p": 2}


def test_another_domain_is_part_of_the_name():
    made = model([node("Strange", domain="my.domain")], extra=["my.domain"])
    assert lower(made)[0]["nodes"][0]["op"] == "my.domain.Strange"


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: model([node("Relu")], opset=10), "opset 10"),
        (lambda: model([node("Relu")], shape=("N", 3)), "not fixed: x is .N, 3."),
    ],
)
def test_what_cannot_be_lowered_is_an_error_with_a_hint(made, message):
    with pytest.raises(KnownError, match=message) as raised:
        lower(made())
    assert raised.value.hint


def test_control_flow_is_left_to_those_who_can():
    inner = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["z"])],
        "inner",
        [],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, (2, 3))],
    )
    condition = numpy_helper.from_array(np.array(True), "c")
    made = model(
        [node("If", "c", "y", then_branch=inner, else_branch=inner)], initializers=[condition]
    )
    plan, _ = lower(made)
    assert [n["op"] for n in plan["nodes"]] == ["If"]
    assert json.loads(json.dumps(plan)) == plan


def test_a_skeleton_has_shapes_and_no_weights():
    plan, weights = lower(skeleton())
    assert plan["shapes"]["w"] == [4, 3]
    assert plan["shapes"][plan["outputs"][0]["name"]] == [2, 3]
    assert weights == {}


def skeleton():
    graph = Graph("g", None)
    graph.output(graph.node("MatMul", graph.input("x", (2, 4)), graph.normal("w", (4, 3), 4)))
    return graph.model()


def test_arithmetic_on_shapes_is_done_beforehand():
    plan, weights = lower(GRAPHS["shape_arithmetic"]())
    assert [n["op"] for n in plan["nodes"]] == ["Conv", "Reshape"]
    assert plan["nodes"][1]["inputs"] == plan["nodes"][0]["outputs"]
    assert plan["shapes"][plan["outputs"][0]["name"]] == [2, 168]
    assert set(weights) == {"w"}


def test_a_length_that_depends_on_the_data_is_minus_one():
    made = model([node("NonZero", "x", "y")])
    made.graph.output[0].type.tensor_type.elem_type = TensorProto.INT64
    made.graph.output[0].type.tensor_type.ClearField("shape")
    assert lower(made)[0]["shapes"]["y"] == [2, -1]
