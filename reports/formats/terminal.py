"""The brief form of a report for a terminal: answer, ranking, matrix, and what to do next.

Blocks marked as detail, charts and the sections about evidence and method are left out. Text is
never parsed as markup, and columns are measured in cells, so Chinese lines up.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from knowledge.schema.report import (
    Block,
    Callout,
    Code,
    Definition,
    Definitions,
    Heading,
    Paragraph,
    Report,
    Table,
)
from knowledge.texts import Texts
from reports.formats.terminal_table import grouped, tables
from reports.wrapping import wrap

SECTIONS = (
    "answer",
    "what_if",
    "ranking",
    "matrix",
    "stakeholders",
    "flips",
    "excluded",
    "measurements",
    "next_step",
)
# Sections whose tables are followed by the evidence they cite, since a terminal has no links.
CITING = frozenset({"excluded"})
NARROWEST = 40
MOST_ROWS = 25
"""Rows of a table that are shown; the others are counted."""
SECTION_LEVEL = 2
INDENT = 5
TONES = {"answer": "bold", "note": "", "warning": "yellow"}


def render(report: Report, width: int = 80, colour: bool = False) -> str:
    """The report in lines of at most `width` cells (at least 40).

    Args:
        report: what to show.
        width: cells per line.
        colour: whether to use ANSI styles; without them the text is plain.
    """
    width = max(width, NARROWEST)
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )
    texts = Texts(report.language)
    console.print(_lines(report.title, width, "bold"))
    console.print(_lines(report.subtitle, width, "dim"))
    entries = _entries(report)
    for section in report.sections:
        if section.id not in SECTIONS:
            continue
        for block in section.blocks:
            citing = section.id in CITING
            for shown in _shown(block, width, texts, citing=citing):
                console.print(shown)
            if citing and isinstance(block, Table):
                for line in _cited(block, entries, width):
                    console.print(line)
    lines = "\n".join(line.rstrip() for line in out.getvalue().splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n") + "\n"


def _shown(block: Block, width: int, texts: Texts, *, citing: bool) -> Iterator[RenderableType]:
    match block:
        case Heading():
            yield Group(Text(), _heading(block, width))
        case Callout():
            yield _lines(block.text, width, TONES[block.tone])
        case Paragraph(detail=False):
            yield _lines(block.text, width)
        case Table(detail=False):
            yield Group(Text(), _lines(block.caption, width, "italic"))
            # What a reader looks for among what is ruled out must not be behind an ellipsis.
            block = grouped(block, texts.t("report.separator")) if citing else block
            more = 0 if citing else len(block.rows) - MOST_ROWS
            shown = block.model_copy(update={"rows": block.rows[:MOST_ROWS]}) if more > 0 else block
            for table in tables(shown, width, texts, citing=citing):
                yield table
                yield Text()
            if more > 0:
                yield _lines(texts.t("report.more_rows", count=more), width, "dim")
        case Definitions(detail=False):
            for item in block.items:
                yield _lines(f"{item.term}: {item.text}", width)
        case Code():
            # A command stays in one piece, so that it can be copied; the terminal wraps it.
            yield Text(f"  {block.text}", style="green", no_wrap=True, overflow="ignore")
        case _:
            return


def _lines(text: str, width: int, style: str = "") -> Text:
    return Text("\n".join(wrap(text, width)), style=style)


def _heading(heading: Heading, width: int) -> Text:
    """The title, on a rule where it opens a section, so that it shows without colour too."""
    if heading.level > SECTION_LEVEL:
        return _lines(heading.text, width, "bold")
    title = wrap(f"── {heading.text}", width - 4)[0] + " "
    return Text(title + "─" * max(0, width - cell_len(title)), style="bold cyan")


def _entries(report: Report) -> dict[str, Definition]:
    return {
        item.anchor: item
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Definitions)
        for item in block.items
        if item.anchor
    }


def _cited(table: Table, entries: dict[str, Definition], width: int) -> Iterator[Text]:
    """The sources behind a table, each once with the labels of all entries that it supports."""
    sources: dict[tuple[str, str], list[str]] = {}
    anchors = dict.fromkeys(a for row in table.rows for cell in row for a in cell.evidence)
    for anchor in anchors:
        if anchor in entries:
            entry = entries[anchor]
            sources.setdefault((entry.text, entry.link), []).append(anchor.upper())
    for (text, link), labels in sources.items():
        lines = wrap(f"{', '.join(labels)}  {text}", width - INDENT)
        lines += wrap(link, width - INDENT) if link else []
        indented = "\n".join([lines[0], *(" " * INDENT + line for line in lines[1:])])
        yield Text(indented, style="dim")
