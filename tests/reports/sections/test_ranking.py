"""The ranking: order, intervals, shares, ties by rank number."""

from __future__ import annotations

import pytest

from knowledge.schema.report import IntervalChart, Table
from knowledge.texts import Texts
from reports.sections import ranking
from tests.reports import sample

EN = Texts("en")


def tables(times: int = 1) -> list[Table]:
    blocks = ranking.build(sample.enlarged(times), EN)
    return [block for block in blocks if isinstance(block, Table)]


def test_rows_in_order_with_ties_by_rank() -> None:
    blocks = ranking.build(sample.recommendation(), EN)
    table = next(block for block in blocks if isinstance(block, Table))
    assert table.rows[0][0].text == "1. PyTorch → ONNX Runtime (cpu)"
    assert [row[-1].text for row in table.rows] == ["2", "1", "–", "5", "4", "–", "–", "–"]
    assert [cell.text for cell in table.rows[0][1:5]] == ["0.80", "0.77–0.84", "45%", "100%"]


def test_the_chart_says_in_words_what_it_shows() -> None:
    blocks = ranking.build(sample.recommendation(), EN)
    (chart,) = [block for block in blocks if isinstance(block, IntervalChart)]
    assert len(chart.bars) == 8
    for piece in ("8 stacks", "PyTorch → ONNX Runtime (cpu) with 0.80", "JAX (jit) with 0.34"):
        assert piece in chart.alt


@pytest.mark.parametrize("times", [1, 3])
def test_many_ranks_share_the_last_column_and_rows_keep_their_sum(times: int) -> None:
    _, acceptability = tables(times)
    assert len(acceptability.columns) == 8
    assert acceptability.columns[-1] == "Rank 7 or lower"
    for row in acceptability.rows:
        assert sum(cell.level or 0 for cell in row[1:]) == pytest.approx(1)


def test_one_stack_needs_no_table_of_ranks() -> None:
    alone = sample.recommendation(ranking=sample.ranking()[:1])
    assert sum(isinstance(block, Table) for block in ranking.build(alone, EN)) == 1


def test_nothing_to_rank() -> None:
    assert ranking.build(sample.nothing_feasible(), EN) == ()
