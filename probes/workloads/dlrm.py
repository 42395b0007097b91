"""DLRM, a recommender: 13 numbers and 26 categories of a user and an advertisement.

Architecture: Naumov et al., "Deep Learning Recommendation Model" (2019, arXiv:1906.00091), with the
layers of its published run on the Criteo Kaggle data (bottom 13-512-256-64-16, top 367-512-256-1,
interaction by dot products). Tables have the rows of that data set, capped at 100,000 so that the
model takes 56 MB and not 2 GB: 13,924,673 parameters.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.transformer import whole

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(
    en="DLRM, Criteo Kaggle sizes, tables capped",
    zh="DLRM 推荐模型，Criteo Kaggle 规模（表行数截断）",
)
OPERATORS = frozenset(
    {"Concat", "Gather", "Gemm", "MatMul", "Relu", "Reshape", "Sigmoid", "Transpose"}
)
TRAINING = Objective(
    loss=Loss.BINARY_CROSS_ENTROPY,
    rate=0.01,
    about=LocalText(
        en="training step: cross-entropy of a click against none, SGD on all weights and tables; "
        "gradients of the tables dense",
        zh="训练步：点击与否的交叉熵，对全部权重与嵌入表做 SGD；嵌入表的梯度为稠密",
    ),
)
ROWS = (
    1460, 583, 10131227, 2202608, 305, 24, 12517, 633, 3, 93145, 5683, 8351593, 3194, 27, 14992,
    5461306, 10, 5652, 2173, 4, 7046547, 18, 15, 286181, 105, 142572,
)  # fmt: skip
"""Distinct values of the data set's 26 categories."""
CAP = 100_000
WIDTH = 16
BOTTOM = (13, 512, 256, 64, WIDTH)
TOP = (WIDTH + 27 * 26 // 2, 512, 256, 1)


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Numbers [batch, 13] and 26 ids, int64 [batch], give the chance of a click, [batch, 1]."""
    graph = Graph("dlrm", rng)
    graph.output(graph.node("Sigmoid", _score(graph, batch)), (batch, 1))
    return graph.model()


def build_step(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The graph that is trained: without the logistic function, which the loss has in it."""
    graph = Graph("dlrm", rng)
    graph.output(_score(graph, batch), (batch, 1))
    return graph.model()


def _score(graph: Graph, batch: int) -> str:
    """The logit of a click, [batch, 1]."""
    dense = _perceptron(graph, "bottom", graph.input("numbers", (batch, BOTTOM[0])), BOTTOM)
    found = [dense]
    for column, rows in enumerate(ROWS):
        table = graph.normal(f"table{column}", (min(rows, CAP), WIDTH), 1)
        found.append(graph.node("Gather", table, graph.input(f"id{column}", (batch,), "int64")))
    together = graph.node("Concat", dense, _products(graph, found, batch), axis=1)
    return _perceptron(graph, "top", together, TOP, last="")


def _products(graph: Graph, vectors: list[str], batch: int) -> str:
    """The dot product of every pair of vectors, [batch, 351]."""
    count = len(vectors)
    joined = graph.node("Concat", *vectors, axis=1)
    rows = graph.node("Reshape", joined, whole(graph, "rows", [batch, count, WIDTH]))
    table = graph.node("MatMul", rows, graph.node("Transpose", rows, perm=[0, 2, 1]))
    flat = graph.node("Reshape", table, whole(graph, "flat", [batch, count * count]))
    below = np.ravel_multi_index(np.tril_indices(count, -1), (count, count)).astype(np.int64)
    return graph.node("Gather", flat, graph.constant("pairs", below), axis=1)


def _perceptron(
    graph: Graph, name: str, x: str, widths: tuple[int, ...], last: str = "Relu"
) -> str:
    for layer, (given, out) in enumerate(pairwise(widths)):
        gain = 1.0 if layer == len(widths) - 2 else 2.0
        # Dot products of 16 numbers have a variance of 16, and would outweigh the rest.
        fan_in = given * (4 if name == "top" and not layer else 1)
        weight = graph.normal(f"{name}{layer}.weight", (out, given), fan_in, gain)
        bias = graph.uniform(f"{name}{layer}.bias", out, -0.2, 0.2)
        x = graph.node("Gemm", x, weight, bias, transB=1)
        activation = "Relu" if layer < len(widths) - 2 else last
        x = graph.node(activation, x) if activation else x
    return x
