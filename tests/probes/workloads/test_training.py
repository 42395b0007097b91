"""What a right training step must give: slopes by differences, gradients by hand."""

import json
import math

import numpy as np
import pytest

from knowledge.errors import KnownError
from probes.workloads import catalog
from probes.workloads.backward import gradients
from probes.workloads.cost import cost
from probes.workloads.graph import Graph
from probes.workloads.lowering import lower
from probes.workloads.objective import Loss, slope, value
from probes.workloads.training import Exact, parameters_of, slopes, step_for
from tests.probes.training_cases import OBJECTIVE, layer_step


def perceptron():
    """Every operator that has a backward pass, with broadcasting and turned matrices."""
    graph = Graph("perceptron", np.random.default_rng(5))
    x = graph.input("x", (4, 6))
    x = graph.node(
        "Gemm", x, graph.normal("w1", (7, 6), 6), graph.uniform("b1", 7, -1, 1), transB=1
    )
    x = graph.node("Relu", x)
    x = graph.node("Mul", x, graph.uniform("scale", (1, 7), 0.5, 2))
    x = graph.node("Sub", graph.node("MatMul", x, graph.normal("w2", (7, 3), 7)),
                   graph.uniform("b2", 3, -1, 1))  # fmt: skip
    x = graph.node("Add", x, graph.node("Gemm", x, graph.normal("w3", (3, 3), 3), alpha=0.5))
    graph.output(x, (4, 3))
    return graph.model()


@pytest.mark.parametrize("loss", list(Loss))
def test_gradients_by_hand_are_the_slopes_of_the_loss(loss):
    model, rng = perceptron(), np.random.default_rng(0)
    exact, (plan, _) = Exact(model), lower(model)
    given = {"x": rng.standard_normal((4, 6))}
    target = rng.integers(0, 3, 4) if loss is Loss.CROSS_ENTROPY else rng.standard_normal((4, 3))
    names = ("w1", "b1", "scale", "w2", "b2", "w3")
    start = {name: exact.weights[name] for name in names}
    found, by = gradients(plan, {**exact.weights, **given}, names, loss, target)
    # One direction per weight, so that none can hide behind the others.
    directions = [
        {n: rng.standard_normal(w.shape) * (n == name) for n, w in start.items()} for name in names
    ]
    told = slopes(lambda weights: value(loss, exact(given, weights), target), start, directions)
    expected = [
        float(np.vdot(by[name], d[name])) for name, d in zip(names, directions, strict=True)
    ]
    np.testing.assert_allclose(told, expected, rtol=1e-6)
    assert found == pytest.approx(value(loss, exact(given, {}), target), rel=1e-12)
    assert min(map(abs, expected)) > 1e-3


def test_the_loss_of_scores_has_the_slope_it_says():
    rng = np.random.default_rng(1)
    scores, target = rng.standard_normal((2, 3, 5)), rng.integers(0, 5, (2, 3))
    by = slope(Loss.CROSS_ENTROPY, scores, target)
    h = np.zeros_like(scores)
    h[1, 2, 4] = 1e-6
    ahead, behind = (value(Loss.CROSS_ENTROPY, scores + s * h, target) for s in (1, -1))
    assert by[1, 2, 4] == pytest.approx((ahead - behind) / 2e-6, rel=1e-6)
    assert by.sum(-1) == pytest.approx(np.zeros((2, 3)), abs=1e-15)


def test_a_loss_without_a_slope_is_refused():
    with pytest.raises(KnownError, match="no steady slope"):
        slopes(lambda w: abs(float(w["x"]) - 4e-8), {"x": np.float64(0.0)}, [{"x": np.float64(1)}])


