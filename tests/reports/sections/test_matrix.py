"""The matrix shows every stack by every criterion, once."""

from __future__ import annotations

from knowledge.schema.report import Paragraph, Table
from knowledge.texts import Texts
from reports.sections import matrix
from tests.reports import sample


def table(language: str = "en") -> Table:
    blocks = matrix.build(sample.recommendation(), Texts(language))
    return next(block for block in blocks if isinstance(block, Table))


def test_eight_stacks_by_seven_criteria_in_the_order_of_the_ranking() -> None:
    shown = table()
    assert len(shown.columns) == 8
    assert [row[0].text for row in shown.rows] == [r.label for r in sample.ranking()]
    assert [row[0].short for row in shown.rows] == [f"#{n}" for n in range(1, 9)]
    assert shown.columns[1] == "Latency"
    assert table("zh").columns[1] == "延迟"


def test_the_legend_explains_each_sign_in_words() -> None:
    blocks = matrix.build(sample.recommendation(), Texts("en"))
    legends = [b.text for b in blocks if isinstance(b, Paragraph) and not b.detail]
    assert legends == [
        "● measured on this machine, ○ from documents, ◐ in part from documents, the rest taken as "
        "the middle of the scale with a wide interval, ? unknown."
    ]


def test_each_kind_of_cell_occurs() -> None:
    marks = [cell.mark for row in table().rows for cell in row[1:]]
    assert (marks.count("measured"), marks.count("unknown")) == (21, 4)
    assert marks.count("documented") + marks.count("partial") == 56 - 25
    partial = [b for b in sample.recommendation().matrix.beliefs if 0 < b.coverage < 1]
    assert marks.count("partial") == len(partial) > 0


def test_no_matrix_without_a_ranking() -> None:
    assert matrix.build(sample.nothing_feasible(), Texts("en")) == ()
