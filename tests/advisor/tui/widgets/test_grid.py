from __future__ import annotations

from rich.cells import cell_len
from textual.app import App, ComposeResult

from advisor.tui.widgets.grid import Grid
from knowledge.schema.report import Cell, Table

TABLE = Table(
    caption="c",
    columns=("准则", "value", "far"),
    rows=(
        (Cell(text="延迟"), Cell(text="7 ms", sub="6 – 8"), Cell(text="x" * 60)),
        (Cell(text="memory"), Cell(text="12 MiB"), Cell(text="end")),
    ),
    numeric=(1,),
)


class Shows(App[None]):
    def compose(self) -> ComposeResult:
        yield Grid(TABLE)


def test_columns_are_as_wide_as_their_widest_cell_whatever_its_script() -> None:
    lines = Grid(TABLE).lines
    assert len(lines) == 4  # the header, a row of two lines, one of one
    assert {cell_len(line) for line in lines} == {6 + 6 + 60 + 3 * 2}
    assert lines[1].startswith("延迟      7 ms")
    assert lines[2].strip() == "6 – 8"


async def test_header_and_first_column_stay_while_the_rest_is_scrolled() -> None:
    app = Shows()
    async with app.run_test(size=(30, 3)) as pilot:
        grid = app.query_one(Grid)
        grid.scroll_to(40, 2, animate=False)
        await pilot.pause()
        head, last = (grid.render_line(y).text for y in (0, 1))
        assert head.startswith("准则    ")
        assert last.startswith("memory  ")
        assert "value" not in head
        assert all(cell_len(line) == grid.size.width for line in (head, last))
