"""Lines for a terminal: headings, paragraphs, pairs and tables, wrapped and aligned by cells.

Nothing is truncated: what does not fit is wrapped. Hidden characters in facts are made visible.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import click
from rich.cells import cell_len

from reports.literal import visible
from reports.wrapping import longest_word, wrap

GAP = 2
INDENT = 4
TERM = 10
"""Cells of Chinese that are rather kept in one line."""
NARROWEST = 6


class Line(NamedTuple):
    """One line and how it stands out: "", "bold", "dim", "head" or "alert"."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Row:
    """Cells side by side, and texts under them over the whole width."""

    cells: tuple[str, ...]
    under: tuple[Line, ...] = ()
    style: str = ""


_STYLES = {
    "bold": {"bold": True},
    "dim": {"dim": True},
    "head": {"bold": True, "fg": "cyan"},
    "alert": {"bold": True, "fg": "yellow"},
}


def emit(lines: Iterable[Line]) -> None:
    """Print to stdout, with styles where it is a terminal."""
    coloured = sys.stdout.isatty()
    shown = [
        click.style(text, **_STYLES[style]) if coloured and style else text  # type: ignore[arg-type]
        for text, style in lines
    ]
    click.echo("\n".join(shown))


def heading(text: str, width: int) -> Iterator[Line]:
    """An empty line and the text on a rule, so that it shows without colour too."""
    first, *rest = wrap(f"── {visible(text)}", width - 2)
    yield Line("")
    yield Line(f"{first} {'─' * max(0, width - cell_len(first) - 1)}".rstrip(), "head")
    yield from (Line(line, "head") for line in rest)


def paragraph(text: str, width: int, *, indent: int = 0, style: str = "") -> Iterator[Line]:
    """The text in lines of at most `width` cells, the indentation included."""
    for line in wrap(visible(text), max(NARROWEST, width - indent)):
        yield Line(" " * indent + line, style)


def item(text: str, width: int, *, sign: str = "•", style: str = "") -> Iterator[Line]:
    """The text behind a sign, its further lines aligned."""
    hang = cell_len(sign) + 1
    for number, line in enumerate(paragraph(text, width - hang)):
        yield Line((f"{sign} " if number == 0 else " " * hang) + line.text, style)


def pairs(rows: Sequence[tuple[str, str]], width: int) -> Iterator[Line]:
    """Labels and values, the values aligned."""
    room = max((cell_len(label) for label, _ in rows), default=0) + INDENT
    for label, value in rows:
        start = "  " + label + " " * (room - 2 - cell_len(label))
        for number, line in enumerate(paragraph(value, width - room)):
            yield Line((start if number == 0 else " " * room) + line.text)


def table(columns: Sequence[str], rows: Sequence[Row], width: int) -> Iterator[Line]:
    """Rows under the column titles; none of the latter where all are empty."""
    shown = [tuple(map(visible, row.cells)) for row in rows]
    widths = _widths([tuple(columns), *shown], width)
    if any(columns):
        yield from _aligned(columns, widths, "bold")
    for row, cells in zip(rows, shown, strict=True):
        yield from _aligned(cells, widths, row.style)
        for text, style in row.under:
            yield from paragraph(text, width, indent=INDENT, style=style)


def _widths(cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """Natural widths; where they do not fit, the widest column gives way down to its words."""
    columns = [list(column) for column in zip(*cells, strict=True)]
    widths = [max(map(cell_len, column)) for column in columns]
    words = [max(longest_word(text, TERM) for text in column) for column in columns]
    for least in (words, [NARROWEST] * len(columns)):
        while sum(widths) + GAP * (len(widths) - 1) > width:
            roomy = [index for index in range(len(widths)) if widths[index] > least[index]]
            if not roomy:
                break
            widths[max(roomy, key=lambda index: widths[index])] -= 1
    return widths


def _aligned(cells: Sequence[str], widths: Sequence[int], style: str) -> Iterator[Line]:
    wrapped = [wrap(text, max(1, width)) for text, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = [lines[number] if number < len(lines) else "" for lines in wrapped]
        padded = [
            part + " " * (width - cell_len(part)) for part, width in zip(parts, widths, strict=True)
        ]
        yield Line((" " * GAP).join(padded).rstrip(), style)
