"""One scaled dot-product attention with a position bias: 12 heads of 64, 128 positions.

As in a layer of BERT-base (Vaswani et al. 2017, eq. 1); keys come transposed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="Attention, 12 heads, 128 positions", zh="注意力，12 头，128 个位置")
OPERATORS = frozenset({"Add", "MatMul", "Mul", "Softmax"})
HEADS, ROWS, WIDTH = 12, 128, 64


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Queries and values [batch, 12, 128, 64] and keys [batch, 12, 64, 128] give as queries."""
    graph = Graph("attention", rng)
    query = graph.input("query", (batch, HEADS, ROWS, WIDTH))
    key = graph.input("key", (batch, HEADS, WIDTH, ROWS))
    value = graph.input("value", (batch, HEADS, ROWS, WIDTH))
    scale = graph.weight("scale", np.array([WIDTH**-0.5]))
    scores = graph.node("Mul", graph.node("MatMul", query, key), scale)
    biased = graph.node("Add", scores, graph.normal("bias", (HEADS, ROWS, ROWS), fan_in=1))
    mixed = graph.node("MatMul", graph.node("Softmax", biased, axis=-1), value)
    graph.output(mixed, (batch, HEADS, ROWS, WIDTH))
    return graph.model()
