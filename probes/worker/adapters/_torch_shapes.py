# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""PyTorch's operators on shapes, indices and sequences; the others are in torch.py."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import read_lstm
from ..walk import Arithmetic

if TYPE_CHECKING:
    from ..case import Case, Node


class Shapes(Arithmetic):
    """ONNX operators in torch; `_constant` places an array of our own making."""

    _torch: Any
    _f: Any
    _case: Case
    _constant: Any

    def _rank(self, node: Node) -> int:
        return len(self._case.shapes[node.inputs[0]])

    def reshape(self, node: Node, x: Any, *_: Any) -> Any:
        return self._torch.reshape(x, self._case.shapes[node.outputs[0]])

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: Any) -> Any:
        return self._torch.broadcast_to(x, self._case.shapes[node.outputs[0]])

    def tile(self, node: Node, x: Any) -> Any:
        return self._torch.tile(x, tuple(node.attributes["repeats"]))

    def transpose(self, node: Node, x: Any) -> Any:
        backwards = tuple(reversed(range(self._rank(node))))
        return self._torch.permute(x, tuple(node.attributes.get("perm", backwards)))

    def concat(self, node: Node, *parts: Any) -> Any:
        return self._torch.cat(parts, node.attributes["axis"])

    def split(self, node: Node, x: Any) -> Any:
        axis = node.attributes["axis"]
        sizes = [self._case.shapes[name][axis] for name in node.outputs]
        parts = self._torch.split(x, sizes, axis)
        return tuple(parts[i] for i in range(len(sizes)))

    def slice(self, node: Node, x: Any) -> Any:
        attributes = node.attributes
        for i, axis in enumerate(attributes["axes"]):
            step = attributes["steps"][i]
            if step < 0:
                raise Unsupported([node.op], "negative steps")
            spans = [slice(None)] * axis
            x = x[(*spans, slice(attributes["starts"][i], attributes["ends"][i], step))]
        return x

    def gather(self, node: Node, x: Any, indices: Any) -> Any:
        axis = node.attributes.get("axis", 0) % self._rank(node)
        shape = self._case.shapes[node.inputs[1]]
        if not shape:
            constant = self._case.weights.get(node.inputs[1])
            if constant is not None:
                return self._torch.select(x, axis, int(constant))
            return self._torch.index_select(x, axis, indices.reshape(1)).squeeze(axis)
        if axis == 0 and self._rank(node) == 2 and self._is_float(node.inputs[0]):
            return self._f.embedding(indices, x)
        return x[(*[slice(None)] * axis, indices)]

    def _is_float(self, name: str) -> bool:
        return self._case.dtypes.get(name, "").startswith("float")

    def gather_elements(self, node: Node, x: Any, indices: Any) -> Any:
        return self._torch.gather(x, node.attributes.get("axis", 0), indices)

    def where(self, node: Node, condition: Any, a: Any, b: Any) -> Any:
        return self._torch.where(condition, a, b)

    def cast(self, node: Node, x: Any) -> Any:
        return x.to(getattr(self._torch, node.attributes["to"]))

    def pad(self, node: Node, x: Any) -> Any:
        mode, rank = node.attributes["mode"], self._rank(node)
        pads = node.attributes["pads"]
        around = [
            side for axis in reversed(range(rank)) for side in (pads[axis], pads[axis + rank])
        ]
        if mode == "constant":
            return self._f.pad(x, around, value=node.attributes["value"])
        if any(around[2 * (rank - 2) :]) or mode not in ("reflect", "edge"):
            raise Unsupported([node.op], f"mode {mode} here")
        names = {"reflect": "reflect", "edge": "replicate"}
        return self._f.pad(x, around[: 2 * (rank - 2)], names[mode])

    def _reduce(self, name: str, node: Node, x: Any) -> Any:
        axes = tuple(node.attributes["axes"])
        return getattr(self._torch, name)(x, axes, bool(node.attributes["keepdims"])) if axes else x

    def reduce_mean(self, node: Node, x: Any) -> Any:
        return self._reduce("mean", node, x)

    def reduce_sum(self, node: Node, x: Any) -> Any:
        return self._reduce("sum", node, x)

    def reduce_max(self, node: Node, x: Any) -> Any:
        return self._reduce("amax", node, x)

    def reduce_min(self, node: Node, x: Any) -> Any:
        return self._reduce("amin", node, x)

    def arg_max(self, node: Node, x: Any) -> Any:
        if node.attributes.get("select_last_index", 0):
            raise Unsupported([node.op], "the last of equals")
        axis, kept = node.attributes.get("axis", 0), bool(node.attributes.get("keepdims", 1))
        return self._torch.argmax(x, axis, kept)

    def top_k(self, node: Node, x: Any) -> Any:
        attributes = node.attributes
        found = self._torch.topk(
            x, attributes["k"], attributes.get("axis", -1), bool(attributes.get("largest", 1)), True
        )
        return found[0], found[1]

    def cum_sum(self, node: Node, x: Any) -> Any:
        if node.attributes.get("exclusive", 0) or node.attributes.get("reverse", 0):
            raise Unsupported([node.op], "exclusive or reverse")
        return self._torch.cumsum(x, node.attributes["axis"])

    def einsum(self, node: Node, *parts: Any) -> Any:
        return self._torch.einsum(node.attributes["equation"], *parts)

    def resize(self, node: Node, x: Any) -> Any:
        source, target = (self._case.shapes[name] for name in (node.inputs[0], node.outputs[0]))
        axes = resampling.changed_axes(node, source, target)
        scales, attributes = node.attributes["scales"], node.attributes
        if resampling.whole_factors(node, source, target) and axes == [2, 3]:
            return self._f.interpolate(x, target[2:], mode="nearest")
        if set(axes) <= {2, 3} and len(source) == 4 and self._is_bilinear(node, source, target):
            corners = attributes["coordinate_transformation_mode"] == "align_corners"
            return self._f.interpolate(x, target[2:], mode="bilinear", align_corners=corners)
        for axis in axes:
            there = (attributes, source[axis], target[axis], scales[axis])
            if attributes["mode"] == "nearest":
                index = self._constant(resampling.nearest(*there))
                x = self._torch.index_select(x, axis, index)
            else:
                matrix = self._constant(resampling.mixture(*there))
                x = self._torch.tensordot(x, matrix, ([axis], [1])).movedim(-1, axis)
        return x

    def _is_bilinear(self, node: Node, source: tuple[int, ...], target: tuple[int, ...]) -> bool:
        """Whether interpolate means the same: it takes its scales from the sizes."""
        scales, attributes = node.attributes["scales"], node.attributes
        how = (attributes["mode"], attributes["coordinate_transformation_mode"])
        exact = all(math.isclose(scales[i] * size, target[i]) for i, size in enumerate(source))
        known = how in (("linear", "half_pixel"), ("linear", "align_corners"))
        return known and exact and not attributes.get("antialias", 0)

    def lstm(self, node: Node, x: Any, *rest: Any) -> Any:
        import numpy as np

        lstm = read_lstm(self._case, node, "ifco")
        steps, batch, _ = self._case.shapes[node.inputs[0]]
        count = len(lstm.directions)
        if any(d.backwards != bool(i) for i, d in enumerate(lstm.directions)):
            raise Unsupported([node.op], "backwards only")
        weights = [
            self._constant(array)
            for d in lstm.directions
            for array in (d.given, d.recurrent, d.given_bias, d.recurrent_bias)
        ]
        start = [rest[i] if len(rest) > i and rest[i] is not None else None for i in (4, 5)]
        if any(each is None for each in start):
            zeros = np.zeros((count, batch, lstm.units), np.float32)
            start = [self._constant(zeros) if s is None else s for s in start]
        made = self._torch.lstm(x, start, weights, True, 1, 0.0, False, count == 2, False)
        y = self._torch.reshape(made[0], (steps, batch, count, lstm.units))
        return self._torch.permute(y, (0, 2, 1, 3)), made[1], made[2]

    def gated_lstm(self, node: Node, x: Any, *weights: Any) -> Any:
        """torch.lstm over weights that are trained."""
        import numpy as np

        steps, batch, _ = self._case.shapes[node.inputs[0]]
        units = self._case.shapes[node.inputs[2]][1]
        start = self._constant(np.zeros((1, batch, units), np.float32))
        made = self._torch.lstm(x, [start, start], list(weights), True, 1, 0.0, False, False, False)
        return self._torch.reshape(made[0], (steps, 1, batch, units))

    def non_max_suppression(self, node: Node, boxes: Any, scores: Any) -> Any:
        """Torchvision's selection, image by image and class by class."""
        try:
            import torchvision
        except (ImportError, RuntimeError) as error:
            raise Unsupported([node.op], "torchvision is not in this environment") from error
        torch, attributes = self._torch, node.attributes
        images, classes, _ = self._case.shapes[node.inputs[1]]
        if attributes.get("center_point_box", 0):
            middle, size = boxes[..., :2], boxes[..., 2:] / 2
            boxes = torch.cat((middle - size, middle + size), -1)
        found = []
        for image in range(images):
            for kind in range(classes):
                given = scores[image, kind]
                least = attributes["score_threshold"]
                likely = torch.nonzero(given > (-math.inf if least is None else least))[:, 0]
                chosen = torchvision.ops.nms(
                    boxes[image][likely], given[likely], attributes["iou_threshold"] or 0.0
                )
                kept = likely[chosen[: attributes["max_output_boxes_per_class"] or 0]]
                places = (torch.full_like(kept, image), torch.full_like(kept, kind), kept)
                found.append(torch.stack(places, 1))
        return torch.cat(found)
