"""Models as users bring them: any opset, free dimensions, control flow, data in other files."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

node = helper.make_node
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def given(name, values, dtype=np.float32):
    return numpy_helper.from_array(np.array(values, dtype=dtype), name)


def model(nodes, inputs, outputs, initializers, opset=17, ir_version=8, domains=()):
    used = {name for each in nodes for name in each.input}
    graph = helper.make_graph(
        nodes, "g", inputs, outputs, [t for t in initializers if t.name in used]
    )
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(d, 1) for d in domains)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir_version)


def of_opset(opset):
    """What changed its form over the opsets, and arithmetic on free shapes, in one graph."""
    old, axes = opset < 13, opset >= 18
    nodes = [
        node("Conv", ["image", "w"], ["c"], pads=[1, 1, 1, 1]),
        node("Clip", ["c", "low", "high"], ["k"]),
        node("Shape", ["k"], ["s"]),
        node("Gather", ["s", "zero"], ["b"], axis=0),
        node("Resize", ["k", "nothing" if old else "", "scales"], ["r"], mode="linear",
             coordinate_transformation_mode="half_pixel"),
        node("Pad", ["r", "pads"], ["p"]),
        node("Split", ["p"], ["p1", "p2"], axis=1, split=[2, 2]) if old
        else node("Split", ["p", "halves"], ["p1", "p2"], axis=1),
        node("Add", ["p1", "p2"], ["a"]),
        node("ReduceMean", ["a", "spatial"], ["g"]) if axes
        else node("ReduceMean", ["a"], ["g"], axes=[2, 3]),
        node("ReduceSum", ["a"], ["sums"], axes=[1], keepdims=0) if old
        else node("ReduceSum", ["a", "one"], ["sums"], keepdims=0),
        node("Squeeze", ["g"], ["q"], axes=[2, 3]) if old
        else node("Squeeze", ["g", "spatial"], ["q"]),
        node("Unsqueeze", ["b"], ["ub"], axes=[0]) if old
        else node("Unsqueeze", ["b", "first"], ["ub"]),
        node("Concat", ["ub", "rest"], ["shape"], axis=0),
        node("Reshape", ["q", "shape"], ["flat"]),
        node("Softmax", ["p1"], ["soft"], axis=1),
        node("Dropout", ["flat"], ["d"]),
        node("Cast", ["d"], ["y"], to=FLOAT),
    ]  # fmt: skip
    rng = np.random.default_rng(0)
    initializers = [
        given("w", rng.standard_normal((4, 3, 3, 3)) * 0.2), given("low", -0.5),
        given("high", 0.5), given("zero", 0, np.int64), given("nothing", []),
        given("scales", [1, 1, 2, 2]), given("pads", [0, 0, 1, 1, 0, 0, 0, 0], np.int64),
        given("halves", [2, 2], np.int64), given("spatial", [2, 3], np.int64),
        given("one", [1], np.int64), given("first", [0], np.int64), given("rest", [-1], np.int64),
    ]  # fmt: skip
    outputs = [value(name, FLOAT, None) for name in ("y", "sums", "soft")]
    image = value("image", FLOAT, ["batch", 3, "height", "width"])
    return model(nodes, [image], outputs, initializers, opset, ir_version=7 if old else 8)


def branching():
    """An If that depends on the data."""
    then, otherwise = (
        helper.make_graph([each], name, [], [value(name, FLOAT, [2, 3])])
        for name, each in (
            ("t", node("Mul", ["x", "two"], ["t"])),
            ("e", node("Neg", ["x"], ["e"])),
        )
    )
    nodes = [
        node("ReduceSum", ["x"], ["s"], keepdims=0),
        node("Greater", ["s", "zero"], ["c"]),
        node("If", ["c"], ["y"], then_branch=then, else_branch=otherwise),
    ]
    made = model(nodes, [value("x", FLOAT, [2, 3])], [value("y", FLOAT, [2, 3])],
                 [given("zero", 0)])  # fmt: skip
    made.graph.initializer.append(given("two", 2))
    return made


def of_another_domain():
    return model([node("Gelu", ["x"], ["y"], domain="com.microsoft")],
                 [value("x", FLOAT, [2, 3])], [value("y", FLOAT, [2, 3])], [],
                 domains=["com.microsoft"])  # fmt: skip


def with_listed_weights():
    """IR version 3: initializers stand among the inputs; ids and a mask are the real ones."""
    nodes = [node("Gather", ["table", "ids"], ["r"]), node("Where", ["mask", "r", "zero"], ["y"])]
    inputs = [value("ids", INT64, ["n"]), value("mask", BOOL, ["n", 1]),
              value("table", FLOAT, [11, 4])]  # fmt: skip
    weights = np.random.default_rng(0).standard_normal((11, 4))
    return model(nodes, inputs, [value("y", FLOAT, None)],
                 [given("table", weights), given("zero", 0)], 13, ir_version=3)  # fmt: skip


def dense(features=64, width=128):
    weights = np.random.default_rng(0).standard_normal((features, width))
    return model([node("MatMul", ["x", "w"], ["y"])], [value("x", FLOAT, ["n", features])],
                 [value("y", FLOAT, None)], [given("w", weights)])  # fmt: skip


def save_apart(made, path):
    """Save a model with its weights in another file."""
    onnx.save_model(made, str(path), save_as_external_data=True, location=f"{path.stem}.data",
                    size_threshold=0)  # fmt: skip
    return path
