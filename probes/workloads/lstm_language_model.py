"""A word-level LSTM language model on 35 words, with seeded weights.

Architecture: Zaremba et al., "Recurrent Neural Network Regularization" (2014, arXiv:1409.2329),
the medium model of section 4.1: two layers of 650 units, 10,000 words, unrolled for 35 steps; with
the two bias vectors per gate that ONNX and PyTorch keep, 19,780,400 parameters (published as 20 M).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.transformer import dense, whole

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="LSTM language model, 2×650, 35 words", zh="LSTM 语言模型，2×650，35 个词")
OPERATORS = frozenset({"Add", "Gather", "LSTM", "MatMul", "Squeeze", "Transpose"})
TRAINING = Objective(
    loss=Loss.CROSS_ENTROPY,
    rate=1.0,
    about=LocalText(
        en="training step: cross-entropy of every next word, backwards through all 35 words, SGD "
        "on all weights; no dropout, no clipping of gradients, gradients of the embedding dense",
        zh="训练步：每个后续词的交叉熵，沿全部 35 个词反向传播，对全部权重做 SGD；"
        "无 dropout，不裁剪梯度，嵌入表的梯度为稠密",
    ),
)
UNITS = 650
LAYERS = 2
VOCABULARY = 10_000
STEPS = 35


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Words, int64 [batch, 35], give the logits of every next word, [batch, 35, 10000]."""
    graph = Graph("lstm-language-model", rng)
    ids = graph.input("words", (batch, STEPS), "int64")
    x = graph.node("Gather", graph.normal("embedding", (VOCABULARY, UNITS), 1), ids)
    x = graph.node("Transpose", x, perm=[1, 0, 2])
    for layer in range(LAYERS):
        x = graph.node(
            "LSTM",
            x,
            graph.normal(f"layer{layer}.given", (1, 4 * UNITS, UNITS), UNITS),
            graph.normal(f"layer{layer}.recurrent", (1, 4 * UNITS, UNITS), UNITS),
            graph.uniform(f"layer{layer}.bias", (1, 8 * UNITS), -0.2, 0.2),
            hidden_size=UNITS,
        )
        x = graph.node("Squeeze", x, whole(graph, "directions", [1]))
    x = graph.node("Transpose", x, perm=[1, 0, 2])
    graph.output(dense(graph, "softmax", x, UNITS, VOCABULARY), (batch, STEPS, VOCABULARY))
    return graph.model()
