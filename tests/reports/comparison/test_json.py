"""The JSON of a comparison has the fields that its page describes, and adds up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reports.comparison.json import SCHEMA, render
from tests.reports import sample
from tests.reports.comparison.test_build import BEFORE, later

PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Comparison\n")[2].partition("\n## ")[0]


def test_every_field_is_described() -> None:
    written = json.loads(render(BEFORE, later()))
    assert written["schema"] == SCHEMA
    named = set(re.findall(r"`([a-z_.]+)`", SECTION))
    for name, value in written.items():
        assert name in named or name == "schema"
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, dict):
            assert {k for k in inner if k != "causes"} <= named


def test_causes_sum_to_the_change_of_the_lead() -> None:
    found = json.loads(render(BEFORE, later()))["lead"]
    total = sum(cause["by_weight"] + cause["by_evidence"] for cause in found["causes"])
    assert total == pytest.approx(found["after"] - found["before"])


def test_what_is_not_ranked_has_no_place() -> None:
    written = json.loads(render(BEFORE, sample.nothing_feasible()))
    assert written["lead"] is None
    assert {place["after"] for place in written["places"]} == {None}
    assert written["after"]["first"] is None
