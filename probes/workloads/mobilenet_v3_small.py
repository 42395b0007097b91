"""MobileNetV3-Small at 224 x 224 with seeded weights, BatchNormalization kept as nodes.

Architecture: Howard et al., "Searching for MobileNetV3" (ICCV 2019, arXiv:1905.02244), table 2,
with the squeeze widths and the classifier of torchvision's `mobilenet_v3_small` (2,542,856
parameters).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="MobileNetV3-Small, 224×224", zh="MobileNetV3-Small，224×224")
OPERATORS = frozenset(
    {"Add", "BatchNormalization", "Conv", "Flatten", "Gemm"}
    | {"GlobalAveragePool", "HardSigmoid", "HardSwish", "Mul", "Relu"}
)
SIZE = 224
CLASSES = 1000
STEM = 16
HEAD = 576
HIDDEN = 1024


class Bneck(NamedTuple):
    """A row of table 2: kernel, expanded and output channels, squeeze-and-excite, activation."""

    kernel: int
    expanded: int
    out: int
    squeeze: bool
    activation: str
    stride: int


BLOCKS = (
    Bneck(3, 16, 16, True, "Relu", 2),
    Bneck(3, 72, 24, False, "Relu", 2),
    Bneck(3, 88, 24, False, "Relu", 1),
    Bneck(5, 96, 40, True, "HardSwish", 2),
    Bneck(5, 240, 40, True, "HardSwish", 1),
    Bneck(5, 240, 40, True, "HardSwish", 1),
    Bneck(5, 120, 48, True, "HardSwish", 1),
    Bneck(5, 144, 48, True, "HardSwish", 1),
    Bneck(5, 288, 96, True, "HardSwish", 2),
    Bneck(5, 576, 96, True, "HardSwish", 1),
    Bneck(5, 576, 96, True, "HardSwish", 1),
)


def build(batch: int, rng: np.random.Generator) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    graph = Graph("mobilenet-v3-small", rng)
    x = graph.input("image", (batch, 3, SIZE, SIZE))
    x, channels = _conv(graph, "stem", x, 3, STEM, 3, stride=2, activation="HardSwish"), STEM
    for position, block in enumerate(BLOCKS):
        x = _bneck(graph, f"block{position}", x, channels, block)
        channels = block.out
    x = _conv(graph, "head", x, channels, HEAD, 1, activation="HardSwish")
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x), axis=1)
    x = graph.node("HardSwish", _linear(graph, "hidden", x, HEAD, HIDDEN))
    graph.output(_linear(graph, "classifier", x, HIDDEN, CLASSES), (batch, CLASSES))
    return graph.model()


def _bneck(graph: Graph, name: str, x: str, channels: int, block: Bneck) -> str:
    """Inverted residual: expand, depthwise, squeeze-and-excite, project, add."""
    y = x
    if block.expanded != channels:
        y = _conv(
            graph, f"{name}.expand", y, channels, block.expanded, 1, activation=block.activation
        )
    y = _conv(
        graph, f"{name}.depthwise", y, block.expanded, block.expanded, block.kernel,
        stride=block.stride, groups=block.expanded, activation=block.activation,
    )  # fmt: skip
    if block.squeeze:
        y = _squeeze_excite(graph, f"{name}.squeeze", y, block.expanded)
    y = _conv(graph, f"{name}.project", y, block.expanded, block.out, 1)
    return graph.node("Add", x, y) if block.stride == 1 and block.out == channels else y


def _conv(
    graph: Graph, name: str, x: str, channels: int, out: int, kernel: int, *,
    stride: int = 1, groups: int = 1, activation: str = "",
) -> str:  # fmt: skip
    """Conv without bias, BatchNormalization, and the activation if there is one."""
    fan_in = channels // groups * kernel**2
    gain = 2.0 if activation else 1.0
    weight = graph.normal(f"{name}.weight", (out, channels // groups, kernel, kernel), fan_in, gain)
    pads, strides = [kernel // 2] * 4, [stride, stride]
    x = graph.node(
        "Conv", x, weight, kernel_shape=[kernel, kernel], pads=pads, strides=strides, group=groups
    )
    x = _batch_norm(graph, f"{name}.norm", x, out)
    return graph.node(activation, x) if activation else x


def _batch_norm(graph: Graph, name: str, x: str, channels: int) -> str:
    """Statistics near mean 0 and variance 1, which the weights above give to each activation."""
    rng = graph.rng
    return graph.node(
        "BatchNormalization",
        x,
        graph.weight(f"{name}.scale", rng.uniform(0.8, 1.2, channels)),
        graph.weight(f"{name}.shift", rng.uniform(-0.2, 0.2, channels)),
        graph.weight(f"{name}.mean", rng.uniform(-0.2, 0.2, channels)),
        graph.weight(f"{name}.variance", rng.uniform(0.8, 1.2, channels)),
        epsilon=1e-3,
    )


def _squeeze_excite(graph: Graph, name: str, x: str, channels: int) -> str:
    """Scale every channel by a gate computed from its mean; a quarter of the width between."""
    width = _divisible_by_8(channels / 4)
    gate = graph.node("GlobalAveragePool", x)
    gate = graph.node("Relu", _biased(graph, f"{name}.reduce", gate, channels, width))
    gate = _biased(graph, f"{name}.expand", gate, width, channels)
    return graph.node("Mul", graph.node("HardSigmoid", gate, alpha=1 / 6, beta=0.5), x)


def _biased(graph: Graph, name: str, x: str, channels: int, out: int) -> str:
    """A 1 x 1 Conv with a bias, on pooled data."""
    weight = graph.normal(f"{name}.weight", (out, channels, 1, 1), fan_in=channels)
    bias = graph.weight(f"{name}.bias", graph.rng.uniform(-0.2, 0.2, out))
    return graph.node("Conv", x, weight, bias, kernel_shape=[1, 1])


def _linear(graph: Graph, name: str, x: str, features: int, out: int) -> str:
    weight = graph.normal(f"{name}.weight", (out, features), fan_in=features)
    bias = graph.weight(f"{name}.bias", graph.rng.uniform(-0.2, 0.2, out))
    return graph.node("Gemm", x, weight, bias, transB=1)


def _divisible_by_8(width: float) -> int:
    """Nearest multiple of 8, at least 8 and not below 90 % of `width` (the paper's code).

    >>> [_divisible_by_8(c / 4) for c in (16, 96, 240, 120, 144, 288, 576)]
    [8, 24, 64, 32, 40, 72, 144]
    """
    rounded = max(8, int(width + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * width else rounded
