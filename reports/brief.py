"""The page for who decides: a report cut down to what fits one sheet of paper.

Pure, from a report in any language to a shorter one; nothing is said here that the long report
does not say too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import (
    Block,
    Callout,
    Code,
    Heading,
    IntervalChart,
    Paragraph,
    Report,
    Section,
    Table,
)

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts

SECTIONS = frozenset({"answer", "ranking", "flips", "risks", "next_step"})
"""What has to be built of the long report."""
PLACES = 4
"""Rows of the ranking."""
COLUMNS = 4
"""Stack, expected value, interval, and how often it is first."""
SENTENCES = {"answer": 3, "flips": 2, "risks": 1}
"""Paragraphs of a section that are kept, the first ones."""
CALLOUTS = 3
"""Callouts of a section that are kept, the answer among them."""


def one_page(report: Report, recommendation: Recommendation, texts: Texts) -> Report:
    """The brief form of `report`, which has at least the sections in `SECTIONS`."""
    found = {section.id: section.blocks for section in report.sections}
    reasons = texts.t("report.brief.reasons")
    record = texts.t(
        "report.brief.record",
        run=recommendation.id,
        date=texts.date(recommendation.created),
        version=recommendation.version,
        knowledge=recommendation.digests.knowledge,
    )
    parts: dict[str, tuple[Block, ...]] = {
        "answer": (*_kept(found, "answer"), *_commands(found.get("next_step", ()))),
        "ranking": tuple(_ranking(found.get("ranking", ()))),
        "reasons": (*_kept(found, "flips"), *_kept(found, "risks")),
        "record": (Paragraph(text=record),),
    }
    if parts["reasons"]:
        parts["reasons"] = (Heading(text=reasons, anchor="reasons"), *parts["reasons"])
    return report.model_copy(
        update={
            "kind": "brief",
            "sections": tuple(
                Section(id=i, blocks=blocks) for i, blocks in parts.items() if blocks
            ),
        }
    )


def _kept(found: dict[str, tuple[Block, ...]], id_: str) -> Iterator[Block]:
    """The first callouts and paragraphs."""
    left, callouts = SENTENCES[id_], CALLOUTS
    for block in found.get(id_, ()):
        if isinstance(block, Callout) and callouts:
            callouts -= 1
            yield block
        elif isinstance(block, Paragraph) and not block.detail and left:
            left -= 1
            yield block


def _commands(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """How to make the measurement that the answer names."""
    yield from [block for block in blocks if isinstance(block, Code)][:1]


def _ranking(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The heading, the chart and the table of the first places."""
    tables = 0
    for block in blocks:
        if isinstance(block, Heading):
            yield block
        elif isinstance(block, IntervalChart):
            yield block.model_copy(update={"bars": block.bars[:PLACES]})
        elif isinstance(block, Table) and not tables:
            tables += 1
            yield _narrow(block)


def _narrow(table: Table) -> Table:
    return table.model_copy(
        update={
            "columns": table.columns[:COLUMNS],
            "notes": table.notes[:COLUMNS],
            "rows": tuple(row[:COLUMNS] for row in table.rows[:PLACES]),
            "numeric": tuple(n for n in table.numeric if n < COLUMNS),
        }
    )
