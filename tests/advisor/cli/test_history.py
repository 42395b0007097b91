"""Earlier answers on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from advisor.__main__ import run
from advisor.cli.history import LONGEST, _short
from advisor.usecases.history import asked_besides


@pytest.mark.parametrize(("language", "said"), [("en", "Nothing is kept yet"), ("zh", "尚无")])
def test_an_empty_history_says_so_beside_the_result(
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["history", "list", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


@pytest.mark.parametrize(("language", "title"), [("en", "asked besides"), ("zh", "另加条件")])
def test_answers_to_different_questions_look_different(
    language: str,
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    asked = ["recommend", "--scenario", "edge-cv", "--no-measure"]
    assert run(asked) == 0
    assert run([*asked, "--weight", "latency=3", "--require", "latency=5ms"]) == 0
    capsys.readouterr()
    assert run(["history", "list", "--lang", language]) == 0
    head, changed, plain = capsys.readouterr().out.splitlines()
    assert head.endswith(title)
    assert changed.endswith("weight latency=3, require latency=5ms")
    assert "weight" not in plain
    assert "seed" not in plain


def test_what_was_asked_besides_is_cut_where_it_is_long() -> None:
    assert _short("require a") == "require a"
    cut = _short("否决 " * 60)
    assert cell_len(cut) <= LONGEST
    assert cut.endswith("…")


def test_only_what_changes_the_question_is_told() -> None:
    command = (
        "advisor recommend --scenario edge-cv --weights /home/me/a.yaml --veto latency=5 "
        "--require os=linux --require os=linux --replay x --budget 30 --seed 4"
    )
    assert asked_besides(command) == "weights a.yaml, veto latency=5, require os=linux"
