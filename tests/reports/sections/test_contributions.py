"""Contributions add up to the expected value, as shown."""

from __future__ import annotations

import pytest

from knowledge.schema.report import Table
from knowledge.texts import Texts
from reports.sections import contributions
from tests.reports import sample


def test_rows_add_up() -> None:
    blocks = contributions.build(sample.recommendation(), Texts("en"))
    table = next(block for block in blocks if isinstance(block, Table))
    for row in table.rows:
        *parts, total = [float(cell.text) for cell in row[1:]]
        assert sum(parts) == pytest.approx(total, abs=0.004)


def test_nothing_without_a_ranking() -> None:
    assert contributions.build(sample.nothing_feasible(), Texts("en")) == ()
