"""Exclusions by requirement."""

from __future__ import annotations

from reports.exclusions import by_requirement
from tests.reports import sample


def test_requirements_keep_the_order_of_their_first_exclusion() -> None:
    groups = by_requirement(sample.recommendation().excluded)
    assert [group[0].requirement for group in groups] == ["runs", "operators"]
    assert [exclusion.alternative for exclusion in groups[0]] == [
        "mindspore/graph",
        "tensorflow/xla",
    ]
    assert by_requirement(()) == []
