"""More small graphs for conformance: shapes, indices, reductions, comparisons."""

import numpy as np

from tests.probes.worker.graphs import conv, graph, image


def ints(g, name, values):
    return g.constant(name, np.array(values, dtype=np.int64))


@graph
def functions(g):
    x = image(g)
    positive = g.node("Add", g.node("Abs", x), g.weight("small", np.float32(0.1)))
    plain = ("Abs", "Ceil", "Cos", "Erf", "Exp", "Floor", "Neg", "Sign", "Sin", "Softplus", "Tanh")
    outputs = [g.node(operator, x) for operator in plain]
    outputs += [g.node(operator, positive) for operator in ("Log", "Reciprocal", "Sqrt")]
    outputs += [g.node("LeakyRelu", x), g.node("LeakyRelu", x, alpha=0.3), g.node("Elu", x)]
    return [*outputs, g.node("Pow", positive, g.weight("power", np.float32(1.5)))]


@graph
def greatest_and_least(g):
    a, b = image(g, name="a"), image(g, name="b")
    row = g.weight("row", g.rng.uniform(-1, 1, 8))
    return [g.node("Max", a, b, row), g.node("Min", a, b), g.node("Sum", a, b, a)]


@graph
def comparisons(g):
    a, b = g.input("a", (3, 4)), g.input("b", (3, 4))
    greater, less = g.node("Greater", a, b), g.node("Less", a, b)
    operators = ("GreaterOrEqual", "LessOrEqual", "Equal")
    both = g.node("And", greater, g.node("Not", less))
    choice = g.node("Where", g.node("Or", both, less), a, b)
    return [choice, *((g.node(operator, a, b), "bool") for operator in operators),
            g.node("Cast", greater, to=1)]  # fmt: skip


@graph
def where_on_an_image(g):
    x = conv(g, (4, 6, 3, 3))
    zero = g.weight("zero", np.float32(0))
    return g.node("Where", g.node("Less", x, zero), g.node("Mul", x, x), x)


@graph
def expand_and_tile(g):
    x = g.input("x", (2, 1, 3))
    wide = g.node("Expand", x, ints(g, "shape", [2, 4, 3]))
    return [wide, g.node("Tile", x, ints(g, "repeats", [1, 2, 3]))]


@graph
def squeeze_and_unsqueeze(g):
    x = g.input("x", (2, 1, 3, 1))
    y = g.node("Squeeze", x, ints(g, "one", [1]))
    return [y, g.node("Squeeze", x, ints(g, "both", [1, -1])),
            g.node("Unsqueeze", y, ints(g, "axes", [0, 3]))]  # fmt: skip


@graph
def slices(g):
    x = image(g)
    some = g.node("Slice", x, ints(g, "starts", [1, -5]), ints(g, "ends", [5, 2**62]),
                  ints(g, "axes", [1, -1]), ints(g, "steps", [2, 1]))  # fmt: skip
    return [some, g.node("Slice", x, ints(g, "first", [0, 1]), ints(g, "last", [1, -2]))]


@graph
def slices_of_channels(g):
    x = conv(g, (6, 6, 3, 3))
    part = g.node("Slice", x, ints(g, "starts", [2, 1]), ints(g, "ends", [5, 4]),
                  ints(g, "axes", [1, 3]))  # fmt: skip
    return g.node("Relu", part)


@graph
def split_of_channels(g):
    x = conv(g, (6, 6, 3, 3))
    parts = g.nodes("Split", x, ints(g, "sizes", [1, 3, 2]), outputs=3, axis=1)
    return [g.node("Relu", part) for part in parts]


@graph
def greatest_of_a_part(g):
    """TensorFlow's graph optimiser takes the maximum of the wrong part of a tf.split."""
    x = g.input("x", (1, 6, 5))
    _, part = g.nodes("Split", x, ints(g, "sizes", [2, 4]), outputs=2, axis=1)
    return g.node("ReduceMax", g.node("Sigmoid", part), axes=[1], keepdims=1)


@graph
def split_of_rows(g):
    return g.nodes("Split", g.input("x", (3, 6)), outputs=2, axis=-1)


