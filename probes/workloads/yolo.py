"""YOLOv8n without and with the selection of boxes; each has a file of its own beside this one.

Architecture: Jocher et al., Ultralytics YOLOv8 (2023), `yolov8n`: width 0.25, depth 0.33, 80
classes, 640 x 640. As exported: BatchNormalization folded into the convolutions, boxes decoded.
Published fused: 3,151,904 parameters, 8.7 billion operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from probes.workloads.convolutional import conv
from probes.workloads.transformer import scalar, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from probes.workloads.graph import Graph

OPERATORS = frozenset(
    {"Add", "Concat", "Conv", "Div", "MaxPool", "Mul", "Reshape"}
    | {"Resize", "Sigmoid", "Softmax", "Split", "Sub", "Transpose"}
)
SIZE = 640
CLASSES = 80
BINS = 16
"""A distance to a side of a box is the mean of a distribution over this many cells."""
STRIDES = (8, 16, 32)
CELLS = sum((SIZE // stride) ** 2 for stride in STRIDES)
RARE = -4.5
"""Bias of the class scores: few cells hold an object."""
GAINS = {"box": 16.0, "class": 0.5}
"""Of the last convolutions: boxes must differ, scores must not be so sure that they are alike."""


def predictions(graph: Graph, image: str, batch: int) -> tuple[str, str]:
    """Boxes [batch, 4, 8400] (centre, size; in pixels) and scores [batch, 80, 8400]."""
    levels = _neck(graph, *_backbone(graph, image))
    outputs = [
        _head(graph, f"head{i}", x, (64, 128, 256)[i], STRIDES[i], batch)
        for i, x in enumerate(levels)
    ]
    joint = graph.node("Concat", *outputs, axis=2)
    sides, classes = graph.nodes(
        "Split", joint, whole(graph, "sides and classes", [4 * BINS, CLASSES]), outputs=2, axis=1
    )
    return _boxes(graph, sides, batch), graph.node("Sigmoid", classes)


def _backbone(graph: Graph, x: str) -> tuple[str, str, str]:
    x = _silu(graph, "stem", x, 3, 16, 3, stride=2)
    kept = []
    for stage, (given, out, depth) in enumerate(
        ((16, 32, 1), (32, 64, 2), (64, 128, 2), (128, 256, 1))
    ):
        x = _silu(graph, f"stage{stage}", x, given, out, 3, stride=2)
        x = _c2f(graph, f"stage{stage}.c2f", x, out, out, depth, shortcut=True)
        kept.append(x)
    return kept[1], kept[2], _pooled(graph, "pooled", kept[3])


def _neck(graph: Graph, fine: str, middle: str, coarse: str) -> tuple[str, str, str]:
    """Features of three scales, mixed from coarse to fine and back."""
    x = graph.node("Concat", _double(graph, coarse), middle, axis=1)
    middle = _c2f(graph, "neck0", x, 384, 128, 1)
    x = graph.node("Concat", _double(graph, middle), fine, axis=1)
    fine = _c2f(graph, "neck1", x, 192, 64, 1)
    x = graph.node("Concat", _silu(graph, "down0", fine, 64, 64, 3, stride=2), middle, axis=1)
    middle = _c2f(graph, "neck2", x, 192, 128, 1)
    x = graph.node("Concat", _silu(graph, "down1", middle, 128, 128, 3, stride=2), coarse, axis=1)
    return fine, middle, _c2f(graph, "neck3", x, 384, 256, 1)


def _silu(
    graph: Graph, name: str, x: str, channels: int, out: int, kernel: int, *, stride: int = 1,
    gain: float = 2.4,
) -> str:  # fmt: skip
    """Conv with bias, and x · sigmoid(x)."""
    x = conv(graph, name, x, channels, out, kernel, stride=stride, gain=gain, bias=True)
    return graph.node("Mul", x, graph.node("Sigmoid", x))


def _c2f(
    graph: Graph, name: str, x: str, channels: int, out: int, depth: int, *, shortcut: bool = False
) -> str:
    """Two halves; one goes through `depth` bottlenecks, and all that arises is joined."""
    half = out // 2
    x = _silu(graph, f"{name}.open", x, channels, out, 1)
    parts = graph.nodes("Split", x, whole(graph, f"halves {half}", [half] * 2), outputs=2, axis=1)
    for block in range(depth):
        y = _silu(graph, f"{name}.{block}.first", parts[-1], half, half, 3)
        y = _silu(graph, f"{name}.{block}.second", y, half, half, 3, gain=1.0)
        parts.append(graph.node("Add", parts[-1], y) if shortcut else y)
    joined = graph.node("Concat", *parts, axis=1)
    return _silu(graph, f"{name}.close", joined, (2 + depth) * half, out, 1)


def _pooled(graph: Graph, name: str, x: str) -> str:
    """Maxima over 5, 9 and 13 pixels beside the features (SPPF)."""
    parts = [_silu(graph, f"{name}.open", x, 256, 128, 1)]
    for _ in range(3):
        parts.append(graph.node("MaxPool", parts[-1], kernel_shape=[5, 5], pads=[2, 2, 2, 2]))
    # Maxima are far above the rest.
    joined = graph.node("Concat", *parts, axis=1)
    return _silu(graph, f"{name}.close", joined, 512, 256, 1, gain=0.4)


def _double(graph: Graph, x: str) -> str:
    scales = graph.weight("double", np.array([1.0, 1.0, 2.0, 2.0]))
    attributes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric"}
    return graph.node("Resize", x, "", scales, nearest_mode="floor", **attributes)


def _head(graph: Graph, name: str, x: str, channels: int, stride: int, batch: int) -> str:
    """[batch, 64 + 80, cells]: distances to the four sides as distributions, and class scores."""
    outputs = []
    for part, width, out in (("box", 64, 4 * BINS), ("class", 80, CLASSES)):
        y = _silu(graph, f"{name}.{part}0", x, channels, width, 3)
        y = _silu(graph, f"{name}.{part}1", y, width, width, 3)
        size = (out, width, 1, 1)
        weight = graph.normal(f"{name}.{part}2.weight", size, width, GAINS[part])
        middle = RARE if part == "class" else 0.0
        bias = graph.uniform(f"{name}.{part}2.bias", out, middle - 0.2, middle + 0.2)
        outputs.append(graph.node("Conv", y, weight, bias, kernel_shape=[1, 1]))
    joined = graph.node("Concat", *outputs, axis=1)
    cells = (SIZE // stride) ** 2
    shape = whole(graph, f"cells {cells}", [batch, 4 * BINS + CLASSES, cells])
    return graph.node("Reshape", joined, shape)


def _boxes(graph: Graph, sides: str, batch: int) -> str:
    """Mean distances from each cell to the sides, as centre and size in pixels."""
    shape = whole(graph, "distributions", [batch, 4, BINS, CELLS])
    x = graph.node("Transpose", graph.node("Reshape", sides, shape), perm=[0, 2, 1, 3])
    bins = graph.weight("bins", np.arange(BINS).reshape(1, BINS, 1, 1))
    x = graph.node("Conv", graph.node("Softmax", x, axis=1), bins, kernel_shape=[1, 1])
    x = graph.node("Reshape", x, whole(graph, "distances", [batch, 4, CELLS]))
    before, after = graph.nodes("Split", x, whole(graph, "halves 2", [2, 2]), outputs=2, axis=1)
    centres, strides = _anchors()
    anchors = graph.weight("anchors", centres)
    low, high = graph.node("Sub", anchors, before), graph.node("Add", anchors, after)
    centre = graph.node("Div", graph.node("Add", low, high), scalar(graph, 2.0))
    boxes = graph.node("Concat", centre, graph.node("Sub", high, low), axis=1)
    return graph.node("Mul", boxes, graph.weight("strides", strides))


def _anchors() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres of all cells in units of their stride, [1, 2, 8400] (x, y), and the strides."""
    centres, strides = [], []
    for stride in STRIDES:
        side = SIZE // stride
        y, x = np.meshgrid(np.arange(side) + 0.5, np.arange(side) + 0.5, indexing="ij")
        centres.append(np.stack([x.ravel(), y.ravel()]))
        strides.append(np.full(side**2, stride))
    return np.concatenate(centres, axis=1)[None], np.concatenate(strides)[None, None].astype(float)
