from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from advisor.usecases.recommend import Request, recommend
from advisor.usecases.session import (
    Session,
    Step,
    Weighing,
    begin,
    discard,
    of_answer,
    save,
    sessions,
)
from knowledge.errors import KnownError
from knowledge.schema.probing import Precision
from tests.advisor.fakes import FakeWiring, fake_wiring


@pytest.fixture
def wiring(tmp_path: Path) -> FakeWiring:
    return fake_wiring(tmp_path)


def test_what_is_saved_comes_back_the_newest_first(wiring: FakeWiring) -> None:
    first = save(wiring, begin(wiring, "edge-cv").model_copy(update={"id": "a"}))
    second = first.model_copy(update={"id": "b", "step": Step.PROBING, "require": ("offline",)})
    save(wiring, second)
    found = sessions(wiring)
    assert [one.id for one in found.sessions] == ["b", "a"]
    assert found.sessions[0] == second
    assert not found.damaged


def test_a_file_that_cannot_be_read_is_named_and_left_alone(wiring: FakeWiring) -> None:
    save(wiring, begin(wiring, "edge-cv"))
    broken = wiring.state_dir / "sessions" / "broken.json"
    broken.write_text('{"format": "advisor.session/1", "id"')
    found = sessions(wiring)
    assert found.damaged == ("broken.json",)
    assert len(found.sessions) == 1
    assert broken.exists()


def test_no_half_written_file_is_left_where_saving_fails(wiring: FakeWiring) -> None:
    saved = save(wiring, begin(wiring, "edge-cv"))
    folder = wiring.state_dir / "sessions"
    target = folder / f"{saved.id}.json"
    target.unlink()
    target.mkdir()  # what a rename cannot replace
    with pytest.raises(KnownError, match="could not be written") as failed:
        save(wiring, saved)
    assert failed.value.hint
    assert [file.name for file in folder.iterdir()] == [target.name]


def test_a_discarded_session_is_gone(wiring: FakeWiring) -> None:
    saved = save(wiring, begin(wiring, "edge-cv"))
    discard(wiring, saved.id)
    assert sessions(wiring).sessions == ()


def session(**changes: object) -> Session:
    made = Session.model_validate(
        {"id": "s", "created": "2026-11-30T12:00Z", "changed": "2026-11-30T12:00Z"}
        | {"scenario": "edge-cv"}
    )
    return made.model_copy(update=changes)


def test_the_request_says_what_was_chosen() -> None:
    request = session(
        weights={"latency": 12.3456789}, require=("offline",), budget_s=30.0
    ).request()
    words = shlex.split(request.command())
    # the number as the command line has it, so that running that asks the same
    assert request.weights == {"latency": 12.3457}
    assert "latency=12.3457" in words
    assert request.require == ("offline",)


def test_answers_count_by_their_file_alone() -> None:
    chosen = session(weighing=Weighing.SWING, weights={"latency": 99.0}, weight_file=Path("w.yaml"))
    assert chosen.request().weights == {}
    assert chosen.request().weight_files == (Path("w.yaml"),)
    unfinished = chosen.model_copy(update={"weight_file": None})
    assert unfinished.request().weights == {}
    assert unfinished.request().weight_files == ()


def test_another_scenario_keeps_requirements_and_drops_weights() -> None:
    moved = session(weights={"latency": 3.0}, require=("offline",)).of_scenario("research")
    assert moved.weights == {}
    assert moved.require == ("offline",)


def test_a_session_is_stale_once_something_else_is_chosen() -> None:
    asked = session()
    asked = asked.model_copy(update={"asked": asked.request().command()})
    assert not asked.stale
    assert asked.model_copy(update={"budget_s": 3.0}).stale


def test_an_answer_tells_what_had_been_chosen(wiring: FakeWiring) -> None:
    asked = Request(
        scenario="edge-cv",
        weights={"memory": 3.0},
        require=("offline",),
        exclude=("jax",),
        veto=("latency=90ms",),
        precisions=(Precision.FP32, Precision.INT8),
    )
    found = of_answer(wiring, recommend(asked, wiring))
    assert found.request().weights == asked.weights
    assert (found.require, found.exclude) == (("offline",), ("jax",))
    assert found.request().veto == asked.veto
    assert found.request().precisions == asked.precisions
    assert not found.of_scenario("research").veto
    assert found.step is Step.RESULT
