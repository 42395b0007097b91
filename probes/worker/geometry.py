"""Sliding windows: the padding, strides and counts that ONNX attributes mean.

Pure functions on tuples over the spatial axes, in order; adapters turn them into their own terms.
Formulae: ONNX operator specification, Conv, MaxPool and AveragePool.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .case import Case, Node

Axes = tuple[int, ...]


@dataclass(frozen=True)
class Window:
    """A window that slides over `size`. `begin` and `end` pad each axis.

    `extra` is what ceil_mode adds behind `end`, so that the last window is complete.
    """

    size: Axes
    kernel: Axes
    strides: Axes
    dilations: Axes
    begin: Axes
    end: Axes
    extra: Axes

    @property
    def pads(self) -> tuple[tuple[int, int], ...]:
        """(before, after) per axis, `extra` included."""
        return tuple((begin, self.end[i] + self.extra[i]) for i, begin in enumerate(self.begin))

    @property
    def symmetric(self) -> bool:
        """Every axis is padded alike before and after."""
        return all(before == after for before, after in self.pads)

    @property
    def padded(self) -> bool:
        """Any axis is padded."""
        return any(before or after for before, after in self.pads)


def of_conv(case: Case, node: Node) -> Window:
    """The window of a Conv; its kernel is the spatial part of the weight's shape."""
    weight = case.shapes[node.inputs[1]]
    kernel = weight[:-2] if node.channels_last else weight[2:]
    return window(node.attributes, spatial(case, node), kernel)


def of_pool(case: Case, node: Node) -> Window:
    """The window of a MaxPool or AveragePool."""
    return window(node.attributes, spatial(case, node), tuple(node.attributes["kernel_shape"]))


@dataclass(frozen=True)
class Spread:
    """What a ConvTranspose does: `full` is its output before `begin` and `end` are cut off.

    A negative `end` means that zeros follow, as output_padding asks for.
    """

    strides: Axes
    dilations: Axes
    begin: Axes
    end: Axes
    target: Axes
    full: Axes

    @property
    def extra(self) -> Axes:
        """Output padding of a framework that cuts off `begin` on both sides."""
        return tuple(self.begin[i] - end for i, end in enumerate(self.end))


