"""ResNet-50 at 224 x 224 with seeded weights, BatchNormalization kept as nodes.

Architecture: He et al., "Deep Residual Learning for Image Recognition" (CVPR 2016,
arXiv:1512.03385), table 1, with the stride in the 3 x 3 convolution (v1.5) as torchvision's
`resnet50` and MLPerf have it: 25,557,032 parameters, 4.09 billion multiply-adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.convolutional import batch_norm, classifier, conv
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="ResNet-50 v1.5, 224×224", zh="ResNet-50 v1.5，224×224")
OPERATORS = frozenset(
    {"Add", "BatchNormalization", "Conv", "Flatten", "Gemm"}
    | {"GlobalAveragePool", "MaxPool", "Relu"}
)
CLASSIFIES = True
SIZE = 224
CLASSES = 1000
STAGES = ((64, 3), (128, 4), (256, 6), (512, 3))
"""Inner channels and blocks of each stage."""
WIDENING = 4


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    graph = Graph("resnet-50", rng)
    x = graph.input("image", (batch, 3, SIZE, SIZE))
    x = graph.node("Relu", _conv(graph, "stem", x, 3, 64, 7, stride=2, gain=2.0))
    x = graph.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = 64
    for stage, (inner, blocks) in enumerate(STAGES):
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            x = _bottleneck(graph, f"stage{stage}.{block}", x, channels, inner, stride)
            channels = inner * WIDENING
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x), axis=1)
    graph.output(classifier(graph, "classifier", x, channels, CLASSES), (batch, CLASSES))
    return graph.model()


def _bottleneck(graph: Graph, name: str, x: str, channels: int, inner: int, stride: int) -> str:
    """1 x 1, 3 x 3 and 1 x 1 convolutions beside an identity or a projection."""
    out = inner * WIDENING
    y = graph.node("Relu", _conv(graph, f"{name}.reduce", x, channels, inner, 1, gain=2.0))
    y = _conv(graph, f"{name}.middle", y, inner, inner, 3, stride=stride, gain=2.0)
    y = _conv(graph, f"{name}.expand", graph.node("Relu", y), inner, out, 1, gain=0.5)
    if channels != out:
        x = _conv(graph, f"{name}.project", x, channels, out, 1, stride=stride)
    return graph.node("Relu", graph.node("Add", x, y))


def _conv(
    graph: Graph, name: str, x: str, channels: int, out: int, kernel: int, *,
    stride: int = 1, gain: float = 1.0,
) -> str:  # fmt: skip
    x = conv(graph, name, x, channels, out, kernel, stride=stride, gain=gain)
    return batch_norm(graph, f"{name}.norm", x, out)
