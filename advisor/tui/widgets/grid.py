"""A table of a report: the header and the first column stay while the rest is scrolled.

Lines are laid out once and cut to what is in sight, so that a long table costs no more to paint
than a short one.
"""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from knowledge.schema.report import Cell, Table

GAP = 2
"""Cells between two columns."""
MOST_FIXED = 0.5
"""Of the width, what the first column may keep while the others are scrolled."""


class Grid(ScrollView, can_focus=True):
    """Cells of several lines are as high as they need; arrows scroll."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"grid--header", "grid--odd", "grid--even"}

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._widths = _widths(table)
        self._head = self._line([Cell(text=name) for name in table.columns], 0, table.numeric)
        self._rows: list[tuple[int, tuple[str, str]]] = []
        for number, row in enumerate(table.rows):
            height = max((len(_lines(cell)) for cell in row), default=1)
            for place in range(height):
                self._rows.append((number, self._line(row, place, table.numeric)))
        self._extent = Size(sum(self._widths) + GAP * len(self._widths), len(self._rows) + 1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The text, header first."""
        return tuple(
            first + rest for first, rest in (self._head, *(line for _, line in self._rows))
        )

    def on_mount(self) -> None:
        """Say how large it is."""
        self.virtual_size = self._extent

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Cells of a whole line, where there is room for them."""
        return min(container.width, self._extent.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """All lines, and the bar below them where they do not fit in width."""
        return self._extent.height + (self._extent.width > width)

    def render_line(self, y: int) -> Strip:
        """The header on top, else the line that is scrolled there."""
        across, down = self.scroll_offset
        at = y + down - 1
        if y == 0:
            return self._strip(self._head, across, self.get_component_rich_style("grid--header"))
        if at >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        number, line = self._rows[at]
        shade = "grid--odd" if number % 2 else "grid--even"
        return self._strip(line, across, self.get_component_rich_style(shade))

    def _strip(self, line: tuple[str, str], across: int, style: Style) -> Strip:
        width = self.size.width
        first, rest = (Strip([Segment(part, style)]) for part in line)
        if self._extent.width <= width or first.cell_length > width * MOST_FIXED:
            whole = Strip.join([first, rest])
            return whole.crop(across, across + width).adjust_cell_length(width, style)
        room = width - first.cell_length
        rest = rest.crop(across, across + room).adjust_cell_length(room, style)
        return Strip.join([first, rest])

    def _line(
        self, cells: list[Cell] | tuple[Cell, ...], place: int, numeric: tuple[int, ...]
    ) -> tuple[str, str]:
        """The first cell's part of a line, and that of all others."""
        parts = []
        for number, (cell, width) in enumerate(zip(cells, self._widths, strict=True)):
            lines = _lines(cell)
            text = lines[place] if place < len(lines) else ""
            blank = " " * (width - cell_len(text))
            parts.append((blank + text if number in numeric else text + blank) + " " * GAP)
        return (parts[0], "".join(parts[1:])) if parts else ("", "")


def _lines(cell: Cell) -> list[str]:
    return f"{cell.text}\n{cell.sub}".rstrip("\n").split("\n")


def _widths(table: Table) -> list[int]:
    """Cells of each column."""
    widths = [cell_len(name) for name in table.columns]
    for row in table.rows:
        for number, cell in enumerate(row):
            widths[number] = max(widths[number], *(cell_len(line) for line in _lines(cell)))
    return widths
