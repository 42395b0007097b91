"""Writing graphs."""

import numpy as np
import onnx
import pytest

from probes.workloads.graph import OPSET, Graph


@pytest.fixture
def graph():
    return Graph("g", np.random.default_rng(0))


def test_a_graph_becomes_a_checked_model(graph):
    x = graph.input("x", (2, 3))
    graph.output(graph.node("MatMul", x, graph.normal("w", (3, 4), fan_in=3)), (2, 4))
    model = graph.model()
    assert model.opset_import[0].version == OPSET
    assert [node.op_type for node in model.graph.node] == ["MatMul"]


def test_a_wrong_shape_is_refused(graph):
    graph.output(graph.node("Relu", graph.input("x", (2, 3))), (2, 4))
    with pytest.raises(onnx.shape_inference.InferenceError):
        graph.model()


def test_weights_keep_the_variance(graph):
    graph.normal("w", (200, 300), fan_in=300, gain=2.0)
    assert graph._weights["w"].std() == pytest.approx(np.sqrt(2 / 300), rel=0.02)
    assert graph._weights["w"].dtype == np.float32


def test_a_scalar_stays_a_scalar(graph):
    graph.weight("s", np.float32(2.0))
    assert graph._weights["s"].shape == ()
