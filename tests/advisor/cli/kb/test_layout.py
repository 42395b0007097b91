from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from advisor.cli.kb.layout import Line, Row, emit, heading, item, pairs, paragraph, table

texts = st.text(alphabet="ab 中文，。(-", max_size=40)


def shown(lines: object) -> list[str]:
    return [line.text for line in lines]  # type: ignore[attr-defined]


@given(
    rows=st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=4), width=st.integers(30, 90)
)
def test_a_table_keeps_to_its_width_and_loses_no_character(
    rows: list[tuple[str, str, str]], width: int
) -> None:
    lines = shown(table(["一", "two", "three"], [Row(row) for row in rows], width))
    assert all(cell_len(line) <= width for line in lines)
    wanted = sorted("".join("".join(row) for row in rows).replace(" ", "") + "一twothree")
    assert sorted("".join(lines).replace(" ", "")) == wanted


def test_columns_start_at_the_same_cell_whatever_the_script() -> None:
    lines = shown(table(["名称", "value"], [Row(("中文名称", "1")), Row(("x", "2"))], 40))
    assert lines == ["名称      value", "中文名称  1", "x         2"]


def test_the_widest_column_gives_way_and_texts_stand_under_their_row() -> None:
    rows = [Row(("id", "one two three four five six"), (Line("a note", "dim"),))]
    assert shown(table(["", ""], rows, 20)) == [
        "id  one two three",
        "    four five six",
        "    a note",
    ]


def test_pairs_items_and_headings() -> None:
    assert shown(pairs([("a", "1"), ("bcd", "2 3 4 5 6 7 8")], 16)) == [
        "  a    1",
        "  bcd  2 3 4 5 6",
        "       7 8",
    ]
    assert shown(item("one two", 6)) == ["• one", "  two"]
    assert shown(heading("标题", 12)) == ["", "── 标题 ────"]
    assert shown(paragraph("", 10)) == [""]


@pytest.mark.parametrize("text", ["a\x1b[31mb", "a\u202eb"])
def test_hidden_characters_are_made_visible(text: str) -> None:
    for lines in (paragraph(text, 40), item(text, 40), table([""], [Row((text,))], 40)):
        assert "[U+" in "".join(shown(lines))


def test_styles_are_for_terminals_only(capsys: pytest.CaptureFixture[str]) -> None:
    emit([Line("bold", "bold"), Line("plain")])
    assert capsys.readouterr().out == "bold\nplain\n"
