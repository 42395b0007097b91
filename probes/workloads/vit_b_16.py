"""ViT-B/16 at 224 x 224 with seeded weights.

Architecture: Dosovitskiy et al., "An Image is Worth 16x16 Words" (ICLR 2021, arXiv:2010.11929),
table 1; torchvision's `vit_b_16` has the same 86,567,656 parameters, and 17.56 billion
multiply-adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads import transformer
from probes.workloads.convolutional import classifier
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.transformer import Sizes, layer_norm, whole

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="ViT-B/16, 224×224", zh="ViT-B/16，224×224")
OPERATORS = (
    transformer.ATTENTION
    | transformer.EXACT_GELU
    | {"Concat", "Conv", "Expand", "Gather", "Gemm", "LayerNormalization"}
)
CLASSIFIES = True
TRAINING = Objective(
    loss=Loss.CROSS_ENTROPY,
    rate=0.01,
    about=LocalText(
        en="training step: cross-entropy over 1000 classes, SGD on all weights; no dropout",
        zh="训练步：1000 类交叉熵，对全部权重做 SGD；无 dropout",
    ),
)
SIZES = Sizes(width=768, heads=12, hidden=3072, layers=12)
SIZE = 224
PATCH = 16
PATCHES = (SIZE // PATCH) ** 2
CLASSES = 1000
EPSILON = 1e-6


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    graph, width, positions = Graph("vit-b-16", rng), SIZES.width, PATCHES + 1
    x = _patches(graph, graph.input("image", (batch, 3, SIZE, SIZE)), batch)
    for layer in range(SIZES.layers):
        name = f"layer{layer}"
        y = layer_norm(graph, f"{name}.norm1", x, width, EPSILON)
        y = transformer.self_attention(
            graph, f"{name}.attention", y, sizes=SIZES, mask="", batch=batch, positions=positions
        )
        x = graph.node("Add", x, y)
        y = layer_norm(graph, f"{name}.norm2", x, width, EPSILON)
        x = graph.node("Add", x, transformer.feed_forward(graph, name, y, SIZES))
    x = layer_norm(graph, "norm", x, width, EPSILON)
    x = graph.node("Gather", x, graph.constant("first", np.array(0, np.int64)), axis=1)
    graph.output(classifier(graph, "classifier", x, width, CLASSES), (batch, CLASSES))
    return graph.model()


def _patches(graph: Graph, image: str, batch: int) -> str:
    """Every patch as a vector, behind the class token; positions added."""
    width = SIZES.width
    weight = graph.normal("patch.weight", (width, 3, PATCH, PATCH), 3 * PATCH**2)
    bias = graph.uniform("patch.bias", width, -0.2, 0.2)
    x = graph.node("Conv", image, weight, bias, kernel_shape=[PATCH, PATCH], strides=[PATCH, PATCH])
    x = graph.node("Reshape", x, whole(graph, "rows", [batch, width, PATCHES]))
    x = graph.node("Transpose", x, perm=[0, 2, 1])
    token = graph.normal("token", (1, 1, width), 1)
    token = graph.node("Expand", token, whole(graph, "tokens", [batch, 1, width]))
    x = graph.node("Concat", token, x, axis=1)
    return graph.node("Add", x, graph.normal("positions", (1, PATCHES + 1, width), 4))
