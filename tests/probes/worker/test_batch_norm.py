"""Folding of batch normalisation: structure and numbers, without a framework."""

import numpy as np

from probes.worker.batch_norm import folded
from probes.worker.case import Case, Node, Value

GIVEN = np.random.default_rng(0)
IMAGE = Value("x", (1, 3, 1, 1), "float32")


def case(*, reads=("z",)):
    """A convolution by 1 x 1 over one pixel, and the normalisation of what it gives."""
    weights = {
        "w": GIVEN.standard_normal((4, 3, 1, 1)).astype(np.float32),
        "b": GIVEN.standard_normal(4).astype(np.float32),
        "scale": GIVEN.standard_normal(4).astype(np.float32),
        "shift": GIVEN.standard_normal(4).astype(np.float32),
        "mean": GIVEN.standard_normal(4).astype(np.float32),
        "variance": GIVEN.uniform(0.5, 2, 4).astype(np.float32),
    }
    norm = ("y", "scale", "shift", "mean", "variance")
    nodes = (
        Node("Conv", ("x", "w", "b"), ("y",)),
        Node("BatchNormalization", norm, ("z",), {"epsilon": 1e-3}),
    )
    shapes = {name: array.shape for name, array in weights.items()}
    outputs = tuple(Value(name, (1, 4, 1, 1), "float32") for name in reads)
    return Case("net", 17, (IMAGE,), outputs, nodes, shapes, weights, (), None)


def test_the_folded_convolution_gives_what_the_normalisation_gave():
    before = case()
    after = folded(before)
    (node,) = after.nodes
    assert (node.op, node.outputs) == ("Conv", ("z",))
    pixel, w = GIVEN.standard_normal(3).astype(np.float32), before.weights
    y = w["w"][:, :, 0, 0] @ pixel + w["b"]
    wanted = (y - w["mean"]) / np.sqrt(w["variance"] + 1e-3) * w["scale"] + w["shift"]
    weight, bias = (after.weights[name] for name in node.inputs[1:])
    np.testing.assert_allclose(weight[:, :, 0, 0] @ pixel + bias, wanted, rtol=1e-5, atol=1e-6)
    assert {name: after.shapes[name] for name in node.inputs[1:]} == {
        node.inputs[1]: (4, 3, 1, 1),
        node.inputs[2]: (4,),
    }


def test_a_convolution_that_others_read_stays():
    before = case(reads=("y", "z"))
    assert [node.op for node in folded(before).nodes] == ["Conv", "BatchNormalization"]
