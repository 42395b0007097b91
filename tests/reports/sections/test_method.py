"""The method names what is needed to make the answer again."""

from __future__ import annotations

from knowledge.schema.report import Code, Definitions, Paragraph, Table
from knowledge.texts import Texts
from reports.sections import method
from tests.reports import sample

BLOCKS = method.build(sample.recommendation(), Texts("en"))


def test_seed_draws_digests_and_command() -> None:
    (record,) = [block for block in BLOCKS if isinstance(block, Definitions)]
    facts = {item.term: item.text for item in record.items}
    assert facts["Seed"] == "20261130"
    assert facts["Draws"] == "20,000"
    assert facts["Digest of the knowledge base"] == "9b2f6c1d0a5e4f37"
    assert facts["Made on"] == "2026-11-30T09:30:00+00:00"
    (command,) = [block.text for block in BLOCKS if isinstance(block, Code)]
    assert command == sample.recommendation().command


def test_criteria_with_weight_anchors_and_shape() -> None:
    (table,) = [block for block in BLOCKS if isinstance(block, Table)]
    assert [cell.text for cell in table.rows[0]] == [
        "Latency", "30%", "100 ms", "2 ms", "logarithmic", "What latency means here.",
    ]  # fmt: skip


def test_the_rule_for_ties_is_stated() -> None:
    texts = [block.text for block in BLOCKS if isinstance(block, Paragraph)]
    assert any("fewer than 90% of the draws" in text for text in texts)
