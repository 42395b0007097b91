"""Training steps in a session: what a stack's own update says of its gradient."""

from dataclasses import replace

import numpy as np
import pytest

from probes.parity import compare
from probes.worker.case import Unsupported, read
from probes.worker.layout import channels_last
from probes.worker.lifting import lift
from probes.worker.recurrent import trainable
from probes.worker.session import Session
from probes.worker.training import along, parameters, slopes
from probes.workloads.case import write_case
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.training import write_step
from tests.probes.training_cases import layer, layer_step
from tests.probes.worker.test_session import opening, preparing


@pytest.fixture
def case(tmp_path):
    return layer_step(tmp_path / "case")


@pytest.fixture
def prepared(case, fake, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # a session moves to its scratch directory

    def go(adapter, mode):
        session = Session()
        session.answer(opening(fake(adapter), mode))
        return session, session.answer(preparing(case, tmp_path))

    return go


def judged(reply, case):
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        return compare(got, right)


def test_a_right_step_agrees_and_is_timed_with_its_inputs_in_turn(prepared, case):
    session, reply = prepared("trains", "right")
    assert judged(reply, case).max_relative_error < 1e-4
    assert session.answer({"type": "sample", "case": "c1", "loops": 3})["loops"] == 3


@pytest.mark.parametrize("mode", ["no-bias", "wrong-rate", "ascends"])
def test_a_wrong_step_is_found(prepared, case, mode):
    _, reply = prepared("trains", mode)
    assert not judged(reply, case).passed


def test_what_diverges_is_no_result(prepared):
    _, reply = prepared("trains", "diverges")
    assert reply["kind"] == "failed"
    assert "training diverged: the loss is inf" in reply["message"]


def test_a_stack_without_a_step_is_unsupported(prepared):
    _, reply = prepared("good", "run")
    assert (reply["kind"], reply["operators"]) == ("unsupported", ["training"])


def test_a_direction_goes_the_way_of_the_weights(case):
    read_ = read(case.directory)
    turned = lambda c: lift(c, {"Linear"})  # noqa: E731
    assert parameters(turned(read_)) == ("bias", "weight::turned")
    rng, rate = np.random.default_rng(0), read_.training.rate
    gradient = {n: rng.standard_normal(read_.weights[n].shape) for n in ("weight", "bias")}
    after = {
        "weight::turned": (read_.weights["weight"] - rate * gradient["weight"]).T,
        "bias": read_.weights["bias"] - rate * gradient["bias"],
    }
    expected = [
        sum(np.vdot(gradient[n], along(read_, k).weights[n]) for n in gradient)
        for k in range(read_.training.directions)
    ]
    assert slopes(read_, turned, after) == pytest.approx(expected, rel=1e-6)
    assert len(set(expected)) == read_.training.directions


def test_a_weight_in_two_forms_cannot_be_trained(case):
    read_ = lift(read(case.directory), {"Linear"})
    (linear,) = read_.nodes
    again = replace(linear, op="MatMul", inputs=("x", "weight"), outputs=("z",))
    with pytest.raises(Unsupported, match="one weight in two forms"):
        parameters(replace(read_, nodes=(linear, again)))


def recurrent(folder, **attributes):
    """The training step of one LSTM of 3 units over 4 steps of 2 features."""
    graph, rng = Graph("recurrent", np.random.default_rng(2)), np.random.default_rng(4)
    ways = 2 if attributes.get("direction") == "bidirectional" else 1
    weights = [
        graph.weight(name, rng.standard_normal(shape).astype(np.float32))
        for name, shape in (
            ("given", (ways, 12, 2)),
            ("again", (ways, 12, 3)),
            ("bias", (ways, 24)),
        )
    ]
    x = graph.node("LSTM", graph.input("x", (4, 1, 2)), *weights, hidden_size=3, **attributes)
    graph.output(x, (4, ways, 1, 3))
    objective = Objective(loss=Loss.MEAN_SQUARED_ERROR, rate=0.1, about=None)
    write_case(graph.model(), folder, seed=1)
    write_step(graph.model(), folder, 1, objective, ("given", "again", "bias"))
    return read(folder)


def test_an_lstm_is_trained_by_the_weights_a_framework_has(tmp_path):
    case = recurrent(tmp_path / "lstm")
    apart = trainable(case, "ifco", biases=2)
    (node,) = apart.nodes
    assert (node.op, node.inputs[0], len(parameters(apart))) == ("GatedLstm", "x", 4)
    given, again, *biases = (apart.weights[name] for name in node.inputs[1:])
    assert (given.shape, again.shape, [b.shape for b in biases]) == ((12, 2), (12, 3), [(12,)] * 2)
    # ONNX has the output gate second, these frameworks have it last.
    np.testing.assert_array_equal(given[9:], case.weights["given"][0, 3:6])
    together = trainable(case, "ifco", biases=1, turned=True)
    assert [together.weights[n].shape for n in together.nodes[0].inputs[1:]] == [
        (2, 12), (3, 12), (12,)
    ]  # fmt: skip
    np.testing.assert_array_equal(together.weights[together.nodes[0].inputs[3]], sum(biases))
    assert len(parameters(together)) == 3


def test_an_lstm_that_runs_both_ways_is_not_trained(tmp_path):
    case = recurrent(tmp_path / "lstm", direction="bidirectional")
    with pytest.raises(Unsupported, match="a trained one runs forwards"):
        trainable(case, "ifco", biases=1)
    assert trainable(replace(case, training=None), "ifco", biases=1).nodes[0].op == "LSTM"


def test_inference_knows_of_no_training(tmp_path):
    assert read(write_case(layer(), tmp_path / "plain", seed=1).directory).training is None
    assert channels_last(read(tmp_path / "plain")).training is None
