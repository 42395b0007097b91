"""One addition of eight numbers: nothing but the overhead of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Addition of 8 numbers (overhead of a call)", zh="8 个数相加（调用开销）")
OPERATORS = frozenset({"Add"})
WIDTH = 8


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """[batch, 8] plus a weight of [8]."""
    graph = Graph("tiny-add", rng)
    x = graph.input("x", (batch, WIDTH))
    y = graph.node("Add", x, graph.normal("weight", (WIDTH,), fan_in=1))
    graph.output(y, (batch, WIDTH))
    return graph.model()
