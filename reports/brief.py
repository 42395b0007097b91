"""The page for who decides: a report cut down to what fits one sheet of paper.

Pure, from a report in any language to a shorter one; nothing is said here that the long report
does not say too. Whatever the report holds, it fits: what there is no room for is left out, the
least important first, and counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

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
from reports import wording

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
LONGEST = 420
"""Cells of a text; a longer one is cut, with an ellipsis."""
LABEL = 60
"""Cells of a label in the table and the chart."""
ROOM = 236
"""Millimetres of the sheet for all blocks, by `_height`, which says up to a sixth too much; the
title and the record are taken off."""
LINE = 106
"""Cells of a line of running text."""


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
    }
    parts, dropped = _fitting({id_: tuple(map(_cut, blocks)) for id_, blocks in parts.items()})
    left = wording.counted(texts, "report.brief.left", dropped) if dropped else ""
    parts["record"] = tuple(Paragraph(text=text) for text in (left, record) if text)
    if parts["reasons"]:
        parts["reasons"] = (Heading(text=reasons, anchor="reasons"), *parts["reasons"])
    return report.model_copy(
        update={
            "kind": "brief",
            "title": _short(report.title, 2 * LABEL),
            "subtitle": _short(report.subtitle, LONGEST // 2),
            "sections": tuple(
                Section(id=i, blocks=blocks) for i, blocks in parts.items() if blocks
            ),
        }
    )


def _fitting(parts: dict[str, tuple[Block, ...]]) -> tuple[dict[str, tuple[Block, ...]], int]:
    """The blocks there is room for, and how many there is none for."""
    kept = {id_: list(blocks) for id_, blocks in parts.items()}
    dropped = 0
    for id_, block in _expendable(parts):
        if sum(_height(one) for blocks in kept.values() for one in blocks) <= ROOM:
            break
        kept[id_].remove(block)
        dropped += 1
    return {id_: tuple(blocks) for id_, blocks in kept.items()}, dropped


def _expendable(parts: dict[str, tuple[Block, ...]]) -> Iterator[tuple[str, Block]]:
    """What may be left out, the least important first; never the answer, nor the ranking."""
    for id_ in ("reasons", "answer"):
        for block in reversed(parts[id_]):
            if isinstance(block, Paragraph):
                yield id_, block
    for id_, kind in (("answer", Code), ("ranking", IntervalChart)):
        yield from ((id_, block) for block in parts[id_] if isinstance(block, kind))
    for id_ in ("reasons", "answer"):
        callouts = [block for block in parts[id_] if isinstance(block, Callout)]
        yield from ((id_, block) for block in reversed(callouts) if block.tone != "answer")


def _height(block: Block) -> float:
    """About how many millimetres of a sheet it takes, rather too many than too few."""
    if isinstance(block, Callout):
        width, line = (LINE - 22, 5.1) if block.tone == "answer" else (LINE - 4, 4.4)
        return 11 + line * _lines(block.text, width)
    if isinstance(block, Code):
        return 11 + 4.2 * sum(_lines(line, LINE - 8) for line in (block.text, *block.more))
    if isinstance(block, IntervalChart):
        return 17 + 10 * len(block.bars)
    if isinstance(block, Table):
        return 18 + sum(_row_height([cell.text for cell in row]) for row in block.rows)
    if isinstance(block, Paragraph):
        return 2.8 + 4.4 * _lines(block.text, LINE)
    return 13  # a heading


def _row_height(texts: Sequence[str]) -> float:
    return 2 + 3.2 * max(_lines(text, LABEL // 2) for text in texts)


def _lines(text: str, width: int) -> int:
    return max(1, math.ceil(cell_len(text) / width))


def _short(text: str, cells: int) -> str:
    """`text` cut to so many cells, ending in an ellipsis where something is lost."""
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1).rstrip() + "…"


def _cut(block: Block) -> Block:
    """The block with nothing in it that is longer than it may be."""
    if isinstance(block, Callout | Paragraph):
        return block.model_copy(update={"text": _short(block.text, LONGEST)})
    if isinstance(block, Table):
        rows = tuple(
            tuple(cell.model_copy(update={"text": _short(cell.text, LABEL)}) for cell in row)
            for row in block.rows
        )
        return block.model_copy(update={"rows": rows})
    if isinstance(block, IntervalChart):
        bars = (bar.model_copy(update={"label": _short(bar.label, LABEL)}) for bar in block.bars)
        return block.model_copy(update={"bars": tuple(bars)})
    return block


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
