from __future__ import annotations

from tests.advisor.cli.kb.conftest import Kb


def test_nothing_stale_is_said_on_stderr(kb: Kb) -> None:
    printed = kb("stale", "--within", "0")
    assert (printed.code, printed.out) == (0, "")
    assert "None of 12 statements is past its shelf life on 2026-10-02." in printed.err


def test_stale_statements_are_listed_with_their_sources(kb: Kb) -> None:
    printed = kb("stale", "--on", "2027-01-10", "--within", "20")
    assert printed.code == 1
    assert "Past their shelf life on 2027-01-10: 3 of 12 statements" in printed.out
    assert "2027-01-09   PyTorch       Export to ONNX: since 2.10" in printed.out
    assert "stale since 2027-01-09: PyTorch documentation; torch.onnx" in printed.out
    assert "Stale within 20 days: 1" in printed.out
    assert "2027-01-29   PyTorch  Latest release: 2.10" in printed.out


def test_in_chinese(kb: Kb) -> None:
    printed = kb("stale", "--on", "2027-01-10", "--lang", "zh")
    assert "2027-01-10 已过有效期：12 条陈述中有 3 条" in printed.out


def test_a_date_that_is_none_is_refused(kb: Kb) -> None:
    assert kb("stale", "--on", "soon").code == 2
    assert kb("stale", "--within", "-1").code == 2


def test_the_ages_as_json(kb: Kb) -> None:
    found = kb("stale", "--on", "2027-01-10", "--json").json
    assert (found["schema"], found["on"]) == ("advisor.kb.stale/1", "2027-01-10")
    assert {one["statement"]["key"] for one in found["stale"]} == {
        "claim:mxnet:export.onnx",
        "claim:pytorch:export.onnx",
        "claim:tensorflow:export.onnx",
    }
    assert found["stale"][0]["statement"]["fresh_until"] == "2027-01-09"
    assert found["soon"][0]["stale"] is False
