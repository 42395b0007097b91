"""The decision matrix as a heat map: shade, bar and number say the same of a cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.cells import set_cell_size
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from knowledge.schema.report import Cell, Table
from knowledge.texts import Texts
from reports.palette import Colour, shade

BARS = "▁▂▃▄▅▆▇█"
NAME, COLUMN = 24, 13
"""Cells of a stack's name and of a column's."""


class Matrix(DataTable[Text]):
    """One row per stack, one column per criterion; the cursor goes from cell to cell."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select_cursor", "evidence")]

    def __init__(self) -> None:
        super().__init__(id="matrix", cursor_type="cell", fixed_columns=1, zebra_stripes=False)

    def show(self, table: Table, texts: Texts, colours: Mapping[str, Colour]) -> None:
        """Show the matrix of a report; without colours the bars say it alone."""
        self.clear(columns=True)
        for number, name in enumerate(table.columns):
            short = set_cell_size(name, NAME if not number else COLUMN).rstrip()
            self.add_column(Text(short, justify="left" if not number else "right"))
        for row in table.rows:
            first, *rest = row
            name = f"{first.short} {first.text}" if first.short else first.text
            cells = [_cell(cell, texts, colours) for cell in rest]
            self.add_row(Text(set_cell_size(name, NAME + 4).rstrip()), *cells)


def _cell(cell: Cell, texts: Texts, colours: Mapping[str, Colour]) -> Text:
    sign = texts.t(f"report.mark.{cell.mark}") if cell.mark not in ("", "tie") else ""
    if cell.level is None:
        return Text(f"{cell.short or cell.text} {sign}", justify="right")
    step = shade(cell.level)
    bar = BARS[min(len(BARS) - 1, step * len(BARS) // 9)]
    style = f"{colours['text']} on {colours[f'shade-{step}']}" if colours else ""
    return Text(f"{bar} {cell.short or cell.text} {sign}", style=style, justify="right")
