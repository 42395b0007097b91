"""One 3 x 3 convolution as in the first stage of ResNet: 64 to 64 channels at 56 x 56."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="3×3 convolution, 64 channels at 56×56", zh="3×3 卷积，64 通道，56×56")
OPERATORS = frozenset({"Conv"})
CHANNELS = 64
SIZE = 56


def build(batch: int, rng: np.random.Generator) -> onnx.ModelProto:
    """A Conv on [batch, 64, 56, 56], padded to keep the size (He et al. 2016, table 1, conv2_x)."""
    graph = Graph("conv2d", rng)
    x = graph.input("x", (batch, CHANNELS, SIZE, SIZE))
    weight = graph.normal("weight", (CHANNELS, CHANNELS, 3, 3), fan_in=CHANNELS * 9)
    y = graph.node("Conv", x, weight, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    graph.output(y, (batch, CHANNELS, SIZE, SIZE))
    return graph.model()
