"""The own loops of the reference give what the onnx package's give."""

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from probes.workloads import fast_reference
from probes.workloads.graph import Graph
from probes.workloads.inputs import draw
from probes.workloads.lowering import lower
from probes.workloads.reference import Reference, reference
from tests.probes.worker.graphs import GRAPHS

OPERATORS = {"Conv", "ConvTranspose", "MaxPool", "Resize", "Softmax"}
NAMES = [
    name for name in GRAPHS
    if name.startswith(("conv", "max_pool", "resize", "softmax", "residual", "pad_before"))
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_they_agree(name, monkeypatch):
    monkeypatch.setattr(fast_reference, "LARGE", 0)
    model = GRAPHS[name]()
    (inputs,) = draw(lower(model)[0], 3, 1)
    names = [output.name for output in model.graph.output]
    right = ReferenceEvaluator(model).run(names, inputs)
    found = reference(model, inputs)
    for output, value in zip(names, right, strict=True):
        np.testing.assert_allclose(found[output], value, rtol=1e-4, atol=1e-5)


def test_small_tensors_are_left_to_the_package(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("not ours")

    monkeypatch.setattr(fast_reference, "_offsets", refuse)
    model = GRAPHS["conv_plain"]()
    (inputs,) = draw(lower(model)[0], 3, 1)
    assert reference(model, inputs)


def test_an_old_softmax_is_over_all_axes_that_follow():
    graph = Graph("g", np.random.default_rng(0))
    graph.output(graph.node("Softmax", graph.input("x", (2, 3, 4)), axis=1))
    model = graph.model()
    model.opset_import[0].version = 11
    x = np.random.default_rng(1).standard_normal((2, 3, 4)).astype(np.float32)
    (y,) = Reference(model)({"x": x}).values()
    np.testing.assert_allclose(y.sum((1, 2)), 1.0, rtol=1e-6)
    plan, _ = lower(model)
    assert [n["op"] for n in plan["nodes"]] == ["Reshape", "Softmax", "Reshape"]
    assert plan["shapes"][plan["nodes"][0]["outputs"][0]] == [2, 12]