def of_transposed(case: Case, node: Node) -> Spread:
    """The spreading of a ConvTranspose; its output's shape decides what is cut off."""
    rank = len(case.shapes[node.inputs[0]]) - 2
    weight, source = case.shapes[node.inputs[1]], spatial(case, node)
    out = case.shapes[node.outputs[0]]
    kernel = weight[:-2] if node.channels_last else weight[2:]
    target = out[1:-1] if node.channels_last else out[2:]
    strides = tuple(node.attributes.get("strides", (1,) * rank))
    dilations = tuple(node.attributes.get("dilations", (1,) * rank))
    full = tuple(
        (source[i] - 1) * strides[i] + 1 + (k - 1) * dilations[i] for i, k in enumerate(kernel)
    )
    auto = node.attributes.get("auto_pad", "NOTSET")
    if auto == "NOTSET" and "output_shape" not in node.attributes:
        begin = tuple(node.attributes.get("pads", (0,) * (2 * rank)))[:rank]
    else:
        cut = [max(0, full[i] - size) for i, size in enumerate(target)]
        begin = tuple(c - c // 2 if auto == "SAME_LOWER" else c // 2 for c in cut)
        if auto == "NOTSET":
            begin = tuple(c - c // 2 for c in cut)
    end = tuple(full[i] - begin[i] - size for i, size in enumerate(target))
    return Spread(strides, dilations, begin, end, target, full)


def spatial(case: Case, node: Node) -> Axes:
    """Lengths of the spatial axes of the node's first input."""
    shape = case.shapes[node.inputs[0]]
    return shape[1:-1] if node.channels_last else shape[2:]


def window(attributes: Mapping[str, Any], size: Axes, kernel: Axes) -> Window:
    """Read strides, dilations, pads, auto_pad and ceil_mode for a `kernel` over `size`.

    >>> same = window({"auto_pad": "SAME_UPPER", "strides": [2, 2]}, (5, 4), (3, 3))
    >>> same.pads
    ((1, 1), (0, 1))
    >>> window({"pads": [0, 1, 2, 3]}, (5, 5), (2, 2)).pads
    ((0, 2), (1, 3))
    >>> window({"strides": [2], "ceil_mode": 1}, (6,), (3,)).extra
    (1,)
    """
    rank = len(size)
    strides = tuple(attributes.get("strides", (1,) * rank))
    dilations = tuple(attributes.get("dilations", (1,) * rank))
    reach = tuple(1 + (k - 1) * dilations[i] for i, k in enumerate(kernel))
    begin, end = _declared(attributes, size, strides, reach)
    extra = (0,) * rank
    if attributes.get("ceil_mode", 0):
        extra = tuple(
            _completion(size[i] + begin[i] + end[i], reach[i], strides[i], size[i] + begin[i])
            for i in range(rank)
        )
    return Window(size, tuple(kernel), strides, dilations, begin, end, extra)


def _declared(
    attributes: Mapping[str, Any], size: Axes, strides: Axes, reach: Axes
) -> tuple[Axes, Axes]:
    rank = len(size)
    auto = attributes.get("auto_pad", "NOTSET")
    if auto == "VALID":
        return (0,) * rank, (0,) * rank
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        totals = [
            max(0, (-(-n // strides[i]) - 1) * strides[i] + reach[i] - n)
            for i, n in enumerate(size)
        ]
        small = tuple(t // 2 for t in totals)
        large = tuple(t - t // 2 for t in totals)
        return (small, large) if auto == "SAME_UPPER" else (large, small)
    pads = tuple(attributes.get("pads", (0,) * (2 * rank)))
    return pads[:rank], pads[rank:]


def _completion(length: int, reach: int, stride: int, data_end: int) -> int:
    """Padding that completes the last window of a ceil_mode pooling along one axis.

    A window that would begin in the padding behind the data is left out, as ONNX does.
    """
    steps = -(-(length - reach) // stride)
    if steps * stride >= data_end:
        steps -= 1
    return max(0, steps * stride + reach - length)


def counts(view: Window, include_pad: bool) -> list[list[int]]:
    """Per axis, how many elements each window position averages over.

    The product over the axes is the divisor of AveragePool. Declared padding counts with
    `include_pad`, what ceil_mode adds never does.

    >>> counts(window({"pads": [1, 1], "strides": [2]}, (5,), (3,)), include_pad=False)
    [[2, 3, 2]]
    >>> counts(window({"pads": [1, 1], "strides": [2]}, (5,), (3,)), include_pad=True)
    [[3, 3, 3]]
    """
    per_axis = []
    for i, n in enumerate(view.size):
        before, after = view.pads[i]
        first, last = (0, before + n + view.end[i]) if include_pad else (before, before + n)
        reach = 1 + (view.kernel[i] - 1) * view.dilations[i]
        starts = range(0, before + n + after - reach + 1, view.strides[i])
        taps = range(0, reach, view.dilations[i])
        per_axis.append([sum(first <= s + t < last for t in taps) for s in starts])
    return per_axis


def average_scale(view: Window, include_pad: bool) -> Any:
    """Factor that turns a mean over the padded input into what AveragePool means.

    Returns:
        A float32 array of the output's spatial shape: kernel volume over the real divisor.
    """
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    divisor = np.ones(())
    for axis in counts(view, include_pad):
        divisor = np.multiply.outer(divisor, np.asarray(axis, float))
    return (np.prod(view.kernel) / divisor).astype(np.float32)


def same_upper(view: Window) -> tuple[tuple[int, int], ...]:
    """Padding that "SAME" would mean for this window: output ceil(size / stride), more at the end.

    >>> same_upper(window({}, (5, 4), (3, 3)))
    ((1, 1), (1, 1))
    """
    attributes = {
        "auto_pad": "SAME_UPPER", "strides": view.strides, "dilations": view.dilations
    }  # fmt: skip
    return window(attributes, view.size, view.kernel).pads
