"""Small graphs, each about one operator's meaning, for conformance with the ONNX reference."""

import numpy as np

from probes.workloads.graph import Graph

GRAPHS = {}


def graph(function):
    """Enter a function of a graph into GRAPHS, by its name.

    It returns names of outputs; (name, dtype) where one is not float32.
    """

    def build():
        written = Graph(function.__name__, np.random.default_rng(7))
        outputs = function(written)
        for each in [outputs] if isinstance(outputs, str) else outputs:
            name, dtype = each if isinstance(each, tuple) else (each, "float32")
            written.output(name, dtype=dtype)
        return written.model()

    GRAPHS[function.__name__] = build
    return function


def image(written, channels=6, height=9, width=8, batch=2, name="x"):
    return written.input(name, (batch, channels, height, width))


def conv(written, weight_shape, bias=False, **attributes):
    groups = attributes.get("group", 1)
    x = image(written, channels=weight_shape[1] * groups)
    inputs = [x, written.normal("w", weight_shape, fan_in=weight_shape[1] * 9)]
    if bias:
        inputs.append(written.normal("b", weight_shape[:1], fan_in=1))
    return written.node("Conv", *inputs, **attributes)


@graph
def conv_plain(g):
    return conv(g, (4, 6, 3, 3))


@graph
def conv_bias_padded(g):
    return conv(g, (4, 6, 3, 3), bias=True, pads=[1, 1, 1, 1])


@graph
def conv_strided(g):
    return conv(g, (4, 6, 3, 3), pads=[1, 1, 1, 1], strides=[2, 2])


@graph
def conv_uneven_kernel_and_strides(g):
    return conv(g, (4, 6, 1, 3), pads=[0, 1, 0, 1], strides=[2, 1])


@graph
def conv_asymmetric_padding(g):
    return conv(g, (4, 6, 3, 3), pads=[0, 2, 1, 0])


@graph
def conv_dilated(g):
    return conv(g, (4, 6, 3, 3), pads=[2, 2, 2, 2], dilations=[2, 2])


@graph
def conv_same_upper(g):
    return conv(g, (4, 6, 3, 3), auto_pad="SAME_UPPER", strides=[2, 2])


@graph
def conv_same_lower(g):
    return conv(g, (4, 6, 4, 4), auto_pad="SAME_LOWER")


@graph
def conv_grouped(g):
    return conv(g, (6, 2, 3, 3), bias=True, group=3, pads=[1, 1, 1, 1])


@graph
def conv_grouped_normalised(g):
    x = conv(g, (6, 2, 3, 3), group=3)
    names = [g.weight(n, g.rng.uniform(0.5, 1.5, 6)) for n in ("scale", "shift", "mean", "var")]
    return g.node("Relu", g.node("BatchNormalization", x, *names))


@graph
def conv_depthwise(g):
    return conv(g, (6, 1, 3, 3), group=6, pads=[1, 1, 1, 1], strides=[2, 2])


@graph
def conv_depthwise_multiplier(g):
    return conv(g, (12, 1, 5, 5), bias=True, group=6, pads=[2, 2, 2, 2])


@graph
def conv_depthwise_uneven_strides(g):
    return conv(g, (6, 1, 3, 3), group=6, pads=[1, 0, 1, 0], strides=[2, 1])


@graph
def conv_depthwise_dilated(g):
    return conv(g, (6, 1, 3, 3), group=6, dilations=[2, 2])


@graph
def conv_one_dimension(g):
    x = g.input("x", (2, 3, 11))
    w = g.normal("w", (4, 3, 3), fan_in=9)
    return g.node("Conv", x, w, pads=[1, 1], strides=[2])


@graph
def batch_normalization(g):
    names = [g.weight(n, g.rng.uniform(0.5, 1.5, 6)) for n in ("scale", "shift", "mean", "var")]
    return g.node("BatchNormalization", image(g), *names, epsilon=1e-2)


@graph
def batch_normalization_of_rows(g):
    names = [g.weight(n, g.rng.uniform(0.5, 1.5, 5)) for n in ("scale", "shift", "mean", "var")]
    return g.node("BatchNormalization", g.input("x", (3, 5)), *names)


@graph
def max_pool(g):
    return g.node("MaxPool", image(g), kernel_shape=[2, 2], strides=[2, 2])


