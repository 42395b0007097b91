"""Frameworks by their best stack, best first, the ruled-out ones last."""

from __future__ import annotations

from knowledge.schema.report import Table
from knowledge.texts import Texts
from reports.sections import frameworks
from tests.reports import sample


def test_order_and_cells() -> None:
    blocks = frameworks.build(sample.recommendation(), Texts("en"))
    table = next(block for block in blocks if isinstance(block, Table))
    assert [row[0].text for row in table.rows] == ["PyTorch", "TensorFlow", "JAX", "MindSpore 昇思"]
    assert table.rows[0][1].text == "PyTorch → OpenVINO (cpu)"
    assert table.rows[0][3].text == "2.61 ms"


def test_a_framework_without_a_stack_says_why_and_has_no_numbers() -> None:
    blocks = frameworks.build(sample.recommendation(), Texts("en"))
    table = next(block for block in blocks if isinstance(block, Table))
    last = table.rows[-1]
    assert last[1].text == "every stack is ruled out"
    assert last[1].evidence == ("excluded",)
    assert {cell.text for cell in last[2:]} == {"–"}


def test_nothing_without_a_ranking() -> None:
    assert frameworks.build(sample.nothing_feasible(), Texts("en")) == ()
