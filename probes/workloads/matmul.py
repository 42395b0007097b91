"""One matrix product, 1024 x 1024 each: activation by weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Matrix product 1024×1024", zh="矩阵乘法 1024×1024")
OPERATORS = frozenset({"MatMul"})
SIZE = 1024


def build(batch: int, rng: np.random.Generator) -> onnx.ModelProto:
    """The product of a [batch * 1024, 1024] activation and a [1024, 1024] weight."""
    graph = Graph("matmul", rng)
    x = graph.input("x", (batch * SIZE, SIZE))
    weight = graph.normal("weight", (SIZE, SIZE), fan_in=SIZE)
    graph.output(graph.node("MatMul", x, weight), (batch * SIZE, SIZE))
    return graph.model()
