"""One softmax over attention scores with a position bias, the size of a BERT-base layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Softmax of 12×128×128 scores with a bias", zh="带偏置的 Softmax，12×128×128")
OPERATORS = frozenset({"Add", "Softmax"})
HEADS, ROWS = 12, 128


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The softmax of [batch, 12, 128, 128] over the last axis."""
    graph = Graph("softmax", rng)
    x = graph.input("scores", (batch, HEADS, ROWS, ROWS))
    bias = graph.normal("bias", (HEADS, ROWS, ROWS), fan_in=1)
    graph.output(graph.node("Softmax", graph.node("Add", x, bias), axis=-1),
                 (batch, HEADS, ROWS, ROWS))  # fmt: skip
    return graph.model()
