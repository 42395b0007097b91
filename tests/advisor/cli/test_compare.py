from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.__main__ import run
from knowledge.store.store import Store
from tests.reports import sample


@pytest.fixture(autouse=True)
def _kept_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "advisor").mkdir()
    Store(tmp_path / "advisor" / "advisor.sqlite").save_recommendation(sample.recommendation())


def test_it_says_why_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    last = str(len(sample.recommendation().ranking))
    assert run(["compare", "1", last, "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert run(["compare", "1", last, "--lang", "zh"]) == 0
    chinese = capsys.readouterr().out
    first = sample.recommendation().ranking[0].label
    assert first in english
    assert first in chinese
    assert "criterion" in english
    assert "准则" in chinese


def test_json_has_every_criterion(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "1", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    ids = {view.id for view in sample.recommendation().matrix.criteria}
    assert document["schema"] == "advisor.compare/1"
    assert {row["id"] for row in document["criteria"]} == ids


def test_an_unknown_stack_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "1", "nothing"]) == 2
    assert "is not ranked" in capsys.readouterr().err
