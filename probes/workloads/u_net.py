"""U-Net at 256 x 256 with seeded weights, for two classes.

Architecture: Ronneberger et al., "U-Net" (MICCAI 2015, arXiv:1505.04597), figure 1, as it is mostly
built: padded convolutions and BatchNormalization. The PyTorch implementation of Milesi with
transposed convolutions (`UNet(3, 2, bilinear=False)`) has the same 31,037,698 parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.convolutional import batch_norm, conv
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="U-Net, segmentation, 256×256", zh="U-Net 语义分割，256×256")
OPERATORS = frozenset({"BatchNormalization", "Concat", "Conv", "ConvTranspose", "MaxPool", "Relu"})
SIZE = 256
CLASSES = 2
WIDTHS = (64, 128, 256, 512, 1024)


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 256, 256], giving [batch, 2, 256, 256] logits."""
    graph = Graph("u-net", rng)
    x = graph.input("image", (batch, 3, SIZE, SIZE))
    kept, channels = [], 3
    for level, width in enumerate(WIDTHS):
        if level:
            x = graph.node("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
        x = _double(graph, f"down{level}", x, channels, width)
        channels = width
        kept.append(x)
    for level, width in reversed(list(enumerate(WIDTHS[:-1]))):
        x = graph.node("Concat", kept[level], _up(graph, f"up{level}", x, channels, width), axis=1)
        x = _double(graph, f"up{level}", x, 2 * width, width)
        channels = width
    x = conv(graph, "classes", x, channels, CLASSES, 1, bias=True)
    graph.output(x, (batch, CLASSES, SIZE, SIZE))
    return graph.model()


def _double(graph: Graph, name: str, x: str, channels: int, out: int) -> str:
    """Twice a 3 x 3 convolution with normalisation and rectifier."""
    for position, given in enumerate((channels, out)):
        part = f"{name}.conv{position}"
        x = conv(graph, part, x, given, out, 3, gain=2.0)
        x = graph.node("Relu", batch_norm(graph, f"{part}.norm", x, out))
    return x


def _up(graph: Graph, name: str, x: str, channels: int, out: int) -> str:
    """Double height and width: every input pixel writes a 2 x 2 patch of its own."""
    weight = graph.normal(f"{name}.weight", (channels, out, 2, 2), fan_in=channels)
    bias = graph.uniform(f"{name}.bias", out, -0.2, 0.2)
    return graph.node("ConvTranspose", x, weight, bias, kernel_shape=[2, 2], strides=[2, 2])
