"""The JSON keeps its documented shape and stays valid whatever it carries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knowledge.schema.decision import CutShort
from knowledge.schema.probing import Parity
from reports.formats.json import SCHEMA, document, render
from tests.reports import sample
from tests.reports.sample_stakeholders import disputed

PAGE = Path(__file__).parents[3] / "docs" / "json.md"
# Objects whose keys are ids, not fields.
TIMES = frozenset({"median_s", "low_s", "high_s"})
OPEN = frozenset(
    {
        "ranking[].contributions",
        "host.cpu.caches_kib",
        "robustness.flip.weights",
        "robustness.regret",
        "robustness.dominated",
        "stakeholders.people[].weights",
        "stakeholders.people[].expected",
    }
)


def fields(value: Any, path: str = "") -> Iterator[str]:
    """The path of every field below `value`; a text in two languages is one field."""
    if isinstance(value, dict) and path not in OPEN and set(value) != {"en", "zh"}:
        for key, item in value.items():
            below = f"{path}.{key}" if path else key
            yield below
            yield from fields(item, below)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from fields(item, f"{path}[]")


def test_the_page_describes_exactly_what_is_written() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("\n## Compatibility\n")[0]
    described = re.findall(r"^\| `([^`]+)` \|", page, re.M)
    assert len(described) == len(set(described))
    cut = sample.recommendation(cut_short=CutShort(results=3, planned=12))
    assert set(described) == set(fields(json.loads(render(disputed(cut)))))


def test_what_the_command_promises() -> None:
    written = json.loads(render(sample.recommendation()))
    assert written["schema"] == SCHEMA == "advisor.recommendation/1"
    assert written["scenario"] == "edge-cv"
    promised = {
        "ranking": {"id", "label", "expected", "rank_acceptability", "tied_with"},
        "excluded": {"id", "requirement", "evidence"},
        "measurements": {
            "stack",
            "workload",
            "batch",
            "status",
            "median_s",
            "low_s",
            "high_s",
            "rounds",
        },
    }
    for name, keys in promised.items():
        assert keys <= set(written[name][0])
    cell = {"alternative", "criterion", "value", "low", "high", "grade", "evidence"}
    assert cell <= set(written["matrix"]["cells"][0])
    assert {"host", "seed", "digests", "next_measurement"} <= set(written)


def test_unknown_is_null_and_failed_measurements_have_no_time() -> None:
    written = document(sample.recommendation())
    unknown = [c for c in written["matrix"]["cells"] if c["basis"] == "unknown"]
    assert unknown
    assert all(c["value"] is None and c["evidence"] == [] for c in unknown)
    missed = [m for m in written["measurements"] if m["status"] != "ok"]
    assert {m["status"] for m in missed} == {
        "failed",
        "timeout",
        "crashed",
        "unavailable",
        "skipped",
    }
    assert all(m["median_s"] is None and m["memory_mib"] is None for m in missed)


def test_numbers_are_not_rounded() -> None:
    recommendation = sample.recommendation()
    written = json.loads(render(recommendation))
    assert written["ranking"][0]["expected"]["point"] == recommendation.ranking[0].expected.point


@pytest.mark.parametrize("error", [float("inf"), float("nan")])
def test_a_wrong_result_without_finite_error_is_still_json(error: float) -> None:
    first, *others = sample.measurements()
    parity = Parity(max_abs_error=error, cosine=error, passed=False)
    wrong = first.model_copy(update={"parity": parity})
    written = json.loads(render(sample.recommendation(measurements=(wrong, *others))))
    assert written["measurements"][0]["max_abs_error"] is None


def test_hidden_characters_are_escaped_and_come_back_as_they_were() -> None:
    text = render(sample.recommendation(command="a\u202eb\ud800\x9bc 昇腾"))
    assert "昇腾" in text
    assert "\u202e" not in text
    text.encode()
    assert json.loads(text)["command"] == "a\u202eb\ud800\x9bc 昇腾"


def test_nothing_feasible_is_an_empty_ranking() -> None:
    written = json.loads(render(sample.nothing_feasible()))
    assert written["ranking"] == []
    assert written["next_measurement"] is None
    assert len(written["excluded"]) == 3
