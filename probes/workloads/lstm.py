"""One LSTM layer: 64 steps, 256 units; each step waits for the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph
from probes.workloads.transformer import whole

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="LSTM layer, 64 steps, 256 units", zh="LSTM 层，64 步，256 单元")
OPERATORS = frozenset({"LSTM", "Squeeze"})
STEPS, UNITS = 64, 256


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The layer on [64, batch, 256], time first as ONNX has it."""
    graph = Graph("lstm", rng)
    x = graph.node(
        "LSTM",
        graph.input("x", (STEPS, batch, UNITS)),
        graph.normal("given", (1, 4 * UNITS, UNITS), fan_in=UNITS),
        graph.normal("recurrent", (1, 4 * UNITS, UNITS), fan_in=UNITS),
        graph.uniform("bias", (1, 8 * UNITS), -0.2, 0.2),
        hidden_size=UNITS,
    )
    graph.output(graph.node("Squeeze", x, whole(graph, "directions", [1])), (STEPS, batch, UNITS))
    return graph.model()
