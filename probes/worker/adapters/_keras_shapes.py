# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""Keras's operators on shapes, indices and sequences; the others are in keras.py."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import Direction, read_lstm
from ..walk import Arithmetic

if TYPE_CHECKING:
    from ..case import Case, Node
    from ..straight import Straight


def _binary(name: str) -> Any:
    """Python's own operators would meet a back end's tensor and a variable of Keras."""

    def operator(self: Shapes, _: Node, a: Any, b: Any) -> Any:
        return getattr(self._ops, name)(a, b)

    return operator


class Shapes(Arithmetic):
    """ONNX operators in keras.ops; `layers` are those of Keras that the Model has to hold."""

    _keras: Any
    _ops: Any
    _case: Case
    _recording: Straight
    layers: list[Any]
    held: dict[str, Any]
    """Weights that are variables of `layers`, by name."""

    add = _binary("add")
    sub = _binary("subtract")
    mul = _binary("multiply")
    pow = _binary("power")
    equal = _binary("equal")
    greater = _binary("greater")
    greater_or_equal = _binary("greater_equal")
    less = _binary("less")
    less_or_equal = _binary("less_equal")

    def _shape(self, node: Node) -> tuple[int, ...]:
        return self._case.shapes[node.inputs[0]]

    def div(self, node: Node, a: Any, b: Any) -> Any:
        whole = self._case.whole_numbers(node.outputs[0])
        return self._ops.floor_divide(a, b) if whole else self._ops.true_divide(a, b)

    def neg(self, node: Node, x: Any) -> Any:
        return self._ops.negative(x)

    def reciprocal(self, node: Node, x: Any) -> Any:
        return self._ops.reciprocal(x)

    def sum(self, node: Node, *parts: Any) -> Any:
        return reduce(self._ops.add, parts)

    def reshape(self, node: Node, x: Any, *_: Any) -> Any:
        return self._ops.reshape(x, self._case.shapes[node.outputs[0]])

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: Any) -> Any:
        return self._ops.broadcast_to(x, self._case.shapes[node.outputs[0]])

    def tile(self, node: Node, x: Any) -> Any:
        return self._ops.tile(x, tuple(node.attributes["repeats"]))

    def transpose(self, node: Node, x: Any) -> Any:
        axes = node.attributes.get("perm")
        return self._ops.transpose(x, None if axes is None else tuple(axes))

    def concat(self, node: Node, *parts: Any) -> Any:
        return self._ops.concatenate(list(parts), node.attributes["axis"])

    def split(self, node: Node, x: Any) -> Any:
        axis, ends, end = node.attributes["axis"], [], 0
        for name in node.outputs[:-1]:
            end += self._case.shapes[name][axis]
            ends.append(end)
        parts = self._ops.split(x, ends, axis)
        return tuple(parts[i] for i in range(len(node.outputs)))

    def slice(self, node: Node, x: Any) -> Any:
        spans, attributes = [slice(None)] * len(self._shape(node)), node.attributes
        if min(attributes["steps"], default=1) < 0:
            raise Unsupported([node.op], "negative steps")
        for i, axis in enumerate(attributes["axes"]):
            spans[axis] = slice(
                attributes["starts"][i], attributes["ends"][i], attributes["steps"][i]
            )
        return x[tuple(spans)]

    def gather(self, node: Node, x: Any, indices: Any) -> Any:
        shape = self._shape(node)
        axis = node.attributes.get("axis", 0) % len(shape)
        constant = self._case.weights.get(node.inputs[1])
        if constant is None:
            return self._ops.take(x, indices, axis)
        return self._ops.take(x, constant % shape[axis], axis)

    def gather_elements(self, node: Node, x: Any, indices: Any) -> Any:
        return self._ops.take_along_axis(x, indices, node.attributes.get("axis", 0))

    def where(self, node: Node, condition: Any, a: Any, b: Any) -> Any:
        return self._ops.where(condition, a, b)

    def cast(self, node: Node, x: Any) -> Any:
        return self._ops.cast(x, node.attributes["to"])

    def pad(self, node: Node, x: Any) -> Any:
        pads, mode, rank = node.attributes["pads"], node.attributes["mode"], len(self._shape(node))
        around = tuple((pads[i], pads[i + rank]) for i in range(rank))
        if mode == "constant":
            return self._ops.pad(x, around, constant_values=node.attributes["value"])
        if mode != "reflect":
            raise Unsupported([node.op], f"mode {mode}")
        return self._ops.pad(x, around, mode)

    def _reduce(self, name: str, node: Node, x: Any) -> Any:
        axes, kept = tuple(node.attributes["axes"]), bool(node.attributes["keepdims"])
        return getattr(self._ops, name)(x, axis=axes, keepdims=kept) if axes else x

    def reduce_mean(self, node: Node, x: Any) -> Any:
        return self._reduce("mean", node, x)

    def reduce_sum(self, node: Node, x: Any) -> Any:
        return self._reduce("sum", node, x)

    def reduce_max(self, node: Node, x: Any) -> Any:
        return self._reduce("max", node, x)

    def reduce_min(self, node: Node, x: Any) -> Any:
        return self._reduce("min", node, x)

    def arg_max(self, node: Node, x: Any) -> Any:
        if node.attributes.get("select_last_index", 0):
            raise Unsupported([node.op], "the last of equals")
        kept = bool(node.attributes.get("keepdims", 1))
        return self._ops.argmax(x, node.attributes.get("axis", 0), keepdims=kept)

    def top_k(self, node: Node, x: Any) -> Any:
        rank = len(self._shape(node))
        axis = node.attributes.get("axis", -1) % rank
        if axis != rank - 1 or not node.attributes.get("largest", 1):
            raise Unsupported([node.op], "the least, or another axis than the last")
        found = self._ops.top_k(x, node.attributes["k"])
        return found[0], found[1]

    def cum_sum(self, node: Node, x: Any) -> Any:
        if node.attributes.get("exclusive", 0) or node.attributes.get("reverse", 0):
            raise Unsupported([node.op], "exclusive or reverse")
        return self._ops.cumsum(x, node.attributes["axis"])

    def einsum(self, node: Node, *parts: Any) -> Any:
        return self._ops.einsum(node.attributes["equation"], *parts)

    def resize(self, node: Node, x: Any) -> Any:
        source, target = (self._case.shapes[name] for name in (node.inputs[0], node.outputs[0]))
        axes = resampling.changed_axes(node, source, target)
        factors = resampling.whole_factors(node, source, target)
        spatial = [1, 2] if node.channels_last else [2, 3]
        if axes == spatial and len(source) == 4 and self._is_bilinear(node, source, target):
            last = "channels_last" if node.channels_last else "channels_first"
            size = tuple(target[axis] for axis in axes)
            return self._recording.call(
                self._keras.ops.image.resize, x, size, interpolation="bilinear", data_format=last
            )
        for axis in axes:
            there = (node.attributes, source[axis], target[axis], node.attributes["scales"][axis])
            if factors is not None:
                x = self._ops.repeat(x, factors[axis], axis)
            elif node.attributes["mode"] == "nearest":
                x = self._ops.take(x, resampling.nearest(*there), axis)
            else:
                mixed = self._ops.tensordot(x, resampling.mixture(*there), ((axis,), (1,)))
                x = self._ops.moveaxis(mixed, -1, axis)
        return x

    def _is_bilinear(self, node: Node, source: tuple[int, ...], target: tuple[int, ...]) -> bool:
        """Whether image.resize means the same: it takes its scales from the sizes."""
        scales, attributes = node.attributes["scales"], node.attributes
        how = (attributes["mode"], attributes["coordinate_transformation_mode"])
        exact = all(math.isclose(scales[i] * size, target[i]) for i, size in enumerate(source))
        return how == ("linear", "half_pixel") and exact and not attributes.get("antialias", 0)

    def lstm(self, node: Node, x: Any, *rest: Any) -> Any:
        """keras.layers.LSTM, one per direction; it wants the batch first."""
        lstm = read_lstm(self._case, node, "ifco")
        ops, results = self._ops, []
        x = ops.transpose(x, (1, 0, 2))
        start = [rest[i] for i in (4, 5) if len(rest) > i and rest[i] is not None]
        if len(start) == 1:
            raise Unsupported([node.op], "one of two initial states")
        for i, direction in enumerate(lstm.directions):
            layer = self._lstm_layer(direction, lstm.units)
            given = {"initial_state": [each[i] for each in start]} if start else {}
            made = self._recording.call(layer, x, **given)
            rows = ops.transpose(made[0], (1, 0, 2))
            results.append((ops.flip(rows, 0) if direction.backwards else rows, made[1], made[2]))
        parts = zip((1, 0, 0), zip(*results))  # noqa: B905 - Python 3.9
        return tuple(ops.stack(list(part), axis) for axis, part in parts)

    def gated_lstm(self, node: Node, x: Any, *_: Any) -> Any:
        """keras.layers.LSTM whose own variables are what is trained."""
        units = self._case.shapes[node.inputs[2]][0]
        layer = self._keras.layers.LSTM(units, return_sequences=True)
        layer.build((None, None, self._case.shapes[node.inputs[1]][0]))
        layer.set_weights([self._case.weights[name] for name in node.inputs[1:]])
        self.held.update(zip(node.inputs[1:], layer.trainable_variables))  # noqa: B905 - 3.9
        self.layers.append(layer)
        rows = self._recording.call(layer, self._ops.transpose(x, (1, 0, 2)))
        return self._ops.expand_dims(self._ops.transpose(rows, (1, 0, 2)), 1)

    def _lstm_layer(self, direction: Direction, units: int) -> Any:
        layer = self._keras.layers.LSTM(
            units, return_sequences=True, return_state=True, go_backwards=direction.backwards
        )
        layer.build((None, None, direction.given.shape[1]))
        bias = direction.given_bias + direction.recurrent_bias
        layer.set_weights([direction.given.T, direction.recurrent.T, bias])
        self.layers.append(layer)
        return layer
