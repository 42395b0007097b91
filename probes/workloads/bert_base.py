"""BERT-base (uncased) on 128 tokens with seeded weights.

Architecture: Devlin et al., "BERT" (NAACL 2019, arXiv:1810.04805), L=12, H=768, A=12; with the
pooler, as `bert-base-uncased` is published: 109,482,240 parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads import transformer
from probes.workloads.convolutional import classifier
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.transformer import Sizes, layer_norm, scalar, whole

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="BERT-base, 128 tokens", zh="BERT-base，128 个词元")
OPERATORS = (
    transformer.ATTENTION
    | transformer.EXACT_GELU
    | {"Cast", "Gather", "Gemm", "LayerNormalization", "Sub", "Tanh", "Unsqueeze"}
)
TRAINING = Objective(
    loss=Loss.CROSS_ENTROPY,
    rate=0.02,
    about=LocalText(
        en="training step as in fine-tuning: a classifier of two classes on the pooled output, "
        "cross-entropy, SGD on all weights; no dropout, gradients of the embeddings dense",
        zh="微调式训练步：池化输出上接二分类器，交叉熵，对全部权重做 SGD；"
        "无 dropout，嵌入表的梯度为稠密",
    ),
)
SIZES = Sizes(width=768, heads=12, hidden=3072, layers=12)
CLASSES = 2
"""Of the classifier that is trained with it."""
TOKENS = 128
VOCABULARY = 30_522
POSITIONS = 512
SEGMENTS = 2
EPSILON = 1e-12


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Ids, segments and mask, int64 [batch, 128] each, give all hidden states and a pooled one."""
    graph = Graph("bert-base", rng)
    hidden, pooled = _network(graph, batch)
    graph.output(hidden, (batch, TOKENS, SIZES.width))
    graph.output(pooled, (batch, SIZES.width))
    return graph.model()


def build_step(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The graph that is trained: of the pooled output, scores of classes, [batch, 2]."""
    graph = Graph("bert-base", rng)
    _, pooled = _network(graph, batch)
    scores = classifier(graph, "classifier", pooled, SIZES.width, CLASSES)
    graph.output(scores, (batch, CLASSES))
    return graph.model()


def _network(graph: Graph, batch: int) -> tuple[str, str]:
    """All hidden states, [batch, 128, 768], and the pooled one, [batch, 768]."""
    shape, width = (batch, TOKENS), SIZES.width
    ids = graph.input("input_ids", shape, "int64")
    segments = graph.input("token_type_ids", shape, "int64")
    mask = _additive(graph, graph.input("attention_mask", shape, "int64"))
    x = _embedded(graph, ids, segments)
    for layer in range(SIZES.layers):
        name = f"layer{layer}"
        y = transformer.self_attention(
            graph, f"{name}.attention", x, sizes=SIZES, mask=mask, batch=batch, positions=TOKENS
        )
        x = layer_norm(graph, f"{name}.norm1", graph.node("Add", x, y), width, EPSILON)
        y = transformer.feed_forward(graph, name, x, SIZES)
        x = layer_norm(graph, f"{name}.norm2", graph.node("Add", x, y), width, EPSILON)
    first = graph.node("Gather", x, graph.constant("first", np.array(0, np.int64)), axis=1)
    weight = graph.normal("pooler.weight", (width, width), width)
    bias = graph.uniform("pooler.bias", width, -0.2, 0.2)
    return x, graph.node("Tanh", graph.node("Gemm", first, weight, bias, transB=1))


def _additive(graph: Graph, mask: str) -> str:
    """0 where the mask is 1, a large negative number where it is 0; [batch, 1, 1, 128]."""
    mask = graph.node("Unsqueeze", mask, whole(graph, "mask axes", [1, 2]))
    hidden = graph.node("Sub", scalar(graph, 1.0), graph.node("Cast", mask, to=1))
    return graph.node("Mul", hidden, scalar(graph, transformer.HIDDEN))


def _embedded(graph: Graph, ids: str, segments: str) -> str:
    """Sum of what tokens, segments and positions stand for, normalised."""
    width = SIZES.width
    words = graph.node("Gather", graph.normal("words", (VOCABULARY, width), 1), ids)
    kinds = graph.node("Gather", graph.normal("segments", (SEGMENTS, width), 4), segments)
    order = graph.constant("order", np.arange(TOKENS, dtype=np.int64)[None])
    places = graph.node("Gather", graph.normal("positions", (POSITIONS, width), 4), order)
    x = graph.node("Add", graph.node("Add", words, kinds), places)
    return layer_norm(graph, "embeddings.norm", x, width, EPSILON)
