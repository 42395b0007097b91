from __future__ import annotations

import json
from typing import Any

import pytest

from advisor.__main__ import run
from advisor.cli.claims.show import _lines, _verify
from advisor.usecases.claims import Trial
from knowledge.texts import Texts


def test_a_claim_with_its_finding_and_evidence(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    stage()
    assert run(["claims", "show", "A-1"]) == 0
    out = capsys.readouterr().out
    first, *rest = out.splitlines()
    assert first == "a-1  a-1 says so"
    assert any("The manual; p. 1" in line for line in rest)
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


def test_an_analogue_is_said_to_settle_nothing(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    wiring = stage()
    plain = next(c for a in wiring.catalog.claims.values() for c in a.claims if c.id == "a-1")
    analogue = plain.model_copy(update={"analogue": True, "hardware": "A100 cluster"})
    assert "stand-in" not in _verify(plain, Texts("en"))
    assert "a stand-in only: the claim is about A100 cluster" in _verify(analogue, Texts("en"))
    assert "仅为替代实验：该主张针对 A100 集群" in _verify(analogue, Texts("zh"))


def test_words_inside_a_claim_are_translated(
    stage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    wiring = stage()
    article, claim = next((a, c) for a in wiring.catalog.claims.values() for c in a.claims)
    told = {"metric": "speed-up", "baseline": "static graph", "value": 2.0, "unit": "x"}
    found = Trial(article, claim.model_copy(update=told), ())
    lines = dict(_lines(found, wiring.catalog, Texts("zh")))
    assert (lines["指标"], lines["所称数值"]) == ("加速", "2 倍")
    assert "静态图" in lines.values()
