"""What the prefill and the decoding of GPT-2 small have in common; each has a file of its own.

Architecture: Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), smallest
model of table 2; as `gpt2` is published, with the output layer tied to the token embedding:
124,439,808 parameters. Keys and values of every layer are outputs, and inputs when decoding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from probes.workloads import transformer
from probes.workloads.graph import Graph
from probes.workloads.transformer import Sizes, dense, layer_norm, whole

if TYPE_CHECKING:
    import onnx

OPERATORS = (
    transformer.ATTENTION
    | transformer.TANH_GELU
    | {"Gather", "Gemm", "LayerNormalization", "Split"}
)
SIZES = Sizes(width=768, heads=12, hidden=3072, layers=12)
VOCABULARY = 50_257
POSITIONS = 1024
EPSILON = 1e-5


@dataclass(frozen=True)
class Span:
    """What one call sees: `past` tokens in the cache, and `tokens` new ones after them."""

    batch: int
    past: int
    tokens: int

    @property
    def cache(self) -> tuple[int, int, int, int]:
        """Shape of the keys, or values, of one layer before the call."""
        return (self.batch, SIZES.heads, self.past, SIZES.head)


def network(name: str, rng: np.random.Generator | None, span: Span) -> onnx.ModelProto:
    """Ids, int64 [batch, tokens], and the cache give the logits that follow the last token."""
    graph, width = Graph(name, rng), SIZES.width
    ids = graph.input("input_ids", (span.batch, span.tokens), "int64")
    words = graph.normal("words", (VOCABULARY, width), 1)
    order = np.arange(span.past, span.past + span.tokens, dtype=np.int64)[None]
    places = graph.normal("positions", (POSITIONS, width), 4)
    places = graph.node("Gather", places, graph.constant("order", order))
    x = graph.node("Add", graph.node("Gather", words, ids), places)
    caches: list[str] = []
    for layer in range(SIZES.layers):
        part = f"layer{layer}"
        y = layer_norm(graph, f"{part}.norm1", x, width, EPSILON)
        y, *cache = _attention(graph, part, y, span)
        caches += cache
        x = graph.node("Add", x, y)
        y = layer_norm(graph, f"{part}.norm2", x, width, EPSILON)
        x = graph.node("Add", x, transformer.feed_forward(graph, part, y, SIZES, tanh=True))
    x = layer_norm(graph, "norm", x, width, EPSILON)
    x = graph.node("Gather", x, graph.constant("last", np.array(span.tokens - 1)), axis=1)
    # The embedding has entries of order one, so the logits are of order 28 before they are scaled.
    graph.output(
        graph.node("Gemm", x, words, transB=1, alpha=width**-0.5), (span.batch, VOCABULARY)
    )
    for each in caches:
        graph.output(each, (span.batch, SIZES.heads, span.past + span.tokens, SIZES.head))
    return graph.model()


def _attention(graph: Graph, name: str, x: str, span: Span) -> tuple[str, str, str]:
    """Attention to the cache and to what came before; returns also the keys and values."""
    width, shape = SIZES.width, (span.batch, span.tokens, SIZES.width)
    joint = dense(graph, f"{name}.attention", x, width, 3 * width)
    parts = graph.nodes("Split", joint, whole(graph, "thirds", [width] * 3), outputs=3, axis=-1)
    query, key, value = (transformer.split_heads(graph, part, shape, SIZES) for part in parts)
    if span.past:
        key, value = (
            graph.node("Concat", graph.input(f"past.{name}.{part}", span.cache), new, axis=2)
            for part, new in (("key", key), ("value", value))
        )
    mixed = transformer.attend(
        graph, query, key, value, sizes=SIZES, mask=_causal(graph, span), batch=span.batch,
        positions=span.tokens,
    )  # fmt: skip
    out = dense(graph, f"{name}.out", mixed, width, width, gain=transformer.BRANCH)
    return out, key, value


def _causal(graph: Graph, span: Span) -> str:
    """Hides what comes later; a single token has nothing after it."""
    if span.tokens == 1:
        return ""
    hidden = np.triu(np.full((span.tokens, span.tokens), transformer.HIDDEN), 1)
    return graph.weight("causal", hidden[None, None])
