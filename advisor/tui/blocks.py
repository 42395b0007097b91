"""Semantic blocks as Textual widgets; the text is the report's, nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Label

from advisor.tui.widgets.grid import Grid
from advisor.tui.widgets.prose import Prose
from knowledge.schema.report import (
    Block,
    Callout,
    Code,
    Definitions,
    Heading,
    IntervalChart,
    Paragraph,
    RooflineChart,
    Table,
)

WIDE = "\u2e80"
"""The first of the characters that are two cells wide."""


def widgets(block: Block) -> Iterator[Widget]:
    """The widgets that show `block`; charts are left to their tables."""
    match block:
        case Heading():
            yield Label(Text(block.text), classes="title")
        case Paragraph():
            yield Prose(Text(block.text), classes="text")
        case Callout():
            yield Prose(Text(block.text), classes=f"callout {block.tone}")
        case Code():
            yield Prose(Text(block.text), classes="code")
        case Table():
            yield Prose(Text(block.caption), classes="caption")
            yield Grid(block)
        case Definitions():
            for entry in block.items:
                colon = "：" if entry.term[-1:] > WIDE else ": "
                yield Prose(f"{entry.term}{colon}{entry.text}", classes="text")
        case IntervalChart() | RooflineChart():
            return
