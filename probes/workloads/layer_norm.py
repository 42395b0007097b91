"""One layer normalization over the width of BERT-base: bound by memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Layer normalization, 128×768", zh="层归一化，128×768")
OPERATORS = frozenset({"LayerNormalization"})
ROWS, WIDTH = 128, 768


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The normalization of [batch, 128, 768] over its last axis."""
    graph = Graph("layer-norm", rng)
    x = graph.input("x", (batch, ROWS, WIDTH))
    scale = graph.uniform("scale", WIDTH, 0.5, 1.5)
    shift = graph.uniform("shift", WIDTH, -0.2, 0.2)
    y = graph.node("LayerNormalization", x, scale, shift, axis=-1, epsilon=1e-5)
    graph.output(y, (batch, ROWS, WIDTH))
    return graph.model()
