from __future__ import annotations

import json
from typing import Any

import pytest

from advisor.__main__ import run


def test_a_claim_with_its_finding_and_evidence(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "show", "A-1"]) == 0
    out = capsys.readouterr().out
    first, *rest = out.splitlines()
    assert first == "a-1  a-1 says so"
    assert any("The manual, p. 1" in line for line in rest)
    assert "https://example.org/manual" in out
    assert "It does." in out
    assert "advisor claims verify a-1" in out


def test_what_cannot_be_tested_names_no_command(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "show", "a-6", "--lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert "确实。" in out
    assert "verify" not in out


def test_json_leads_to_the_evidence(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "show", "a-1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["article"] == "a"
    assert document["claim"]["evidence"][0]["address"] == "https://example.org/manual"


def test_an_unknown_claim_is_refused(stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage()
    assert run(["claims", "show", "a-11"]) == 2
    assert "did you mean" in capsys.readouterr().err
