"""One look-up of 512 rows in an embedding table of 30,522 by 256, the vocabulary of BERT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="Embedding look-up, 512 of 30,522 rows", zh="嵌入查表，30522 行取 512 行")
OPERATORS = frozenset({"Gather"})
ROWS, WIDTH, TAKEN = 30_522, 256, 512


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Ids, int64 [batch, 512], give [batch, 512, 256]."""
    graph = Graph("embedding-gather", rng)
    ids = graph.input("ids", (batch, TAKEN), "int64")
    table = graph.normal("table", (ROWS, WIDTH), fan_in=1)
    graph.output(graph.node("Gather", table, ids), (batch, TAKEN, WIDTH))
    return graph.model()
