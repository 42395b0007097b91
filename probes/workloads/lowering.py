"""Lowering a model to the neutral plan that workers read: nodes, shapes, dtypes, and weights.

The plan has no ONNX in it but the meaning of its operators; frameworks need not read ONNX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import onnx
from onnx import helper, numpy_helper

from knowledge.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

PLAN_VERSION = 1
OLDEST_OPSET = 13
"""Before it, Softmax and others meant something else under the same name."""

_KINDS = onnx.AttributeProto
PLAIN = frozenset(
    {_KINDS.INT, _KINDS.INTS, _KINDS.FLOAT, _KINDS.FLOATS, _KINDS.STRING, _KINDS.STRINGS}
)
"""Attribute types that have a JSON value."""


def lower(model: onnx.ModelProto) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Lower a model with static shapes.

    Returns:
        The plan, ready for JSON, with the shape of every tensor, and the weights by name;
        Constant nodes have become weights.

    Raises:
        KnownError: a dimension is not fixed, the opset is too old, or a node has a subgraph.
    """
    opset = _opset(model)
    graph = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type == "Constant":
            weights[node.output[0]] = _constant(node)
        else:
            nodes.append(_node(node))
    inputs = [value for value in graph.input if value.name not in weights]
    described = [*inputs, *graph.output, *graph.value_info]
    shapes = {value.name: _shape(value) for value in described if value.name not in weights}
    shapes.update({name: list(array.shape) for name, array in weights.items()})
    plan = {
        "plan": PLAN_VERSION,
        "name": graph.name,
        "opset": opset,
        "inputs": _values(inputs),
        "outputs": _values(graph.output),
        "nodes": nodes,
        "shapes": shapes,
    }
    return plan, weights


def _opset(model: onnx.ModelProto) -> int:
    version = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 0)
    if version < OLDEST_OPSET:
        raise KnownError(
            f"the model uses ONNX opset {version}",
            hint=f"export or convert it with opset {OLDEST_OPSET} or newer",
        )
    return int(version)


def _node(node: onnx.NodeProto) -> dict[str, Any]:
    operator = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
    return {
        "op": operator,
        "inputs": list(node.input),
        "outputs": list(node.output),
        "attributes": {a.name: _attribute(operator, a) for a in node.attribute},
    }


def _attribute(operator: str, attribute: onnx.AttributeProto) -> Any:
    if attribute.type not in PLAIN:
        raise KnownError(
            f"attribute {attribute.name!r} of {operator} holds a graph or tensor",
            hint="models with control flow cannot be measured",
        )
    value = helper.get_attribute_value(attribute)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, int | float):
        return value
    return [item.decode() if isinstance(item, bytes) else item for item in value]


def _constant(node: onnx.NodeProto) -> NDArray[Any]:
    value = helper.get_attribute_value(node.attribute[0])
    if not isinstance(value, onnx.TensorProto):
        raise KnownError(
            f"Constant {node.output[0]!r} does not hold a tensor",
            hint="simplify the model first, for example with onnxsim",
        )
    array: NDArray[Any] = numpy_helper.to_array(value)
    return array


def _values(values: Iterable[onnx.ValueInfoProto]) -> list[dict[str, Any]]:
    return [
        {
            "name": value.name,
            "shape": _shape(value),
            "dtype": helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type).name,
        }
        for value in values
    ]


def _shape(value: onnx.ValueInfoProto) -> list[int]:
    dimensions = value.type.tensor_type.shape.dim
    if not all(d.HasField("dim_value") for d in dimensions):
        raise KnownError(
            f"the shape of {value.name!r} is not fixed", hint="give every dimension a number"
        )
    return [int(d.dim_value) for d in dimensions]