@graph
def max_pool_padded(g):
    return g.node("MaxPool", image(g), kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])


@graph
def max_pool_asymmetric(g):
    return g.node("MaxPool", image(g), kernel_shape=[3, 2], strides=[1, 2], pads=[0, 1, 2, 0])


@graph
def max_pool_dilated(g):
    return g.node("MaxPool", image(g), kernel_shape=[2, 2], dilations=[2, 2])


@graph
def max_pool_ceil(g):
    return g.node("MaxPool", image(g), kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1)


@graph
def average_pool(g):
    return g.node("AveragePool", image(g), kernel_shape=[3, 2], strides=[2, 2])


@graph
def average_pool_padded(g):
    return g.node("AveragePool", image(g), kernel_shape=[3, 3], pads=[1, 1, 1, 1])


@graph
def average_pool_counting_padding(g):
    return g.node(
        "AveragePool", image(g), kernel_shape=[3, 3], pads=[0, 1, 1, 2], count_include_pad=1
    )


@graph
def average_pool_same(g):
    return g.node("AveragePool", image(g), kernel_shape=[3, 3], strides=[2, 2],
                  auto_pad="SAME_UPPER")  # fmt: skip


@graph
def average_pool_ceil(g):
    return g.node("AveragePool", image(g), kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1)


@graph
def global_average_pool(g):
    return g.node("GlobalAveragePool", image(g))


@graph
def activations(g):
    x = image(g)
    outputs = [g.node(operator, x) for operator in ("Relu", "Sigmoid", "HardSwish", "HardSigmoid")]
    return [*outputs, g.node("HardSigmoid", x, alpha=1 / 6, beta=0.5)]


@graph
def clip(g):
    x, low, high = image(g), g.weight("low", np.float32(-0.5)), g.weight("high", np.float32(0.75))
    return [g.node("Clip", x, low, high), g.node("Clip", x, low), g.node("Clip", x, "", high)]


@graph
def arithmetic(g):
    a, b = image(g, name="a"), image(g, name="b")
    positive = g.node("Sigmoid", b)
    return [g.node("Add", a, b), g.node("Sub", a, b), g.node("Mul", a, b),
            g.node("Div", a, positive)]  # fmt: skip


@graph
def arithmetic_with_constants(g):
    """Constants of every rank, on either side, around convolutions."""
    x = conv(g, (4, 6, 3, 3))
    per_channel = g.weight("per_channel", g.rng.uniform(0.5, 1.5, (4, 1, 1)))
    scalar = g.weight("scalar", np.float32(2.5))
    row = g.weight("row", g.rng.uniform(0.5, 1.5, 6))
    full = g.weight("full", g.rng.uniform(0.5, 1.5, (1, 4, 7, 6)))
    y = g.node("Div", g.node("Sub", scalar, g.node("Mul", x, per_channel)), full)
    return g.node("Add", row, y)


@graph
def broadcast_of_a_gate(g):
    """A [N, C, 1, 1] gate scales an image, as in squeeze-and-excite."""
    x = conv(g, (4, 6, 3, 3))
    return g.node("Mul", g.node("Sigmoid", g.node("GlobalAveragePool", x)), x)


@graph
def broadcast_of_a_lower_rank(g):
    """A computed [W] row is added to an image: the image must go back to channels first."""
    x = conv(g, (4, 6, 3, 3))
    return g.node("Add", x, g.node("Relu", g.input("row", (6,))))


@graph
def gemm(g):
    x, w = g.input("x", (3, 5)), g.normal("w", (5, 4), fan_in=5)
    return g.node("Gemm", x, w)


@graph
def gemm_transposed(g):
    x, w, b = g.input("x", (3, 5)), g.normal("w", (4, 5), 5), g.normal("b", (4,), 1)
    return g.node("Gemm", x, w, b, transB=1)


@graph
def gemm_scaled(g):
    x, w, c = g.input("x", (5, 3)), g.normal("w", (5, 4), 5), g.normal("c", (3, 4), 1)
    return g.node("Gemm", x, w, c, transA=1, alpha=0.5, beta=2.0)


@graph
def matmul(g):
    return g.node("MatMul", g.input("x", (3, 5)), g.normal("w", (5, 4), fan_in=5))


@graph
def matmul_batched(g):
    return g.node("MatMul", g.input("a", (2, 3, 4, 5)), g.input("b", (2, 3, 5, 6)))


