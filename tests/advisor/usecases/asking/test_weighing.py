from __future__ import annotations

from pathlib import Path

import pytest

from advisor.usecases.asking.weighing import answered, question, weigh
from advisor.usecases.recommend import recommend
from advisor.usecases.session import Session, Weighing, begin
from advisor.usecases.weights import read_stated
from knowledge.errors import KnownError
from tests.advisor.fakes import FakeWiring, fake_wiring


@pytest.fixture
def wiring(tmp_path: Path) -> FakeWiring:
    return fake_wiring(tmp_path)


def asked(wiring: FakeWiring, weighing: Weighing, answers: dict[str, str]) -> Session:
    made = begin(wiring, "edge-cv")
    return made.model_copy(update={"weighing": weighing, "answers": {weighing: answers}})


CONTRADICTING = {
    "latency:throughput": "9",
    "latency:memory": "0.111111111111",
    "throughput:memory": "9",
}


def test_questions_come_one_after_the_other(wiring: FakeWiring) -> None:
    first = question(wiring, asked(wiring, Weighing.PAIRWISE, {}))
    assert first is not None
    assert first.key == "latency:throughput"
    following = question(wiring, asked(wiring, Weighing.PAIRWISE, {first.key: "3"}))
    assert following is not None
    assert following.key == "latency:memory"
    assert answered(first, "1/3") == f"{1 / 3:.12g}"


def test_nothing_said_leaves_the_own_weights(wiring: FakeWiring) -> None:
    found = weigh(wiring, asked(wiring, Weighing.PAIRWISE, {}))
    assert found.file is None
    assert found.problem is None
    assert found.shares["latency"] == pytest.approx(0.3)


def test_answers_that_fit_are_written_to_a_weights_file(wiring: FakeWiring) -> None:
    session = asked(wiring, Weighing.PAIRWISE, {"latency:throughput": "3"})
    found = weigh(wiring, session)
    assert found.file is not None
    assert found.ratio == pytest.approx(0.0)
    stated = read_stated(found.file, wiring.catalog.scenario("edge-cv"))
    assert stated.weights == pytest.approx(found.shares)
    assert found.shares["latency"] == pytest.approx(3 * found.shares["throughput"])
    # and the question with that file is one that can be answered
    asking = session.model_copy(update={"weight_file": found.file, "measure": False})
    answer = recommend(asking.request(), wiring)
    assert {v.id: v.weight for v in answer.matrix.criteria} == pytest.approx(found.shares)


def test_contradictions_count_only_when_forced(wiring: FakeWiring) -> None:
    session = asked(wiring, Weighing.PAIRWISE, CONTRADICTING)
    found = weigh(wiring, session)
    assert not found.consistent
    assert found.file is None
    assert found.misfit is not None
    assert f"{found.misfit.first}:{found.misfit.second}" in CONTRADICTING
    forced = weigh(wiring, session.model_copy(update={"forced": True}))
    assert forced.file is not None


def test_swings_need_the_largest_first(wiring: FakeWiring) -> None:
    first = question(wiring, asked(wiring, Weighing.SWING, {}))
    assert first is not None
    assert first.key == "largest"
    answers = {"largest": "memory", "latency": "50"}
    found = weigh(wiring, asked(wiring, Weighing.SWING, answers))
    assert found.shares["memory"] == pytest.approx(2 * found.shares["latency"])


def test_an_answer_out_of_range_is_refused(wiring: FakeWiring) -> None:
    first = question(wiring, asked(wiring, Weighing.PAIRWISE, {}))
    assert first is not None
    with pytest.raises(KnownError):
        answered(first, "12")
