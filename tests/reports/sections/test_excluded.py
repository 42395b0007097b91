"""Exclusions with requirement, reason and evidence; unknown is not a pass."""

from __future__ import annotations

from knowledge.schema.report import Heading, Paragraph, Table
from knowledge.texts import Texts
from reports.sections import excluded
from tests.reports import sample


def test_each_exclusion_with_its_evidence() -> None:
    blocks = excluded.build(sample.recommendation(), Texts("en"))
    table = next(block for block in blocks if isinstance(block, Table))
    assert [cell.text for cell in table.rows[0]] == [
        "MindSpore (graph)",
        "It gives the right result here",
        "The result was wrong: largest error 0.31, allowed 0.001.",
    ]
    assert table.rows[0][2].evidence == ("e3",)
    assert table.rows[1][2].evidence == ("e14", "e28")


def test_unverified_stacks_have_a_table_of_their_own() -> None:
    blocks = excluded.build(sample.recommendation(), Texts("zh"))
    assert [b.text for b in blocks if isinstance(b, Heading)] == [
        "被排除的技术栈",
        "入选但未能逐项核实的技术栈",
    ]
    assert sum(isinstance(block, Table) for block in blocks) == 2
    assert "有 1 个技术栈未能核实“转换路线覆盖模型的全部算子”：TensorFlow → LiteRT (cpu)。" in [
        block.text for block in blocks if isinstance(block, Paragraph)
    ]


def test_nothing_excluded_is_said() -> None:
    blocks = excluded.build(sample.recommendation(excluded=(), unverified=()), Texts("en"))
    assert [b.text for b in blocks if isinstance(b, Paragraph)] == [
        "No stack misses a requirement."
    ]
