"""The encoder of Whisper tiny on thirty seconds of audio, with seeded weights.

Architecture: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022,
arXiv:2212.04356), table 1; the published `tiny` encoder has the same 8,208,384 parameters, the
fixed sinusoids of its positions included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads import transformer
from probes.workloads.graph import Graph
from probes.workloads.transformer import Sizes, layer_norm

if TYPE_CHECKING:
    import onnx
    from numpy.typing import NDArray

TITLE = LocalText(en="Whisper tiny, encoder, 30 s of audio", zh="Whisper tiny 编码器，30 秒音频")
OPERATORS = transformer.ATTENTION | transformer.EXACT_GELU | {"Conv", "LayerNormalization"}
SIZES = Sizes(width=384, heads=6, hidden=1536, layers=4)
BANDS = 80
FRAMES = 3000
POSITIONS = FRAMES // 2
EPSILON = 1e-5


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """A log-mel spectrogram [batch, 80, 3000] gives features [batch, 1500, 384]."""
    graph, width = Graph("whisper-tiny-encoder", rng), SIZES.width
    x = graph.input("spectrogram", (batch, BANDS, FRAMES))
    x = transformer.gelu(graph, _conv(graph, "conv1", x, BANDS, stride=1))
    x = transformer.gelu(graph, _conv(graph, "conv2", x, width, stride=2))
    x = graph.node("Transpose", x, perm=[0, 2, 1])
    x = graph.node("Add", x, graph.weight("positions", sinusoids(POSITIONS, width)))
    for layer in range(SIZES.layers):
        name = f"layer{layer}"
        y = layer_norm(graph, f"{name}.norm1", x, width, EPSILON)
        y = transformer.self_attention(
            graph, f"{name}.attention", y, sizes=SIZES, mask="", batch=batch, positions=POSITIONS,
            key_bias=False,
        )  # fmt: skip
        x = graph.node("Add", x, y)
        y = layer_norm(graph, f"{name}.norm2", x, width, EPSILON)
        x = graph.node("Add", x, transformer.feed_forward(graph, name, y, SIZES))
    graph.output(layer_norm(graph, "norm", x, width, EPSILON), (batch, POSITIONS, width))
    return graph.model()


def sinusoids(positions: int, width: int) -> NDArray[np.float32]:
    """Sines and cosines of geometrically spaced frequencies, [positions, width] (the paper's code).

    >>> sinusoids(2, 4)[0].tolist()
    [0.0, 0.0, 1.0, 1.0]
    """
    step = np.log(10_000) / (width // 2 - 1)
    angles = np.arange(positions)[:, None] * np.exp(-step * np.arange(width // 2))[None]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def _conv(graph: Graph, name: str, x: str, channels: int, stride: int) -> str:
    weight = graph.normal(f"{name}.weight", (SIZES.width, channels, 3), 3 * channels, 2.0)
    bias = graph.uniform(f"{name}.bias", SIZES.width, -0.2, 0.2)
    return graph.node("Conv", x, weight, bias, kernel_shape=[3], pads=[1, 1], strides=[stride])
