from __future__ import annotations

import json
from typing import Any

import pytest

from advisor.__main__ import run
from advisor.cli.claims.wording import verdict_word
from knowledge.schema.trial import Verdict
from knowledge.texts import Texts


def test_a_row_per_claim_with_its_verdict(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "list", "--recipe", "--verdict", "never-released"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["claim", "verdict"]
    assert rows == ["a-5    never-released  a-5 says so"]


@pytest.mark.parametrize("verdict", list(Verdict))
def test_verdicts_are_shown_as_the_option_takes_them(verdict: Verdict) -> None:
    english, chinese = (verdict_word(verdict, Texts(name)) for name in ("en", "zh"))
    assert english == verdict.value
    assert chinese.endswith(f"（{verdict.value}）")


def test_the_verdicts_that_occur_are_explained(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "list", "--verdict", "never-released"]) == 0
    assert capsys.readouterr().err == (
        "never-released: it speaks of a version that was never published\n"
    )


def test_no_claim_that_fits_is_a_negative_answer(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "list", "--verdict", "outdated"]) == 1
    assert capsys.readouterr().err == "no claim fits\n"


def test_it_speaks_chinese(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "list", "--about", "beta", "--lang", "zh"]) == 0
    assert "a-6 如是说" in capsys.readouterr().out


def test_json_has_the_whole_claims(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "list", "--recipe", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == ["a-1", "a-2", "a-3", "a-4", "a-5"]
    assert rows[0]["expected"] == {"low": 1.5, "high": 2.5}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--article", "b"], "unknown article 'b'"),
        (["--about", "alhpa"], "did you mean alpha?"),
        (["--verdict", "true"], "--verdict"),
        (["--needs", "time"], "--needs"),
    ],
)
def test_bad_input_is_refused(
    stage: Any, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    stage()
    assert run(["claims", "list", *arguments]) == 2
    assert says in capsys.readouterr().err
