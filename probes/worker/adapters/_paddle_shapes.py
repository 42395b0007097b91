# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""PaddlePaddle's operators on shapes, indices and sequences; the others are in paddle.py."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import Lstm, read_lstm
from ..walk import Arithmetic

if TYPE_CHECKING:
    from ..case import Case, Node
    from ..straight import Straight


class Shapes(Arithmetic):
    """ONNX operators in paddle; `layers` are those of its own that the Layer has to hold."""

    _paddle: Any
    _own: Any
    """The module itself, for what is made while recording."""
    _f: Any
    _case: Case
    _recording: Straight
    layers: list[Any]
    held: dict[str, Any]
    """Weights that are parameters of `layers`, by name."""

    def _shape(self, node: Node) -> tuple[int, ...]:
        return self._case.shapes[node.inputs[0]]

    def _constant(self, array: Any) -> Any:
        """An array of our own making, placed where it is used: a static program has no others."""
        return self._recording.call(self._own.to_tensor, array)

    def reshape(self, node: Node, x: Any, *_: Any) -> Any:
        return self._paddle.reshape(x, list(self._case.shapes[node.outputs[0]]))

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: Any) -> Any:
        return self._paddle.broadcast_to(x, list(self._case.shapes[node.outputs[0]]))

    def tile(self, node: Node, x: Any) -> Any:
        return self._paddle.tile(x, list(node.attributes["repeats"]))

    def transpose(self, node: Node, x: Any) -> Any:
        backwards = reversed(range(len(self._shape(node))))
        return self._paddle.transpose(x, list(node.attributes.get("perm", backwards)))

    def concat(self, node: Node, *parts: Any) -> Any:
        return self._paddle.concat(list(parts), node.attributes["axis"])

    def split(self, node: Node, x: Any) -> Any:
        axis = node.attributes["axis"]
        sizes = [self._case.shapes[name][axis] for name in node.outputs]
        parts = self._paddle.split(x, sizes, axis)
        return tuple(parts[i] for i in range(len(sizes)))

    def slice(self, node: Node, x: Any) -> Any:
        axes, starts, ends, steps = (
            list(node.attributes[name]) for name in ("axes", "starts", "ends", "steps")
        )
        if min(steps, default=1) < 0:
            raise Unsupported([node.op], "negative steps")
        if set(steps) == {1}:
            return self._paddle.slice(x, axes, starts, ends)
        return self._paddle.strided_slice(x, axes, starts, ends, steps)

    def gather(self, node: Node, x: Any, indices: Any) -> Any:
        shape = self._shape(node)
        axis = node.attributes.get("axis", 0) % len(shape)
        where = self._case.shapes[node.inputs[1]]
        constant = self._case.weights.get(node.inputs[1])
        if not where and constant is not None:
            start = int(constant) % shape[axis]
            part = self._paddle.slice(x, [axis], [start], [start + 1])
            return self._paddle.squeeze(part, axis)
        floats = self._case.dtypes.get(node.inputs[0], "").startswith("float")
        if axis == 0 and len(shape) == 2 and floats and constant is None:
            return self._f.embedding(indices, x)
        if constant is not None:
            indices = self._constant(constant % shape[axis])
        flat = self._paddle.reshape(indices, [-1]) if len(where) != 1 else indices
        found = self._paddle.index_select(x, flat, axis)
        if len(where) == 1:
            return found
        return self._paddle.reshape(found, [*shape[:axis], *where, *shape[axis + 1 :]])

    def gather_elements(self, node: Node, x: Any, indices: Any) -> Any:
        return self._paddle.take_along_axis(
            x, indices, node.attributes.get("axis", 0), broadcast=False
        )

    def where(self, node: Node, condition: Any, a: Any, b: Any) -> Any:
        return self._paddle.where(condition, a, b)

    def cast(self, node: Node, x: Any) -> Any:
        return self._paddle.cast(x, node.attributes["to"])

    def pad(self, node: Node, x: Any) -> Any:
        mode, rank = node.attributes["mode"], len(self._shape(node))
        pads = node.attributes["pads"]
        pairs = [(pads[axis], pads[axis + rank]) for axis in range(rank)]
        if mode == "constant" and not any(map(any, pairs[:2])) and rank > 2:
            return self._around(x, pairs[2:], mode="constant", value=node.attributes["value"])
        if mode == "constant":
            return self._f.pad(x, [side for pair in pairs for side in pair],
                               value=node.attributes["value"])  # fmt: skip
        if any(map(any, pairs[:2])) or rank < 3 or mode not in ("reflect", "edge"):
            raise Unsupported([node.op], f"mode {mode} here")
        return self._around(x, pairs[2:], mode={"edge": "replicate"}.get(mode, mode))

    def _around(self, x: Any, pairs: Any, **how: Any) -> Any:
        """Pad the spatial axes, of which the last one comes first here."""
        ends = [side for pair in reversed(pairs) for side in pair]
        layout = {1: "NCL", 2: "NCHW", 3: "NCDHW"}[len(pairs)]
        return self._f.pad(x, ends, data_format=layout, **how)

    def _reduce(self, name: str, node: Node, x: Any) -> Any:
        axes, kept = list(node.attributes["axes"]), bool(node.attributes["keepdims"])
        return getattr(self._paddle, name)(x, axes, keepdim=kept) if axes else x

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
        axis, kept = node.attributes.get("axis", 0), bool(node.attributes.get("keepdims", 1))
        return self._paddle.argmax(x, axis, kept)

    def top_k(self, node: Node, x: Any) -> Any:
        attributes = node.attributes
        largest = bool(attributes.get("largest", 1))
        found = self._paddle.topk(x, attributes["k"], attributes.get("axis", -1), largest)
        return found[0], found[1]

    def cum_sum(self, node: Node, x: Any) -> Any:
        if node.attributes.get("exclusive", 0) or node.attributes.get("reverse", 0):
            raise Unsupported([node.op], "exclusive or reverse")
        return self._paddle.cumsum(x, node.attributes["axis"])

    def einsum(self, node: Node, *parts: Any) -> Any:
        return self._paddle.einsum(node.attributes["equation"], *parts)

    def resize(self, node: Node, x: Any) -> Any:
        source, target = (self._case.shapes[name] for name in (node.inputs[0], node.outputs[0]))
        axes, attributes = resampling.changed_axes(node, source, target), node.attributes
        if resampling.whole_factors(node, source, target) and axes == [2, 3]:
            return self._f.interpolate(x, list(target[2:]), mode="nearest")
        if axes == [2, 3] and len(source) == 4 and self._is_bilinear(node, source, target):
            corners = attributes["coordinate_transformation_mode"] == "align_corners"
            size = list(target[2:])
            return self._f.interpolate(x, size, mode="bilinear", align_corners=corners)
        for axis in axes:
            there = (attributes, source[axis], target[axis], attributes["scales"][axis])
            if attributes["mode"] == "nearest":
                x = self._paddle.index_select(x, self._constant(resampling.nearest(*there)), axis)
            else:
                matrix = self._constant(resampling.mixture(*there))
                mixed = self._paddle.tensordot(x, matrix, [[axis], [1]])
                x = self._paddle.moveaxis(mixed, -1, axis)
        return x

    def _is_bilinear(self, node: Node, source: tuple[int, ...], target: tuple[int, ...]) -> bool:
        """Whether interpolate means the same: it takes its scales from the sizes."""
        scales, attributes = node.attributes["scales"], node.attributes
        how = (attributes["mode"], attributes["coordinate_transformation_mode"])
        exact = all(math.isclose(scales[i] * size, target[i]) for i, size in enumerate(source))
        known = how in (("linear", "half_pixel"), ("linear", "align_corners"))
        return known and exact and not attributes.get("antialias", 0)

    def lstm(self, node: Node, x: Any, *rest: Any) -> Any:
        lstm = read_lstm(self._case, node, "ifco")
        steps, batch, features = self._shape(node)
        count = len(lstm.directions)
        if any(d.backwards != bool(i) for i, d in enumerate(lstm.directions)):
            raise Unsupported([node.op], "backwards only")
        layer = self._lstm_layer(lstm, features)
        start = tuple(rest[i] for i in (4, 5) if len(rest) > i and rest[i] is not None)
        if len(start) == 1:
            raise Unsupported([node.op], "one of two initial states")
        states = (start,) if start else ()
        made = self._recording.call(layer, x, *states)
        y = self._paddle.reshape(made[0], [steps, batch, count, lstm.units])
        return self._paddle.transpose(y, [0, 2, 1, 3]), made[1][0], made[1][1]

    def _lstm_layer(self, lstm: Lstm, features: int) -> Any:
        """paddle.nn.LSTM with these weights."""
        way = "bidirect" if len(lstm.directions) == 2 else "forward"
        layer = self._own.nn.LSTM(features, lstm.units, direction=way, time_major=True)
        held = dict(layer.named_parameters())
        for direction, end in zip(lstm.directions, ("", "_reverse")):  # noqa: B905 - Python 3.9
            held[f"weight_ih_l0{end}"].set_value(direction.given)
            held[f"weight_hh_l0{end}"].set_value(direction.recurrent)
            held[f"bias_ih_l0{end}"].set_value(direction.given_bias)
            held[f"bias_hh_l0{end}"].set_value(direction.recurrent_bias)
        self.layers.append(layer)
        return layer

    def gated_lstm(self, node: Node, x: Any, *_: Any) -> Any:
        """paddle.nn.LSTM whose own parameters are what is trained."""
        steps, batch, features = self._case.shapes[node.inputs[0]]
        units = self._case.shapes[node.inputs[2]][1]
        layer = self._own.nn.LSTM(features, units, time_major=True)
        held = dict(layer.named_parameters())
        places = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0")
        for name, place in zip(node.inputs[1:], places):  # noqa: B905 - Python 3.9
            held[place].set_value(self._case.weights[name])
            self.held[name] = held[place]
        self.layers.append(layer)
        made = self._recording.call(layer, x)
        return self._paddle.reshape(made[0], [steps, 1, batch, units])

    def non_max_suppression(self, node: Node, boxes: Any, scores: Any) -> Any:
        """paddle.vision's selection, image by image and class by class."""
        paddle, attributes = self._paddle, node.attributes
        images, classes, _ = self._case.shapes[node.inputs[1]]
        if attributes.get("center_point_box", 0):
            middle, size = boxes[..., :2], boxes[..., 2:] / 2
            boxes = paddle.concat([middle - size, middle + size], -1)
        least = attributes["score_threshold"]
        found = []
        for image in range(images):
            for kind in range(classes):
                given = scores[image, kind]
                likely = paddle.nonzero(given > (-math.inf if least is None else least))[:, 0]
                chosen = self._recording.call(
                    self._own.vision.ops.nms,
                    paddle.index_select(boxes[image], likely),
                    attributes["iou_threshold"] or 0.0,
                    paddle.index_select(given, likely),
                )
                most = attributes["max_output_boxes_per_class"] or 0
                kept = paddle.index_select(likely, chosen[:most])
                places = (paddle.full_like(kept, image), paddle.full_like(kept, kind), kept)
                found.append(paddle.stack(list(places), 1))
        return paddle.concat(found)