@graph
def matmul_rows_by_weight(g):
    return g.node("MatMul", g.input("x", (2, 3, 5)), g.normal("w", (5, 4), fan_in=5))


@graph
def matmul_of_an_image(g):
    """A product over the last axis, after a convolution."""
    return g.node("MatMul", conv(g, (4, 6, 3, 3)), g.normal("v", (6, 5), fan_in=6))


@graph
def flatten_after_conv(g):
    return g.node("Flatten", conv(g, (4, 6, 3, 3)), axis=1)


@graph
def flatten_after_pool(g):
    return g.node("Flatten", g.node("GlobalAveragePool", conv(g, (4, 6, 3, 3))))


@graph
def reshape_after_conv(g):
    shape = g.constant("shape", np.array([2, -1, 6], dtype=np.int64))
    return g.node("Reshape", conv(g, (4, 6, 3, 3)), shape)


@graph
def transpose_after_conv(g):
    x = conv(g, (4, 6, 3, 3))
    return [g.node("Transpose", x, perm=[0, 2, 3, 1]), g.node("Transpose", x)]


@graph
def softmax(g):
    x = conv(g, (4, 6, 3, 3))
    return [g.node("Softmax", x), g.node("Softmax", x, axis=1), g.node("Softmax", x, axis=2)]


@graph
def softmax_of_rows(g):
    return g.node("Softmax", g.input("x", (3, 7)), axis=-1)


@graph
def concat(g):
    x = image(g)
    w, v = g.normal("w", (4, 6, 3, 3), 54), g.normal("v", (5, 6, 3, 3), 54)
    a, b = g.node("Conv", x, w), g.node("Conv", x, v)
    return [g.node("Concat", a, b, axis=1), g.node("Concat", a, a, axis=-2)]


@graph
def concat_of_rows(g):
    return g.node("Concat", g.input("a", (3, 2)), g.input("b", (3, 4)), axis=1)


@graph
def identity(g):
    x = image(g)
    return g.node("Relu", g.node("Identity", g.node("Identity", x)))


@graph
def both_orders_of_an_input(g):
    """An input that is convolved and flattened is needed in both orders."""
    x = image(g)
    y = g.node("Conv", x, g.normal("w", (4, 6, 3, 3), 54))
    return [g.node("Flatten", x), y]


@graph
def residual_block(g):
    """What MobileNetV3 is made of, in small."""
    x = image(g, channels=4)
    y = g.node("Conv", x, g.normal("e", (8, 4, 1, 1), 4))
    names = [g.weight(n, g.rng.uniform(0.5, 1.5, 8)) for n in ("scale", "shift", "mean", "var")]
    y = g.node("HardSwish", g.node("BatchNormalization", y, *names))
    y = g.node("Conv", y, g.normal("d", (8, 1, 3, 3), 9), group=8, pads=[1, 1, 1, 1])
    gate = g.node("Conv", g.node("GlobalAveragePool", y), g.normal("s", (8, 8, 1, 1), 8))
    y = g.node("Mul", g.node("HardSigmoid", gate, alpha=1 / 6, beta=0.5), y)
    y = g.node("Add", x, g.node("Conv", y, g.normal("p", (4, 8, 1, 1), 8)))
    rows = g.node("Flatten", g.node("GlobalAveragePool", y))
    return g.node("Gemm", rows, g.normal("f", (3, 4), 4), g.normal("fb", (3,), 1), transB=1)


from tests.probes.worker import graphs_of_networks, graphs_of_shapes  # noqa: E402, F401 - they enter more

CORE = (
    "conv_plain",
    "conv_bias_padded",
    "conv_strided",
    "conv_uneven_kernel_and_strides",
    "conv_asymmetric_padding",
    "conv_dilated",
    "conv_same_upper",
    "conv_same_lower",
    "conv_grouped_normalised",
    "conv_depthwise",
    "conv_depthwise_multiplier",
    "batch_normalization",
    "global_average_pool",
    "activations",
    "arithmetic",
    "broadcast_of_a_gate",
    "gemm",
    "gemm_transposed",
    "gemm_scaled",
    "flatten_after_conv",
    "flatten_after_pool",
    "residual_block",
    "softmax",
)
"""Operators of mobilenet-v3-small and softmax in their forms: what every stack is tried with."""
