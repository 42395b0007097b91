from __future__ import annotations

import json
from typing import Any

import pytest

from advisor.__main__ import run
from probes.experiment import Findings
from tests.advisor.tried import crashed, readings


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("a-1", 0, "It holds here."),
        ("a-2", 1, "It does not hold here."),
        ("a-3", 1, "Undecided"),
        ("a-4", 1, "V100"),
        ("a-5", 1, "Not comparable."),
    ],
)
def test_the_exit_code_is_the_answer(
    stage: Any, capsys: pytest.CaptureFixture[str], name: str, code: int, says: str
) -> None:
    stage()
    assert run(["claims", "verify", name]) == code
    out, err = capsys.readouterr()
    assert says in out
    assert "slow-or-fast" in err


def test_it_shows_both_variants_their_ratio_and_what_was_claimed(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "verify", "a-1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a-1  a-1 says so"
    (slow,) = [line for line in lines if line.startswith("  slow 1.0:")]
    (fast,) = [line for line in lines if line.startswith("  fast 1.0:")]
    assert "200" in slow
    assert "100" in fast
    assert any("1.5" in line and "2.5" in line for line in lines)


def test_it_speaks_chinese(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "verify", "a-1", "--lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert "a-1 如是说" in out
    assert "在本机成立。" in out


def test_json_has_the_readings(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "verify", "a-2", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["ruling"] == "does-not-hold"
    assert len(document["readings"]) == 30
    assert document["outcome"]["low"] < 2 < document["outcome"]["high"]


def test_a_missing_environment_is_no_bug(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    wiring = stage(present=frozenset({"jax"}))
    assert run(["claims", "verify", "a-1"]) == 1
    assert "torch" in capsys.readouterr().out
    assert wiring.ran == []


def test_what_could_not_be_run_says_why(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage(given=crashed())
    assert run(["claims", "verify", "a-1"]) == 1
    assert "killed by SIGSEGV" in capsys.readouterr().out


def test_a_busy_machine_is_told(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    disturbed = [
        r.model_copy(update={"foreign_cpu": 1.3, "contended": True}) for r in readings(0.2, 0.1)
    ]
    stage(given=Findings(readings=disturbed))
    assert run(["claims", "verify", "a-1"]) == 1
    out = capsys.readouterr().out
    assert "while it was timed: 1.3" in out
    assert "Inconclusive" in out
    assert "holds here" not in out
    assert run(["claims", "verify", "a-1", "--lang", "zh"]) == 1
    assert "无定论" in capsys.readouterr().out


def test_a_stand_in_is_told(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage(given=Findings(readings=readings(0.2, 0.1), stand_in=True))
    assert run(["claims", "verify", "a-1"]) == 1
    out = capsys.readouterr().out
    assert "Not comparable." in out
    assert "stands in" in out


def test_further_variants_are_compared_with_the_first(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = readings(0.2, 0.1)
    third = [r.model_copy(update={"variant": "third"}) for r in taken if r.variant == "slow"]
    stage(given=Findings(readings=[*taken, *third]), further="torch")
    assert run(["claims", "verify", "a-1"]) == 0
    out = capsys.readouterr().out
    assert "slow / fast: 2" in out
    assert "slow / third: 1" in out
    stage(further="mindspore", present=frozenset({"torch", "jax"}))
    assert run(["claims", "verify", "a-1"]) == 0
    assert "third: no environment on this machine holds mindspore" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "says"), [("a-6", "no recipe tests a-6"), ("a-77", "unknown claim")]
)
def test_what_cannot_be_tested_is_refused(
    stage: Any, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    stage()
    assert run(["claims", "verify", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
