"""Contributions add up to the expected value, as shown."""

from __future__ import annotations

import pytest

from knowledge.schema.report import RadarChart, Table
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


def test_the_radar_has_the_values_of_its_table() -> None:
    blocks = contributions.build(sample.recommendation(), Texts("en"))
    chart = next(block for block in blocks if isinstance(block, RadarChart))
    table = [block for block in blocks if isinstance(block, Table)][-1]
    first, second = chart.shapes
    for row, title, one, other in zip(
        table.rows, chart.axes, first.values, second.values, strict=True
    ):
        assert row[0].text == title
        assert [float(cell.text) for cell in row[1:3]] == pytest.approx([one, other], abs=0.005)
        lead = float(row[3].text.replace("\u2212", "-"))
        assert lead == pytest.approx(one - other, abs=0.006)


def test_one_stack_alone_has_no_radar() -> None:
    answer = sample.recommendation()
    alone = answer.model_copy(update={"ranking": answer.ranking[:1]})
    blocks = contributions.build(alone, Texts("en"))
    assert not any(isinstance(block, RadarChart) for block in blocks)
