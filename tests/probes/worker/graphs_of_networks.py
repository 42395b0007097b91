"""More small graphs for conformance: layers of networks, and patterns that are one call."""

import math

import numpy as np

from probes.workloads import transformer
from probes.workloads.transformer import Sizes
from tests.probes.worker.graphs import conv, graph, image

SMALL = Sizes(width=8, heads=2, hidden=16, layers=1)


def transposed(g, weight_shape, bias=False, **attributes):
    x = image(g, channels=weight_shape[0], height=5, width=4)
    inputs = [x, g.normal("w", weight_shape, fan_in=weight_shape[0])]
    if bias:
        inputs.append(g.normal("b", weight_shape[1:2], fan_in=1))
    return g.node("ConvTranspose", *inputs, **attributes)


@graph
def conv_transpose(g):
    return transposed(g, (3, 4, 2, 2), bias=True, strides=[2, 2])


@graph
def conv_transpose_padded(g):
    return transposed(g, (3, 4, 3, 3), strides=[2, 2], pads=[1, 1, 1, 1], output_padding=[1, 1])


@graph
def conv_transpose_asymmetric(g):
    return transposed(g, (3, 4, 4, 3), bias=True, strides=[2, 1], pads=[1, 0, 2, 1])


@graph
def conv_transpose_between_convs(g):
    x = conv(g, (3, 6, 3, 3))
    y = g.node("ConvTranspose", x, g.normal("t", (3, 4, 2, 2), 3), strides=[2, 2])
    return g.node("Conv", y, g.normal("v", (2, 4, 1, 1), 4))


@graph
def conv_one_dimension_padded(g):
    x, w = g.input("x", (2, 3, 11)), g.normal("w", (4, 3, 3), fan_in=9)
    return g.node("Conv", x, w, g.normal("b", (4,), 1), pads=[1, 1])


@graph
def global_max_pool(g):
    return g.node("GlobalMaxPool", image(g))


@graph
def instance_normalization(g):
    scale, shift = (g.weight(n, g.rng.uniform(0.5, 1.5, 6)) for n in ("scale", "shift"))
    return g.node("InstanceNormalization", image(g), scale, shift)


@graph
def layer_normalization(g):
    x = g.input("x", (2, 3, 8))
    scale, shift = (g.weight(n, g.rng.uniform(0.5, 1.5, 8)) for n in ("scale", "shift"))
    return [g.node("LayerNormalization", x, scale, shift, epsilon=1e-3),
            g.node("LayerNormalization", x, scale)]  # fmt: skip


@graph
def layer_normalization_of_two_axes(g):
    scale = g.weight("scale", g.rng.uniform(0.5, 1.5, (3, 8)))
    return g.node("LayerNormalization", g.input("x", (2, 3, 8)), scale, axis=1)


@graph
def resize_nearest(g):
    x, scales = image(g), g.weight("scales", np.array([1, 1, 2, 2]))
    return [
        g.node("Resize", x, "", scales, mode="nearest", nearest_mode="floor",
               coordinate_transformation_mode="asymmetric"),
        g.node("Resize", x, "", scales, mode="nearest"),
        g.node("Resize", x, "", g.weight("less", np.array([1, 1, 0.6, 1.4])), mode="nearest"),
    ]  # fmt: skip


@graph
def resize_linear(g):
    x, scales = image(g), g.weight("scales", np.array([1, 1, 2, 2]))
    sizes = g.constant("sizes", np.array([2, 6, 13, 5]))
    return [
        g.node("Resize", x, "", scales, mode="linear"),
        g.node("Resize", x, "", "", sizes, mode="linear"),
        g.node("Resize", x, "", scales, mode="linear",
               coordinate_transformation_mode="align_corners"),
        g.node("Resize", x, "", scales, mode="linear",
               coordinate_transformation_mode="asymmetric"),
    ]  # fmt: skip


@graph
def resize_cubic(g):
    scales = g.weight("scales", np.array([1, 1, 2, 2]))
    return g.node("Resize", image(g), "", scales, mode="cubic")