def test_a_step_says_how_sgd_goes_on(tmp_path):
    case = layer_step(tmp_path / "case")
    with np.load(case.reference) as right, np.load(case.directory / "inputs.npz") as inputs:
        assert sorted(right.files) == ["0.loss", "0.slopes", "losses"]
        assert right["losses"][0] == pytest.approx(right["0.loss"][0], rel=1e-12)
        # The third step sees the first inputs again, and has learned from them.
        assert right["losses"][2] < right["losses"][0]
        assert inputs["0.x"].shape == (4, 8)
    plan = json.loads((case.directory / "plan.json").read_text())
    assert plan["training"]["parameters"] == ["weight", "bias"]
    assert plan["training"]["rate"] == OBJECTIVE.rate


def test_doubles_stay_doubles_through_casts_and_error_functions():
    graph = Graph("mask", np.random.default_rng(5))
    mask = graph.node("Cast", graph.input("mask", (2, 3), "int64"), to=1)
    x = graph.node("Erf", graph.node("Mul", mask, graph.normal("w", (2, 3), 1)))
    graph.output(x, (2, 3))
    exact = Exact(graph.model())
    weights = {"w": np.full((2, 3), 0.5 + 1e-12)}
    found = exact({"mask": np.ones((2, 3), np.int64)}, weights)
    # In fp32 both the weight and what becomes of it would be 0.5 and 0.5204999.
    assert found[0, 0] == pytest.approx(math.erf(0.5 + 1e-12), rel=1e-15)
    assert found[0, 0] != math.erf(0.5)


def test_what_is_trained_is_not_computed_beforehand():
    graph = Graph("places", np.random.default_rng(5))
    rows = graph.constant("order", np.arange(3))
    places = graph.node("Gather", graph.normal("table", (8, 2), 1), rows)
    graph.output(graph.node("Add", graph.input("x", (3, 2)), places), (3, 2))
    operators = lambda *names: [  # noqa: E731
        node["op"] for node in lower(graph.model(), trained=frozenset(names))[0]["nodes"]
    ]
    assert operators() == ["Add"]
    assert operators("table") == ["Gather", "Add"]


def test_statistics_of_normalisation_are_not_trained():
    module = catalog.module("mobilenet-v3-small")
    declared = module.build(1, None)
    sizes = {t.name: int(np.prod(t.dims)) for t in declared.graph.initializer}
    names = parameters_of(declared, module.TRAINING)
    # The number of parameters that torchvision counts for this network, statistics not among them.
    assert sum(sizes[name] for name in names) == 2_542_856
    assert "stem.norm.scale" in names
    assert "stem.norm.mean" not in names
    assert "frozen" in module.TRAINING.about.en


def test_what_has_no_loss_has_no_step(tmp_path):
    with pytest.raises(KnownError, match="matmul has no training step"):
        step_for("matmul", 1, 0, tmp_path)


@pytest.mark.parametrize("workload", sorted(catalog.trainable()))
def test_a_trainable_workload_has_one_output_and_parameters(workload):
    module = catalog.module(workload)
    declared = catalog.trained(workload)(2, None)
    assert len(declared.graph.output) == 1
    assert parameters_of(declared, module.TRAINING)
    assert module.TRAINING.rate > 0
    assert module.TRAINING.about.zh


def test_a_step_costs_both_passes_and_the_update():
    plan = {
        "nodes": [
            {"op": "MatMul", "inputs": ["x", "v"], "outputs": ["h"], "attributes": {}},
            {"op": "MatMul", "inputs": ["h", "w"], "outputs": ["y"], "attributes": {}},
        ],
        "inputs": [{"name": "x"}],
        "outputs": [{"name": "y"}],
        "shapes": {"x": [2, 3], "v": [3, 4], "h": [2, 4], "w": [4, 5], "y": [2, 5]},
    }
    forward = cost(plan)
    step = cost({**plan, "training": {"parameters": ["v", "w"]}})
    first, second = 2 * 2 * 3 * 4, 2 * 2 * 4 * 5
    assert forward.flops == first + second
    # Nothing flows back into x; into h and both weights it does.
    assert step.flops == 2 * first + 3 * second + 2 * (12 + 20)
    assert step.bytes == 4 * (6 + 2 * (12 + 20))
