"""The sentences of an explanation, held against the numbers of its JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from advisor.__main__ import run
from advisor.usecases.recommend import Request, recommend
from tests.advisor.fakes import fake_wiring


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history whose latest answer is measured, and with one before that nothing passes."""
    home = tmp_path_factory.mktemp("state")
    wiring = replace(fake_wiring(home), state_dir=home / "advisor")
    nothing = Request(scenario="edge-cv", require=("domestic", "licence=-Apache-2.0"))
    recommend(nothing, wiring)
    later = replace(wiring, moment=wiring.moment + timedelta(minutes=1))
    recommend(Request(scenario="edge-cv", seed=1, measure=False), later)
    return home


@pytest.fixture(autouse=True)
def _own_history(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["explain", *arguments]) == code
    return capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json", code=code))
    return found


@pytest.mark.parametrize(("lang", "total"), [("en", "sum"), ("zh", "合计")])
def test_the_columns_add_up_as_they_are_printed(
    lang: str, total: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, "--lang", lang).splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith(total))
    count = len(document(capsys)["first"]["contributions"])
    parts = [float(lines[i].split()[-1]) for i in range(end - count, end)]
    assert round(sum(parts), 3) == float(lines[end].split()[-1])


def test_the_sentences_carry_the_numbers_of_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    text, data = printed(capsys, "--lang", "en"), document(capsys)
    first, against = data["first"], data["against"]
    assert f"{first['label']} has the highest expected value, {first['expected']['point']:.3f}" in (
        text
    )
    assert f"a lead of {against['lead']:.3f}" in text
    assert ("That is a tie" in text) == against["tied"]
    assert sum(one["lead"] for one in against["criteria"]) == pytest.approx(against["lead"])
    worst = max(first["contributions"], key=lambda c: c["weight"] - c["contribution"])
    missing = worst["weight"] - worst["contribution"]
    assert re.search(rf"It loses most by .*: {missing:.3f} of the {worst['weight']:.3f}", text)
    flips = data["flips"]
    assert ("No weights of these criteria" in text) == (flips["weights"] is None)
    assert ("No single number" in text) == (not flips["facts"])
    step = data["next_measurement"]
    assert ("Stop: no measurement" in text) == (step is None)
    if step is not None:
        assert step["command"] in text


def test_nothing_feasible_exits_1_and_says_what_would_bring_something_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(["history", "list", "--json"])
    runs = json.loads(capsys.readouterr().out)
    rows = runs if isinstance(runs, list) else runs["recommendations"]
    empty = next(row["id"] for row in rows if row["winner"] is None)
    text = printed(capsys, empty, "--lang", "en", code=1)
    assert "would come back" in text
    assert document(capsys, empty, code=1)["first"] is None


def test_both_languages_say_as_much(capsys: pytest.CaptureFixture[str]) -> None:
    english, chinese = (printed(capsys, "--lang", lang) for lang in ("en", "zh"))
    assert len(english.splitlines()) == len(chinese.splitlines())
    for text in (english, chinese):
        assert "{" not in text
