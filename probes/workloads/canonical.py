"""One form for operators that ONNX has written differently over its opsets.

What a framework needs as a number while it builds (axes, bounds, sizes) becomes an attribute, be it
an attribute or a constant input in the model; inputs that say nothing else are dropped. Where such
an input is computed, the node keeps it, and no builder will take the node.

    operator                              attributes afterwards (inputs)
    Squeeze Unsqueeze Reshape Expand Tile none; the output's shape says it (x)    Tile: repeats
    Reduce*                               axes, keepdims (x)
    Slice                                 axes, starts, ends, steps, within bounds (x)
    Split                                 axis; the outputs' shapes say the rest (x)
    Pad                                   pads over all axes, mode, value (x)
    Resize                                scales over all axes, mode, ... (x)
    TopK CumSum Trilu                     k; axis; k (x)
    NonMaxSuppression                     all of its inputs but boxes and scores
    Cast                                  to, as the name of a numpy type
    Dropout                               becomes Identity
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onnx import helper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

Node = dict[str, Any]


class Values:
    """What is known while a node is rewritten: constants, shapes (None: unknown), the opset."""

    def __init__(
        self,
        constants: Mapping[str, NDArray[Any]],
        shapes: Mapping[str, list[int] | None],
        opset: int,
    ) -> None:
        self.constants = constants
        self.shapes = shapes
        self.opset = opset

    def input(self, node: Node, index: int) -> NDArray[Any] | None:
        """The constant at an input; None where it is absent."""
        name = node["inputs"][index] if index < len(node["inputs"]) else ""
        return self.constants[name] if name else None

    def constant(self, node: Node, first: int) -> bool:
        """Whether all inputs from `first` on are constants or absent."""
        return all(not name or name in self.constants for name in node["inputs"][first:])

    def shape(self, node: Node) -> list[int] | None:
        """Shape of the first input, where it is known entirely."""
        shape = self.shapes.get(node["inputs"][0])
        return None if shape is None or -1 in shape else shape


def canonical(node: Node, values: Values) -> Node:
    """The node in its one form; as it was where that cannot be told."""
    change = CHANGES.get(node["op"])
    if change is None or not values.constant(node, CONSTANT_FROM.get(node["op"], 1)):
        return node
    changed = change(node, values)
    return node if changed is None else changed


def _keep(node: Node, attributes: dict[str, Any], inputs: int = 1) -> Node:
    return {**node, "inputs": node["inputs"][:inputs], "attributes": attributes}


def _shaped(node: Node, values: Values) -> Node | None:
    """The output's shape says it all."""
    shape = values.shapes.get(node["outputs"][0])
    return None if shape is None or shape.count(-1) > 1 else _keep(node, {})


def _tile(node: Node, values: Values) -> Node:
    repeats = values.input(node, 1)
    return _keep(node, {"repeats": [] if repeats is None else repeats.tolist()})


def _axes(node: Node, values: Values, index: int) -> list[int] | None:
    """Axes from the attribute of that name or from an input; None if neither is there."""
    given: list[int] | None = node["attributes"].get("axes")
    if given is None and (array := values.input(node, index)) is not None:
        given = array.ravel().tolist()
    return given


def _reduce(node: Node, values: Values) -> Node | None:
    shape = values.shapes.get(node["inputs"][0])
    if shape is None:
        return None
    attributes = dict(node["attributes"])
    axes = _axes(node, values, 1)
    if not axes:
        axes = [] if attributes.pop("noop_with_empty_axes", 0) else list(range(len(shape)))
    attributes.update(axes=sorted(a % len(shape) for a in axes))
    attributes.setdefault("keepdims", 1)
    return _keep(node, attributes)


def _slice(node: Node, values: Values) -> Node | None:
    shape = values.shape(node)
    if shape is None:
        return None
    starts, ends = (values.input(node, i) for i in (1, 2))
    if starts is None or ends is None:
        return None
    axes, steps = values.input(node, 3), values.input(node, 4)
    where = [a % len(shape) for a in (range(starts.size) if axes is None else axes.tolist())]
    stride = [1] * starts.size if steps is None else steps.tolist()
    spans = [
        slice(start, end, step).indices(shape[axis])
        for axis, start, end, step in zip(
            where, starts.tolist(), ends.tolist(), stride, strict=True
        )
    ]
    # Behind the last element going down lies -1, which would mean the last one.
    last = [end if step > 0 or end >= 0 else -shape[a] - 1
            for a, (_, end, step) in zip(where, spans, strict=True)]  # fmt: skip
    return _keep(
        node, {"axes": where, "starts": [s[0] for s in spans], "ends": last, "steps": stride}
    )


