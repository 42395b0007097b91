# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""TensorFlow's operators on shapes, indices and sequences; the others are in tensorflow.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import Direction, read_lstm
from ..walk import Arithmetic

if TYPE_CHECKING:
    from ..case import Case, Node


class Shapes(Arithmetic):
    """ONNX operators in tf."""

    _tf: Any
    _nn: Any
    _case: Case

    def reshape(self, node: Node, x: Any, *_: Any) -> Any:
        return self._tf.reshape(x, self._case.shapes[node.outputs[0]])

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: Any) -> Any:
        return self._tf.broadcast_to(x, self._case.shapes[node.outputs[0]])

    def tile(self, node: Node, x: Any) -> Any:
        return self._tf.tile(x, node.attributes["repeats"])

    def transpose(self, node: Node, x: Any) -> Any:
        return self._tf.transpose(x, node.attributes.get("perm"))

    def concat(self, node: Node, *parts: Any) -> Any:
        return self._tf.concat(parts, axis=node.attributes["axis"])

    def split(self, node: Node, x: Any) -> Any:
        """As slices: Grappler (2.21) mistakes the outputs of tf.split before a maximum.

        It moves a maximum before a monotonic function, max(sigmoid(part)), and forgets which part.
        """
        axis = node.attributes["axis"] % len(x.shape)
        parts, start = [], 0
        for name in node.outputs:
            end = start + self._case.shapes[name][axis]
            parts.append(x[(*[slice(None)] * axis, slice(start, end))])
            start = end
        return tuple(parts)

    def slice(self, node: Node, x: Any) -> Any:
        spans, attributes = [slice(None)] * len(x.shape), node.attributes
        for i, axis in enumerate(attributes["axes"]):
            spans[axis] = slice(
                attributes["starts"][i], attributes["ends"][i], attributes["steps"][i]
            )
        return x[tuple(spans)]

    def gather(self, node: Node, x: Any, indices: Any) -> Any:
        axis = node.attributes.get("axis", 0)
        constant = self._case.weights.get(node.inputs[1])
        if constant is None:
            return self._tf.gather(x, indices, axis=axis)
        size = self._case.shapes[node.inputs[0]][axis]
        if constant.ndim == 0:
            spans = [slice(None)] * (axis % len(x.shape))
            return x[(*spans, int(constant) % size)]
        return self._tf.gather(x, constant % size, axis=axis)

    def gather_elements(self, node: Node, x: Any, indices: Any) -> Any:
        rank, axis = len(x.shape), node.attributes.get("axis", 0) % len(x.shape)
        order = [*(i for i in range(rank) if i != axis), axis]
        back = [order.index(i) for i in range(rank)]
        x, indices = self._tf.transpose(x, order), self._tf.transpose(indices, order)
        found = self._tf.gather(x, indices, axis=-1, batch_dims=rank - 1)
        return self._tf.transpose(found, back)

    def where(self, node: Node, condition: Any, a: Any, b: Any) -> Any:
        return self._tf.where(condition, a, b)

    def cast(self, node: Node, x: Any) -> Any:
        return self._tf.cast(x, node.attributes["to"])

    def pad(self, node: Node, x: Any) -> Any:
        pads, mode, rank = node.attributes["pads"], node.attributes["mode"], len(x.shape)
        around = [(pads[i], pads[i + rank]) for i in range(rank)]
        if mode == "constant":
            return self._tf.pad(x, around, constant_values=node.attributes["value"])
        if mode != "reflect":
            raise Unsupported([node.op], f"mode {mode}")
        return self._tf.pad(x, around, "REFLECT")

    def _reduce(self, name: str, node: Node, x: Any) -> Any:
        axes, kept = node.attributes["axes"], bool(node.attributes["keepdims"])
        return getattr(self._tf, name)(x, axis=axes, keepdims=kept)

    def reduce_mean(self, node: Node, x: Any) -> Any:
        return self._reduce("reduce_mean", node, x)

    def reduce_sum(self, node: Node, x: Any) -> Any:
        return self._reduce("reduce_sum", node, x)

    def reduce_max(self, node: Node, x: Any) -> Any:
        return self._reduce("reduce_max", node, x)

    def reduce_min(self, node: Node, x: Any) -> Any:
        return self._reduce("reduce_min", node, x)

    def arg_max(self, node: Node, x: Any) -> Any:
        if node.attributes.get("select_last_index", 0):
            raise Unsupported([node.op], "the last of equals")
        axis = node.attributes.get("axis", 0)
        found = self._tf.argmax(x, axis)
        return self._tf.expand_dims(found, axis) if node.attributes.get("keepdims", 1) else found

    def top_k(self, node: Node, x: Any) -> Any:
        axis = node.attributes.get("axis", -1) % len(x.shape)
        if axis != len(x.shape) - 1 or not node.attributes.get("largest", 1):
            raise Unsupported([node.op], "the least, or another axis than the last")
        return tuple(self._tf.math.top_k(x, node.attributes["k"], index_type=self._tf.int64))

    def cum_sum(self, node: Node, x: Any) -> Any:
        exclusive, reverse = (bool(node.attributes.get(n, 0)) for n in ("exclusive", "reverse"))
        return self._tf.cumsum(x, node.attributes["axis"], exclusive, reverse)

    def einsum(self, node: Node, *parts: Any) -> Any:
        return self._tf.einsum(node.attributes["equation"], *parts)

    def resize(self, node: Node, x: Any) -> Any:
        source, target = (self._case.shapes[name] for name in (node.inputs[0], node.outputs[0]))
        factors = resampling.whole_factors(node, source, target)
        if factors is not None and node.channels_last and len(source) == 4:
            # Asymmetric positions, whatever half_pixel_centers says: pixels are repeated.
            return self._tf.raw_ops.ResizeNearestNeighbor(images=x, size=target[1:3])
        for axis in resampling.changed_axes(node, source, target):
            there = (node.attributes, source[axis], target[axis], node.attributes["scales"][axis])
            if node.attributes["mode"] == "nearest":
                x = self._tf.gather(x, resampling.nearest(*there), axis=axis)
            else:
                mixed = self._tf.tensordot(x, resampling.mixture(*there), ((axis,), (1,)))
                last = len(source) - 1
                order = [i if i < axis else last if i == axis else i - 1 for i in range(last + 1)]
                x = self._tf.transpose(mixed, order)
        return x

    def lstm(self, node: Node, x: Any, *rest: Any) -> Any:
        """A loop over the steps, as in keras.layers.LSTM on a CPU."""
        lstm = read_lstm(self._case, node, "ifco")
        results = []
        for i, direction in enumerate(lstm.directions):
            start = [
                rest[at][i] if len(rest) > at and rest[at] is not None
                else self._tf.zeros((x.shape[1], lstm.units), x.dtype)
                for at in (4, 5)
            ]  # fmt: skip
            results.append(self._loop(direction, x, start))
        parts = zip((1, 0, 0), zip(*results))  # noqa: B905 - Python 3.9
        return tuple(self._tf.stack(part, axis) for axis, part in parts)

    def gated_lstm(self, node: Node, x: Any, given: Any, recurrent: Any, bias: Any) -> Any:
        """The same loop over weights that are trained."""
        start = self._tf.zeros((x.shape[1], recurrent.shape[0]), x.dtype)
        rows, _, _ = self._steps(x, (given, recurrent, bias), [start, start])
        return rows[:, None]

    def _loop(self, direction: Direction, x: Any, start: list[Any]) -> tuple[Any, Any, Any]:
        bias = direction.given_bias + direction.recurrent_bias
        weights = (direction.given.T, self._tf.constant(direction.recurrent.T), bias)
        return self._steps(x, weights, start, backwards=direction.backwards)

    def _steps(
        self, x: Any, weights: tuple[Any, Any, Any], start: list[Any], *, backwards: bool = False
    ) -> tuple[Any, Any, Any]:
        tf, (steps, batch, features) = self._tf, x.shape
        weight, recurrent, bias = weights
        flat = tf.matmul(tf.reshape(x, (steps * batch, features)), weight)
        given = tf.reshape(flat + bias, (steps, batch, -1))
        rows = tf.TensorArray(x.dtype, steps, element_shape=start[0].shape)

        def step(at: Any, hidden: Any, cell: Any, rows: Any) -> Any:
            now = steps - 1 - at if backwards else at
            i, f, c, o = tf.split(given[now] + tf.matmul(hidden, recurrent), 4, -1)
            cell = tf.sigmoid(f) * cell + tf.sigmoid(i) * tf.tanh(c)
            hidden = tf.sigmoid(o) * tf.tanh(cell)
            return at + 1, hidden, cell, rows.write(now, hidden)

        _, hidden, cell, rows = tf.while_loop(
            lambda at, *_: at < steps, step, (0, *start, rows), maximum_iterations=steps
        )
        return rows.stack(), hidden, cell

    def non_max_suppression(self, node: Node, boxes: Any, scores: Any) -> Any:
        tf, attributes = self._tf, node.attributes
        if self.static:
            raise Unsupported([node.op], "XLA wants a shape that does not depend on the data")
        if attributes.get("center_point_box", 0):
            middle, size = boxes[..., :2], boxes[..., 2:] / 2
            boxes = tf.concat((middle - size, middle + size), -1)
        found = []
        least = attributes["score_threshold"]
        for image in range(scores.shape[0]):
            for kind in range(scores.shape[1]):
                kept = tf.image.non_max_suppression(
                    boxes[image],
                    scores[image, kind],
                    attributes["max_output_boxes_per_class"] or 0,
                    attributes["iou_threshold"] or 0.0,
                    float("-inf") if least is None else least,
                )
                same = tf.ones_like(kept)
                found.append(tf.stack((image * same, kind * same, kept), 1))
        return tf.cast(tf.concat(found, 0), tf.int64)

    static = False
    """Whether every shape has to be known beforehand."""