@graph
def resize_between_convs(g):
    x = g.node("Resize", conv(g, (4, 6, 3, 3)), "", g.weight("s", np.array([1, 1, 2, 2])),
               mode="nearest", nearest_mode="floor",
               coordinate_transformation_mode="asymmetric")  # fmt: skip
    return g.node("Conv", x, g.normal("v", (2, 4, 1, 1), 4))


def lstm(g, directions=1, **attributes):
    x = g.input("x", (5, 2, 3))
    given = g.normal("given", (directions, 16, 3), 3)
    recurrent = g.normal("recurrent", (directions, 16, 4), 4)
    bias = g.uniform("bias", (directions, 32), -0.5, 0.5)
    return [x, given, recurrent, bias], {"hidden_size": 4, **attributes}


@graph
def lstm_forward(g):
    inputs, attributes = lstm(g)
    return g.nodes("LSTM", *inputs, outputs=3, **attributes)


@graph
def lstm_with_a_start(g):
    inputs, attributes = lstm(g)
    start = [g.input(name, (1, 2, 4)) for name in ("hidden", "cell")]
    return g.nodes("LSTM", *inputs, "", *start, outputs=3, **attributes)


@graph
def lstm_both_ways(g):
    inputs, attributes = lstm(g, directions=2, direction="bidirectional")
    return g.nodes("LSTM", *inputs, outputs=3, **attributes)


@graph
def gelus(g):
    x = g.input("x", (2, 3, 8))
    root = transformer.scalar(g, math.sqrt(0.5))
    half = g.node("Mul", x, transformer.scalar(g, 0.5))
    curve = g.node("Add", g.node("Erf", g.node("Mul", x, root)), transformer.scalar(g, 1.0))
    return [transformer.gelu(g, x), transformer.gelu_tanh(g, x), g.node("Mul", half, curve)]


@graph
def silu_of_an_image(g):
    x = conv(g, (4, 6, 3, 3))
    return g.node("Mul", x, g.node("Sigmoid", x))


@graph
def dense(g):
    return transformer.dense(g, "d", g.input("x", (2, 3, 8)), 8, 5)


@graph
def attention(g):
    x = g.input("x", (2, 5, 8))
    hidden = np.triu(np.full((5, 5), transformer.HIDDEN), 1)[None, None]
    return transformer.self_attention(
        g, "a", x, sizes=SMALL, mask=g.weight("mask", hidden), batch=2, positions=5
    )


@graph
def attention_without_a_mask(g):
    q, k, v = (g.input(name, (2, 2, 5, 4)) for name in "qkv")
    scores = g.node("MatMul", q, g.node("Transpose", k, perm=[0, 1, 3, 2]))
    return g.node("MatMul", g.node("Softmax", scores, axis=-1), v)


@graph
def attention_of_turned_keys(g):
    """The key is turned once, from [batch, positions, heads, width] to its transpose."""
    q, v = g.input("q", (2, 2, 5, 4)), g.input("v", (2, 2, 5, 4))
    k = g.node("Transpose", g.input("k", (2, 5, 2, 4)), perm=[0, 2, 3, 1])
    scores = g.node("Div", g.node("MatMul", q, k), transformer.scalar(g, 2.0))
    return g.node("MatMul", g.node("Softmax", scores, axis=-1), v)


@graph
def embedding_and_mask(g):
    """The beginning of BERT: words, and a mask of ones and zeros that is added."""
    ids, mask = g.input("ids", (2, 5), "int64"), g.input("mask", (2, 5), "int64")
    words = g.node("Gather", g.normal("words", (11, 8), 1), ids)
    axes = g.constant("axes", np.array([1, 2]))
    mask = g.node("Cast", g.node("Unsqueeze", mask, axes), to=1)
    mask = g.node("Mul", g.node("Sub", transformer.scalar(g, 1.0), mask),
                  transformer.scalar(g, transformer.HIDDEN))  # fmt: skip
    return transformer.self_attention(g, "a", words, sizes=SMALL, mask=mask, batch=2, positions=5)
