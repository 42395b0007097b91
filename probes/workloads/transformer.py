"""Blocks that transformer workloads are made of, written as exporters write them.

Activations are [batch, positions, width]; weights of dense layers are [given, out]. Branches that
are added to what they came from have half the variance, so that depth does not blow it up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from probes.workloads.graph import Graph

BRANCH = 0.5
HIDDEN = -10_000.0
"""What is added to the attention score of a position that must not be seen."""
ATTENTION = frozenset({"Add", "MatMul", "Mul", "Reshape", "Softmax", "Transpose"})
"""Operators of `attend` and `dense`."""
EXACT_GELU = frozenset({"Add", "Div", "Erf", "Mul"})
TANH_GELU = frozenset({"Add", "Mul", "Tanh"})


@dataclass(frozen=True)
class Sizes:
    """Width, attention heads, hidden width of the feed-forward layers, and number of layers."""

    width: int
    heads: int
    hidden: int
    layers: int

    @property
    def head(self) -> int:
        """Width of one head."""
        return self.width // self.heads


def dense(
    graph: Graph, name: str, x: str, given: int, out: int, *, gain: float = 1.0, bias: bool = True
) -> str:
    """A MatMul over the last axis, and its bias."""
    x = graph.node("MatMul", x, graph.normal(f"{name}.weight", (given, out), given, gain))
    return graph.node("Add", x, graph.uniform(f"{name}.bias", out, -0.2, 0.2)) if bias else x


def layer_norm(graph: Graph, name: str, x: str, width: int, epsilon: float) -> str:
    """LayerNormalization over the last axis."""
    scale = graph.uniform(f"{name}.scale", width, 0.8, 1.2)
    shift = graph.uniform(f"{name}.shift", width, -0.2, 0.2)
    return graph.node("LayerNormalization", x, scale, shift, axis=-1, epsilon=epsilon)


def scalar(graph: Graph, value: float) -> str:
    """A constant without axes; equal ones are one."""
    return graph.weight(f"constant {value:.9g}", np.float32(value))  # type: ignore[arg-type]


def whole(graph: Graph, name: str, values: list[int]) -> str:
    """An int64 vector: the shape a Reshape wants, for example."""
    return graph.constant(name, np.array(values, dtype=np.int64))


def gelu(graph: Graph, x: str) -> str:
    """x/2 · (1 + erf(x/√2)) (Hendrycks and Gimpel 2016, arXiv:1606.08415)."""
    inner = graph.node("Erf", graph.node("Div", x, scalar(graph, math.sqrt(2))))
    outer = graph.node("Mul", x, graph.node("Add", inner, scalar(graph, 1.0)))
    return graph.node("Mul", outer, scalar(graph, 0.5))


def gelu_tanh(graph: Graph, x: str) -> str:
    """x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³))), as GPT-2 has it (the same paper)."""
    cube = graph.node("Mul", graph.node("Mul", x, x), x)
    inner = graph.node("Add", x, graph.node("Mul", cube, scalar(graph, 0.044715)))
    inner = graph.node("Tanh", graph.node("Mul", inner, scalar(graph, math.sqrt(2 / math.pi))))
    outer = graph.node("Mul", x, graph.node("Add", inner, scalar(graph, 1.0)))
    return graph.node("Mul", outer, scalar(graph, 0.5))


def split_heads(graph: Graph, x: str, shape: tuple[int, int, int], sizes: Sizes) -> str:
    """[batch, positions, width] -> [batch, heads, positions, head]; `shape` is that of x."""
    batch, positions, _ = shape
    target = whole(graph, f"heads {positions}", [batch, positions, sizes.heads, sizes.head])
    return graph.node("Transpose", graph.node("Reshape", x, target), perm=[0, 2, 1, 3])


def attend(
    graph: Graph, query: str, key: str, value: str, *, sizes: Sizes, mask: str, batch: int,
    positions: int,
) -> str:  # fmt: skip
    """Attention of every head, its heads joined again; `mask` is added to the scores unless "".

    Query, key and value are [batch, heads, positions, head] (Vaswani et al. 2017,
    arXiv:1706.03762, equation 1).
    """
    turned = graph.node("Transpose", key, perm=[0, 1, 3, 2])
    scores = graph.node("MatMul", query, turned)
    scores = graph.node("Mul", scores, scalar(graph, 1 / math.sqrt(sizes.head)))
    scores = graph.node("Add", scores, mask) if mask else scores
    mixed = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value)
    target = whole(graph, f"joined {positions}", [batch, positions, sizes.width])
    return graph.node("Reshape", graph.node("Transpose", mixed, perm=[0, 2, 1, 3]), target)


def self_attention(
    graph: Graph, name: str, x: str, *, sizes: Sizes, mask: str, batch: int, positions: int,
    key_bias: bool = True,
) -> str:  # fmt: skip
    """Projections to query, key and value, attention, and the projection back."""
    shape, width = (batch, positions, sizes.width), sizes.width
    query, key, value = (
        split_heads(
            graph,
            dense(graph, f"{name}.{part}", x, width, width, bias=key_bias or part != "key"),
            shape,
            sizes,
        )
        for part in ("query", "key", "value")
    )
    mixed = attend(
        graph, query, key, value, sizes=sizes, mask=mask, batch=batch, positions=positions
    )
    return dense(graph, f"{name}.out", mixed, width, width, gain=BRANCH)


def feed_forward(graph: Graph, name: str, x: str, sizes: Sizes, *, tanh: bool = False) -> str:
    """Two dense layers with a GELU between them."""
    x = dense(graph, f"{name}.up", x, sizes.width, sizes.hidden, gain=2.0)
    x = gelu_tanh(graph, x) if tanh else gelu(graph, x)
    return dense(graph, f"{name}.down", x, sizes.hidden, sizes.width, gain=BRANCH)
