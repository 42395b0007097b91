"""The journal of a run: on disk at once, taken over when its run is gone, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.store.journal import CUT_OFF, Journal, take_over
from knowledge.store.store import Store
from tests.knowledge.store.nouns import measurement


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "advisor.sqlite")


def test_what_a_run_leaves_is_taken_over_once(tmp_path: Path, store: Store) -> None:
    with Journal(tmp_path / "running") as journal:
        journal.add(measurement("a", rounds=3))
        journal.add(measurement("b", workload="conv2d"))
        journal.add(measurement("a", rounds=5))
    found = take_over(tmp_path / "running", store)
    assert [(m.id, m.rounds, m.notes) for m in found] == [
        ("a", 5, (CUT_OFF,)),
        ("b", 0, (CUT_OFF,)),
    ]
    kept = store.measurement("a")
    assert kept is not None
    assert (kept.rounds, kept.samples) == (5, measurement("a").samples)
    assert take_over(tmp_path / "running", store) == ()


def test_a_run_that_lives_is_let_alone(tmp_path: Path, store: Store) -> None:
    with Journal(tmp_path / "running") as journal:
        journal.add(measurement("a"))
        assert take_over(tmp_path / "running", store) == ()
        journal.done()
    assert take_over(tmp_path / "running", store) == ()
    assert store.measurement("a") is None


def test_half_a_line_and_what_is_kept_already_are_passed_over(tmp_path: Path, store: Store) -> None:
    store.save_measurements([measurement("a", rounds=9)])
    with Journal(tmp_path / "running") as journal:
        journal.add(measurement("a", rounds=3))
        journal.add(measurement("b", workload="conv2d"))
    (file,) = (tmp_path / "running").iterdir()
    file.write_text(file.read_text() + measurement("c", batch=8).model_dump_json()[:100])
    assert [m.id for m in take_over(tmp_path / "running", store)] == ["b"]
    assert not file.exists()
