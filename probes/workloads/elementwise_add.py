"""One addition of large vectors: what a framework gets of the memory bandwidth.

Three arrays of 16 MiB, as the add of STREAM has them; more than most caches hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Addition of 4 Mi elements (bandwidth)", zh="4 Mi 元素相加（带宽）")
OPERATORS = frozenset({"Add"})
ROWS, WIDTH = 1024, 4096


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """[batch, 1024, 4096] plus a weight of [1024, 4096]."""
    graph = Graph("elementwise-add", rng)
    x = graph.input("x", (batch, ROWS, WIDTH))
    y = graph.node("Add", x, graph.normal("weight", (ROWS, WIDTH), fan_in=1))
    graph.output(y, (batch, ROWS, WIDTH))
    return graph.model()
