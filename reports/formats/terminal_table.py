"""Tables for a terminal: as much of a table as fits, cut at words and columns, never within them.

Tried in order: full row names; the short names of rows; the columns spread over several tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

from knowledge.schema.report import Cell, Table
from knowledge.texts import Texts
from reports.citations import is_entry
from reports.wrapping import longest_word, wrap

GAP = 2  # cells between columns
WORD = 24  # a word longer than this may be cut
TERM = 10  # so many cells of Chinese (five characters) are kept in one line
STYLES = {"measured": "green", "assumed": "magenta", "unknown": "yellow"}


def grouped(table: Table, separator: str) -> Table:
    """The table with rows that differ in their first cell only made one, in order of appearance.

    Its labels stand in one list then: stacks on one runtime share the reason that rules them out.
    """
    groups: dict[tuple[Cell, ...], list[Cell]] = {}
    for first, *rest in table.rows:
        groups.setdefault(tuple(rest), []).append(first)
    rows = tuple(
        (
            Cell(text=separator.join(dict.fromkeys(one.text for one in firsts)))
            if len(firsts) > 1
            else firsts[0],
            *rest,
        )
        for rest, firsts in groups.items()
    )
    return table.model_copy(update={"rows": rows})


class _Layout:
    """What to print in each cell, and how wide the columns must and would be."""

    def __init__(self, table: Table, texts: Texts, *, short_names: bool, citing: bool) -> None:
        self.table = table
        self.long_names = not short_names and any(row[0].short for row in table.rows)
        self.numeric = frozenset(table.numeric)
        self.notes = table.notes or ("",) * len(table.columns)
        self.cells = [
            [
                _text(cell, texts, short=short_names or column > 0, citing=citing)
                for column, cell in enumerate(row)
            ]
            for row in table.rows
        ]

    def narrowest(self, column: int) -> int:
        """Cells the column needs at least: whole numbers, whole words."""
        title, note = self.table.columns[column], self.notes[column]
        least = max(longest_word(title, TERM), longest_word(note))
        for row in self.cells:
            words = min(WORD, longest_word(row[column], TERM))
            least = max(least, cell_len(row[column]) if column in self.numeric else words)
        if column == 0 and self.long_names:
            # Rather the short names than long ones in several lines each.
            return self.natural(column)
        return least

    def natural(self, column: int) -> int:
        """Cells at which nothing in the column wraps."""
        head = (self.table.columns[column], self.notes[column])
        return max(cell_len(text) for text in (*head, *(row[column] for row in self.cells)))

    def fits(self, columns: Sequence[int], width: int) -> bool:
        """Whether the columns can stand beside each other."""
        gaps = GAP * (len(columns) - 1)
        return sum(map(self.narrowest, columns)) + gaps <= width

    def widths(self, columns: Sequence[int], width: int) -> list[int]:
        """The narrowest widths, with the room that is left given where it saves most lines."""
        widths = [min(width, self.narrowest(column)) for column in columns]
        wants = [self.natural(column) for column in columns]
        for _ in range(width - sum(widths) - GAP * (len(columns) - 1)):
            hungry = [index for index, want in enumerate(wants) if widths[index] < want]
            if not hungry:
                break
            widths[max(hungry, key=lambda index: wants[index] / widths[index])] += 1
        return widths

    def draw(self, columns: Sequence[int], width: int) -> Text:
        """The columns as one table: titles above a rule, and the rows below it."""
        widths = self.widths(columns, width)
        heads = [
            wrap(self.table.columns[column], cells)
            + (wrap(self.notes[column], cells) if self.notes[column] else [])
            for column, cells in zip(columns, widths, strict=True)
        ]
        tallest = max(map(len, heads))
        drawn = Text(no_wrap=True, overflow="ignore")
        self._lines(drawn, columns, widths, [[""] * (tallest - len(h)) + h for h in heads])
        drawn.append("─" * (sum(widths) + GAP * (len(widths) - 1)))
        for row, shown in zip(self.table.rows, self.cells, strict=True):
            drawn.append("\n")
            cells = [wrap(shown[c], cells) for c, cells in zip(columns, widths, strict=True)]
            styles = [STYLES.get(row[column].mark, "") for column in columns]
            self._lines(drawn, columns, widths, cells, styles)
            drawn.right_crop(1)
        return drawn

    def _lines(
        self,
        drawn: Text,
        columns: Sequence[int],
        widths: Sequence[int],
        cells: Sequence[Sequence[str]],
        styles: Sequence[str] = (),
    ) -> None:
        """Append the lines of a row of cells, each line ended."""
        for parts in zip_longest(*cells, fillvalue=""):
            for place, (column, cell, part) in enumerate(zip(columns, widths, parts, strict=True)):
                space = " " * (cell - cell_len(part))
                text = space + part if column in self.numeric else part + space
                gap = " " * GAP if place else ""
                drawn.append(gap + text, styles[place] or None if styles else None)
            drawn.append("\n")


def tables(table: Table, width: int, texts: Texts, *, citing: bool = False) -> Iterator[Text]:
    """The table in a form that fits `width` cells; several tables where one does not fit.

    Args:
        table: what to show.
        width: cells per line.
        texts: the signs of what a cell rests on.
        citing: whether cells name the evidence entries they lead to.
    """
    every = list(range(len(table.columns)))
    layout = _Layout(table, texts, short_names=False, citing=citing)
    if not layout.fits(every, width) and any(row[0].short for row in table.rows):
        layout = _Layout(table, texts, short_names=True, citing=citing)
    group = [0]
    for column in every[1:]:
        if len(group) > 1 and not layout.fits([*group, column], width):
            yield layout.draw(group, width)
            group = [0]
        group.append(column)
    yield layout.draw(group, width)


def _text(cell: Cell, texts: Texts, *, short: bool, citing: bool) -> str:
    text = cell.short if short and cell.short else cell.text
    if cell.mark in {"measured", "documented", "partial", "assumed"}:
        return f"{text} {texts.t(f'report.mark.{cell.mark}')}"
    if cell.mark == "unknown":
        return texts.t("report.mark.unknown")
    labels = ", ".join(a.upper() for a in cell.evidence if is_entry(a)) if citing else ""
    return f"{text} [{labels}]" if labels else text
