"""MobileNetV3-Small is the published network, and its numbers stay in a sane range."""

from math import prod

import numpy as np
import pytest
from onnx import helper
from onnx.reference import ReferenceEvaluator

from probes.workloads.cost import cost
from probes.workloads.lowering import lower
from probes.workloads.mobilenet_v3_small import build


@pytest.fixture
def model():
    return build(1, np.random.default_rng(0))


def test_it_has_the_parameters_of_torchvision(model):
    """2,542,856, which leaves out the running statistics of BatchNormalization."""
    statistics = (".mean", ".variance")
    learned = [t for t in model.graph.initializer if not t.name.endswith(statistics)]
    assert sum(prod(t.dims) for t in learned) == 2_542_856


def test_it_has_the_multiply_adds_of_the_paper(model):
    """56 million in table 4 of the paper; the elementwise operators come on top."""
    plan, _ = lower(model)
    dense = {"Conv", "Gemm"}
    only_dense = {**plan, "nodes": [n for n in plan["nodes"] if n["op"] in dense]}
    assert cost(only_dense).flops / 2 == pytest.approx(56e6, rel=0.03)


def test_activations_stay_of_order_one_without_denormals(model):
    names = [name for node in model.graph.node for name in node.output]
    del model.graph.output[:]
    model.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
    image = np.random.default_rng(1).standard_normal((1, 3, 224, 224), dtype=np.float32)
    for name, value in zip(
        names, ReferenceEvaluator(model).run(names, {"image": image}), strict=True
    ):
        assert np.isfinite(value).all()
        assert 1e-3 < np.abs(value).max() < 100, name
        tiny = (value != 0) & (np.abs(value) < np.finfo(np.float32).tiny)
        assert not tiny.any(), name
