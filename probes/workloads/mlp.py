"""A multilayer perceptron on tabular data: 784 features, three hidden layers, ten classes.

No published network: widths of a power of two, so that the arithmetic is easy to check (2,913,290
parameters). At batch 1 it is bound by memory, since every weight is read for one multiply-add.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(
    en="Multilayer perceptron, 784-1024-1024-1024-10", zh="多层感知机，784-1024-1024-1024-10"
)
OPERATORS = frozenset({"Gemm", "Relu"})
TRAINING = Objective(
    loss=Loss.CROSS_ENTROPY,
    rate=0.005,
    about=LocalText(
        en="training step: cross-entropy over ten classes, SGD on all weights",
        zh="训练步：十类交叉熵，对全部权重做 SGD",
    ),
)
WIDTHS = (784, 1024, 1024, 1024, 10)


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 784], giving [batch, 10] logits."""
    graph = Graph("mlp", rng)
    x = graph.input("features", (batch, WIDTHS[0]))
    for layer, (given, out) in enumerate(pairwise(WIDTHS)):
        last = layer == len(WIDTHS) - 2
        weight = graph.normal(f"layer{layer}.weight", (out, given), given, 1.0 if last else 2.0)
        bias = graph.uniform(f"layer{layer}.bias", out, -0.2, 0.2)
        x = graph.node("Gemm", x, weight, bias, transB=1)
        x = x if last else graph.node("Relu", x)
    graph.output(x, (batch, WIDTHS[-1]))
    return graph.model()
