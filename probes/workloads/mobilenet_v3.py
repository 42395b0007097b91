"""What MobileNetV3-Small and -Large have in common; each has a file of its own beside this one.

Architecture: Howard et al., "Searching for MobileNetV3" (ICCV 2019, arXiv:1905.02244), with the
squeeze widths and the classifier of torchvision. BatchNormalization stays a node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from probes.workloads import convolutional
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

OPERATORS = frozenset(
    {"Add", "BatchNormalization", "Conv", "Flatten", "Gemm"}
    | {"GlobalAveragePool", "HardSigmoid", "HardSwish", "Mul", "Relu"}
)
SIZE = 224
CLASSES = 1000
STEM = 16
EPSILON = 1e-3


class Bneck(NamedTuple):
    """A row of table 1 or 2: kernel, expanded and output channels, squeeze, activation, stride."""

    kernel: int
    expanded: int
    out: int
    squeeze: bool
    activation: str
    stride: int


@dataclass(frozen=True)
class Head:
    """Channels of the last convolution, and of the hidden layer of the classifier."""

    channels: int
    hidden: int


def network(
    name: str, batch: int, rng: np.random.Generator | None, blocks: Sequence[Bneck], head: Head
) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    graph = Graph(name, rng)
    x = graph.input("image", (batch, 3, SIZE, SIZE))
    x, channels = _conv(graph, "stem", x, 3, STEM, 3, stride=2, activation="HardSwish"), STEM
    for position, block in enumerate(blocks):
        x = _bneck(graph, f"block{position}", x, channels, block)
        channels = block.out
    x = _conv(graph, "head", x, channels, head.channels, 1, activation="HardSwish")
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x), axis=1)
    x = convolutional.classifier(graph, "hidden", x, head.channels, head.hidden)
    x = graph.node("HardSwish", x)
    x = convolutional.classifier(graph, "classifier", x, head.hidden, CLASSES)
    graph.output(x, (batch, CLASSES))
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
    gain = 2.0 if activation else 1.0
    x = convolutional.conv(
        graph, name, x, channels, out, kernel, stride=stride, groups=groups, gain=gain
    )
    x = convolutional.batch_norm(graph, f"{name}.norm", x, out, EPSILON)
    return graph.node(activation, x) if activation else x


def _squeeze_excite(graph: Graph, name: str, x: str, channels: int) -> str:
    """Scale every channel by a gate computed from its mean; a quarter of the width between."""
    width = divisible_by_8(channels / 4)
    gate = graph.node("GlobalAveragePool", x)
    gate = convolutional.conv(graph, f"{name}.reduce", gate, channels, width, 1, bias=True)
    gate = graph.node("Relu", gate)
    gate = convolutional.conv(graph, f"{name}.expand", gate, width, channels, 1, bias=True)
    return graph.node("Mul", graph.node("HardSigmoid", gate, alpha=1 / 6, beta=0.5), x)


def divisible_by_8(width: float) -> int:
    """Nearest multiple of 8, at least 8 and not below 90 % of `width` (the paper's code).

    >>> [divisible_by_8(c / 4) for c in (16, 96, 240, 120, 144, 288, 576)]
    [8, 24, 64, 32, 40, 72, 144]
    """
    rounded = max(8, int(width + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * width else rounded
