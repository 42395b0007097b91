"""One depthwise 3 x 3 convolution as in MobileNet: 128 channels at 56 x 56, bound by memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(
    en="Depthwise 3×3 convolution, 128 channels at 56×56", zh="深度可分离 3×3 卷积，128 通道，56×56"
)
OPERATORS = frozenset({"Conv"})
CHANNELS, SIZE = 128, 56


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """A Conv of 128 groups on [batch, 128, 56, 56] (Howard et al. 2017, table 1)."""
    graph = Graph("depthwise-conv2d", rng)
    x = graph.input("x", (batch, CHANNELS, SIZE, SIZE))
    weight = graph.normal("weight", (CHANNELS, 1, 3, 3), fan_in=9)
    y = graph.node("Conv", x, weight, kernel_shape=[3, 3], pads=[1, 1, 1, 1], group=CHANNELS)
    graph.output(y, (batch, CHANNELS, SIZE, SIZE))
    return graph.model()
