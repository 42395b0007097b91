"""Lowering a model to the neutral plan that workers read: nodes, shapes, dtypes, and weights.

The plan has no ONNX in it but the meaning of its operators, in one form whatever the opset (see
`canonical`); frameworks need not read ONNX. Arithmetic on shapes is done here (see `folding`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import onnx
from onnx import helper

from knowledge.errors import KnownError
from probes.workloads.canonical import Values, canonical
from probes.workloads.folding import Folded, dtype_of, shape_of
from probes.workloads.tensors import Arrays, apart

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAN_VERSION = 2
OLDEST_OPSET = 11
"""Before it, Resize, Clip, Pad and others meant something else under the same name."""

_KINDS = onnx.AttributeProto
PLAIN = frozenset(
    {_KINDS.INT, _KINDS.INTS, _KINDS.FLOAT, _KINDS.FLOATS, _KINDS.STRING, _KINDS.STRINGS}
)
"""Attribute types that have a JSON value."""


def lower(
    model: onnx.ModelProto,
    arrays: Arrays | None = None,
    trained: frozenset[str] = frozenset(),
) -> tuple[dict[str, Any], Arrays]:
    """Lower a model whose inputs have static shapes.

    `arrays` are tensors whose data lie apart from the model. A weight without data anywhere (see
    `graph.Declared`) is described in the plan and missing from the weights. `trained` ones are
    no constants.

    Returns:
        The plan, ready for JSON, with the shape and type of every tensor (-1: a length that depends
        on the data), and the weights by name; what can be computed beforehand has become weights.

    Raises:
        KnownError: an input is not fixed, the opset is too old, or a weight is of a strange type.
    """
    opset = opset_of(model)
    light, found = apart(model)
    _check_inputs(light)
    folded = Folded(light, {**found, **(arrays or {})}, trained)
    constants, shapes = folded.constants, dict(folded.shapes)
    shapes.update({name: list(array.shape) for name, array in constants.items()})
    values = Values(constants, shapes, opset)
    nodes = [
        plain
        for node in folded.nodes
        for plain in _without_old_softmax(canonical(_node(node), values), shapes)
    ]
    initial = {tensor.name for tensor in model.graph.initializer}
    inputs = [value for value in model.graph.input if value.name not in initial]
    used = _used(nodes, model)
    weights = {name: array for name, array in constants.items() if name in used}
    names = {value.name for value in inputs} | used | {n for d in nodes for n in d["outputs"] if n}
    plan: dict[str, Any] = {
        "plan": PLAN_VERSION,
        "name": model.graph.name,
        "opset": opset,
        "inputs": _values(inputs),
        "outputs": [
            {"name": v.name, "shape": shapes.get(v.name), "dtype": folded.dtypes.get(v.name, "")}
            for v in model.graph.output
        ],
        "nodes": nodes,
        "shapes": {name: shapes[name] for name in sorted(names) if shapes.get(name) is not None},
        "dtypes": {name: folded.dtypes[name] for name in sorted(names) if folded.dtypes.get(name)},
    }  # fmt: skip
    for name, array in weights.items():
        plan["dtypes"][name] = array.dtype.name
    return plan, weights


def opset_of(model: onnx.ModelProto) -> int:
    """The version of ONNX's own operators that the model is written in.

    Raises:
        KnownError: it is too old.
    """
    version = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 0)
    if version < OLDEST_OPSET:
        raise KnownError(
            f"the model uses ONNX opset {version}",
            hint=f"export or convert it with opset {OLDEST_OPSET} or newer",
        )
    return int(version)


def free_dimensions(model: onnx.ModelProto) -> dict[str, list[str]]:
    """Dimensions of the inputs that have free ones, in words; "?" for one without a name.

    >>> value = helper.make_tensor_value_info("x", 1, ["batch", 3, None])
    >>> free_dimensions(helper.make_model(helper.make_graph([], "g", [value], [])))
    {'x': ['batch', '3', '?']}
    """
    initial = {tensor.name for tensor in model.graph.initializer}
    found = {}
    for value in model.graph.input:
        shape = shape_of(value)
        if value.name in initial or (shape is not None and -1 not in shape):
            continue
        dimensions = value.type.tensor_type.shape.dim
        found[value.name] = [
            str(d.dim_value) if d.HasField("dim_value") else d.dim_param or "?" for d in dimensions
        ]
    return found


def _check_inputs(model: onnx.ModelProto) -> None:
    free = free_dimensions(model)
    if free:
        told = "; ".join(f"{name} is [{', '.join(dims)}]" for name, dims in free.items())
        name, dims = next(iter(free.items()))
        example = "x".join(d if d.isdigit() else "1" for d in dims) or "1"
        raise KnownError(
            f"inputs of the model are not fixed: {told}",
            hint=f"give every one a size, for example --input-shape {name}={example}",
        )


def _node(node: onnx.NodeProto) -> dict[str, Any]:
    operator = (
        f"{node.domain}.{node.op_type}" if node.domain not in ("", "ai.onnx") else node.op_type
    )
    return {
        "op": operator,
        "inputs": list(node.input),
        "outputs": list(node.output),
        "attributes": {a.name: _attribute(a) for a in node.attribute},
    }


def _attribute(attribute: onnx.AttributeProto) -> Any:
    """A JSON value; None for a graph or tensor, whose node no builder takes."""
    if attribute.type not in PLAIN:
        return None
    value = helper.get_attribute_value(attribute)
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, int | float):
        return value
    return [item.decode(errors="replace") if isinstance(item, bytes) else item for item in value]


def _without_old_softmax(node: dict[str, Any], shapes: dict[str, Any]) -> list[dict[str, Any]]:
    """A softmax over several axes, as before opset 13, is one over the axes joined."""
    axes = node["attributes"].get("axes")
    if node["op"] not in ("Softmax", "LogSoftmax") or axes is None:
        return [node]
    source, target = node["inputs"][0], node["outputs"][0]
    flat, done = f"{target}::flat", f"{target}::done"
    joined = 1
    for axis in axes:
        joined *= shapes[source][axis]
    shapes[flat] = shapes[done] = [*shapes[source][: axes[0]], joined]
    shape = {"op": "Reshape", "attributes": {}}
    return [
        {**shape, "inputs": [source], "outputs": [flat]},
        {"op": node["op"], "inputs": [flat], "outputs": [done], "attributes": {"axis": axes[0]}},
        {**shape, "inputs": [done], "outputs": [target]},
    ]


def _used(nodes: list[dict[str, Any]], model: onnx.ModelProto) -> set[str]:
    """Names that nodes read and the graph gives out, those that subgraphs reach for included."""
    names = {name for node in nodes for name in node["inputs"] if name}
    return names | {value.name for value in model.graph.output}


def _values(values: Iterable[onnx.ValueInfoProto]) -> list[dict[str, Any]]:
    return [
        {"name": value.name, "shape": shape_of(value), "dtype": dtype_of(value)} for value in values
    ]