@graph
def gathers(g):
    table, ids = g.normal("table", (7, 4), 1), g.input("ids", (2, 3), "int64")
    rows = g.node("Gather", table, ids)
    columns = g.node("Gather", rows, ints(g, "some", [2, 0, 2]), axis=2)
    return [rows, columns, g.node("Gather", rows, ints(g, "one", 1), axis=1)]


@graph
def gather_of_computed_rows(g):
    rows = g.node("Relu", g.input("x", (5, 4)))
    return g.node("Gather", rows, g.input("ids", (3,), "int64"), axis=0)


@graph
def gather_elements(g):
    x = g.input("x", (3, 4))
    index = ints(g, "index", [[0, 3, 1, 1], [2, 2, 0, 3], [1, 0, 3, 2]])
    return g.node("GatherElements", x, index, axis=1)


@graph
def whole_numbers(g):
    ids = g.input("ids", (2, 3), "int64")
    table = g.normal("table", (9, 2), 1)
    ids = g.node("Gather", ints(g, "numbers", [3, 7, 5]), ids)
    half = g.node("Div", g.node("Add", ids, ints(g, "more", 1)), ints(g, "two", 2))
    return [(half, "int64"), g.node("Gather", table, half), g.node("Cast", ids, to=1)]


@graph
def pads(g):
    x, by = image(g), ints(g, "by", [0, 0, 1, 2, 0, 0, 0, 1])
    filled = g.node("Pad", x, by, g.weight("value", np.float32(1.5)))
    return [filled, g.node("Pad", x, by), g.node("Pad", x, by, mode="reflect")]


@graph
def pads_with_the_edge(g):
    return g.node("Pad", image(g), ints(g, "by", [0, 0, 1, 2, 0, 0, 0, 1]), mode="edge")


@graph
def pad_before_conv(g):
    x = g.node("Pad", conv(g, (6, 6, 3, 3)), ints(g, "by", [0, 0, 0, 0, 0, 0, 1, 1]))
    return g.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2])


@graph
def reductions(g):
    x = image(g)
    axes = ints(g, "axes", [1, -1])
    return [
        g.node("ReduceMean", x, axes=[2, 3], keepdims=0), g.node("ReduceMax", x, axes=[1]),
        g.node("ReduceMin", x, axes=[-1], keepdims=0), g.node("ReduceSum", x, axes),
        g.node("ReduceSum", x, axes, keepdims=0), g.node("ReduceMean", x),
    ]  # fmt: skip


@graph
def means_after_conv(g):
    x = conv(g, (4, 6, 3, 3))
    kept = g.node("Mul", x, g.node("ReduceMean", x, axes=[2, 3]))
    return [kept, g.node("ReduceMean", x, axes=[-2, -1], keepdims=0),
            g.node("ReduceMax", x, axes=[1, 2], keepdims=0)]  # fmt: skip


@graph
def arg_max(g):
    x = image(g)
    return [(g.node("ArgMax", x, axis=1), "int64"),
            (g.node("ArgMax", x, axis=-1, keepdims=0), "int64")]  # fmt: skip


@graph
def top_k(g):
    values, indices = g.nodes("TopK", g.input("x", (3, 9)), ints(g, "k", [4]), outputs=2)
    return [values, (indices, "int64")]


@graph
def cum_sum(g):
    return g.node("CumSum", g.input("x", (3, 5)), ints(g, "axis", 1))


@graph
def einsum(g):
    a, b = g.input("a", (2, 3, 4)), g.input("b", (2, 5, 4))
    return g.node("Einsum", a, b, equation="bij,bkj->bik")


@graph
def log_softmax(g):
    return g.node("LogSoftmax", g.input("x", (3, 7)), axis=-1)


@graph
def shape_arithmetic(g):
    """What exporters write for x.view(x.size(0), -1): numbers before anything is built."""
    x = conv(g, (4, 6, 3, 3))
    rows = g.node("Gather", g.node("Shape", x), ints(g, "zero", 0))
    rows = g.node("Unsqueeze", rows, ints(g, "axis", [0]))
    shape = g.node("Concat", rows, ints(g, "rest", [-1]), axis=0)
    return g.node("Reshape", x, shape)