def _split(node: Node, _: Values) -> Node:
    return _keep(node, {"axis": node["attributes"].get("axis", 0)})


def _pad(node: Node, values: Values) -> Node | None:
    shape, pads = values.shapes.get(node["inputs"][0]), values.input(node, 1)
    if shape is None or pads is None:
        return None
    rank, axes, filling = len(shape), values.input(node, 3), values.input(node, 2)
    where = [a % rank for a in (range(rank) if axes is None else axes.ravel().tolist())]
    around, count = [0] * (2 * rank), len(where)
    for position, axis in enumerate(where):
        around[axis], around[axis + rank] = int(pads[position]), int(pads[position + count])
    value = 0.0 if filling is None or not filling.size else filling.ravel()[0].item()
    mode = node["attributes"].get("mode", "constant")
    return _keep(node, {"pads": around, "mode": mode, "value": value})


def _resize(node: Node, values: Values) -> Node | None:
    shape, target = values.shape(node), values.shapes.get(node["outputs"][0])
    if shape is None or target is None or -1 in target:
        return None
    attributes = dict(node["attributes"])
    axes = attributes.pop("axes", None) or range(len(shape))
    scales = [to / size if size else 1.0 for to, size in zip(target, shape, strict=True)]
    old = values.opset < 11
    given = values.input(node, 1 if old else 2)
    if given is not None and given.size:
        for position, axis in enumerate(axes):
            scales[axis] = float(given[position])
    attributes.setdefault("coordinate_transformation_mode", "asymmetric" if old else "half_pixel")
    attributes.setdefault("mode", "nearest")
    attributes.setdefault("nearest_mode", "floor" if old else "round_prefer_floor")
    attributes["scales"] = scales
    return _keep(node, attributes)


def _top_k(node: Node, values: Values) -> Node | None:
    k = values.input(node, 1)
    return None if k is None else _keep(node, {**node["attributes"], "k": int(k.ravel()[0])})


def _cum_sum(node: Node, values: Values) -> Node | None:
    axis = values.input(node, 1)
    return (
        None if axis is None else _keep(node, {**node["attributes"], "axis": int(axis.ravel()[0])})
    )


def _trilu(node: Node, values: Values) -> Node:
    k = values.input(node, 1)
    return _keep(node, {**node["attributes"], "k": 0 if k is None else int(k.ravel()[0])})


def _suppression(node: Node, values: Values) -> Node:
    attributes = dict(node["attributes"])
    names = ("max_output_boxes_per_class", "iou_threshold", "score_threshold")
    for index, name in enumerate(names, start=2):
        value = values.input(node, index)
        attributes[name] = None if value is None else value.ravel()[0].item()
    return _keep(node, attributes, inputs=2)


def _cast(node: Node, _: Values) -> Node:
    to = helper.tensor_dtype_to_np_dtype(node["attributes"]["to"]).name
    return _keep(node, {"to": to})


def _dropout(node: Node, values: Values) -> Node | None:
    training = values.input(node, 2)
    if training is not None and training.any():
        return None
    return {**_keep(node, {}), "op": "Identity", "outputs": node["outputs"][:1]}


def _softmax(node: Node, values: Values) -> Node | None:
    """Before opset 13 everything from the axis on was one axis, and the axis was 1 by default."""
    shape = values.shapes.get(node["inputs"][0])
    old = values.opset < 13
    axis = node["attributes"].get("axis", 1 if old else -1)
    if shape is None:
        return None
    axis %= len(shape)
    joined = [i for i in range(axis, len(shape)) if shape[i] != 1]
    if old and joined and joined != [len(shape) - 1]:
        return _keep(node, {"axes": list(range(axis, len(shape)))})
    return _keep(node, {"axis": (joined[-1] if joined else axis) if old else axis})


CHANGES: dict[str, Callable[[Node, Values], Node | None]] = {
    **dict.fromkeys(("Squeeze", "Unsqueeze", "Reshape", "Expand"), _shaped),
    **dict.fromkeys(
        ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
         "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp"), _reduce,
    ),
    "Tile": _tile, "Slice": _slice, "Split": _split, "Pad": _pad, "Resize": _resize,
    "TopK": _top_k, "CumSum": _cum_sum, "Trilu": _trilu, "NonMaxSuppression": _suppression,
    "Cast": _cast, "Dropout": _dropout, "Softmax": _softmax, "LogSoftmax": _softmax,
}  # fmt: skip
CONSTANT_FROM = {"NonMaxSuppression": 2}
"""First input that has to be constant; 1 where nothing is said."""
