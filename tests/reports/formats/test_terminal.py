"""The terminal form fits, lines up, says what matters and nothing twice."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from knowledge.schema.base import LocalText
from knowledge.schema.report import Report
from knowledge.texts import Texts
from reports.build import build
from reports.formats.terminal import render
from tests.reports import sample

LANGUAGES = ("en", "zh")
COMMAND = re.compile(r"^ *advisor ")


def report(language: str = "en", case: str = "recommendation") -> Report:
    return build(getattr(sample, case)(), Texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", ["recommendation", "clear_winner", "nothing_feasible"])
@pytest.mark.parametrize("width", [50, 80, 100, 120, 200])
def test_every_line_fits(language: str, case: str, width: int) -> None:
    for line in render(report(language, case), width).splitlines():
        if not COMMAND.match(line):  # a command is kept in one piece for copying
            assert cell_len(line) <= width, line


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_word_is_cut(width: int) -> None:
    made = report()
    said = " ".join(
        re.findall(r'"(?:text|short|caption|title|subtitle)":"([^"]*)"', made.model_dump_json())
    )
    known = set(re.findall(r"[A-Za-z]{3,}", said))
    known |= set(re.findall(r"[A-Za-z]{3,}", made.model_dump_json()))
    shown = re.findall(r"[A-Za-z]{3,}", render(made, width))
    assert set(shown) <= known
    assert "…" not in render(made, width)


def test_the_answer_comes_first_and_the_next_measurement_last() -> None:
    text = render(report())
    lines = text.splitlines()
    assert lines[0].startswith("Edge computer vision")
    assert "AMD EPYC 7B13" in lines[1]
    assert text.index("no single winner") < text.index("Expected")
    assert lines[-1].strip() == sample.recommendation().next_measurement.command  # type: ignore[union-attr]


def test_it_shows_the_ranking_the_matrix_and_what_is_ruled_out() -> None:
    text = render(report(), 120)
    assert "0.77–0.84" in text
    assert "12.4 ●" in text
    assert "93 ○" in text
    assert "? unknown" in text
    assert "MindSpore (graph)" in text
    assert "[E3]" in text
    assert re.search(r"^E3  Measured here on Nov 30, 2026", text, re.M)
    assert "could not be checked for one stack: TensorFlow → LiteRT (cpu)." in text
    assert "12 of 17 measurements" in text


def test_a_narrow_matrix_uses_rank_numbers_and_keeps_every_column() -> None:
    wide = render(report(), 120)
    assert "#8" not in wide[wide.index("Decision matrix") :]
    narrow = render(report(), 80)
    matrix = narrow[narrow.index("Decision matrix") : narrow.index("Ruled out")]
    assert re.search(r"^#8 ", matrix, re.M)
    for word in ("Latency", "Throughput", "flexibility"):
        assert word in matrix
    assert matrix.count("#8") == 1
    narrower = render(report(), 50)
    matrix = narrower[narrower.index("Decision matrix") : narrower.index("Ruled out")]
    assert matrix.count("#8") > 1


def test_colour_only_on_request() -> None:
    plain, coloured = render(report()), render(report(), colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == plain.split()


def test_markup_and_escapes_in_facts_are_shown_not_obeyed() -> None:
    text = render(report(), 120)
    for piece in ("<script>alert(1)</script>", "#typst[*x*]", "[b]x[/b]", "[U+202E]", "[U+001B]"):
        assert piece in text


def test_chinese_columns_line_up() -> None:
    text = render(report("zh"), 120)
    start = text.index("技术栈与准则")
    rows = [line for line in text[start:].splitlines()[1:20] if "○" in line or "◐" in line]
    ends = {cell_len(line) for line in rows}
    assert len(rows) == 8
    assert len(ends) == 1


def test_nothing_feasible_names_each_requirement() -> None:
    text = " ".join(render(report(case="nothing_feasible")).split())
    assert "No stack meets every requirement" in text
    assert "“It gives the right result here” rules out 2 stacks" in text
    assert "“The route carries every operator of the model” rules out one stack" in text


def test_a_long_table_is_cut_and_says_so() -> None:
    text = render(build(sample.enlarged(6), Texts("en")), width=100)
    assert "more rows are in the HTML, PDF and JSON." in text


def test_stacks_that_share_a_reason_are_one_row_and_none_is_left_out() -> None:
    one = sample.recommendation().excluded[0]
    many = tuple(
        one.model_copy(
            update={
                "alternative": f"t{number}",
                "label": f"Stack{number}",
                "reason": LocalText(en=f"Runtime{number // 2} fails.", zh="失败。"),
            }
        )
        for number in range(80)
    )
    found = build(sample.recommendation(excluded=many), Texts("en"))
    lines = render(found, 100).splitlines()
    assert sum("Runtime39 fails." in line for line in lines) == 1
    (row,) = [line for line in lines if "Runtime39 fails." in line]
    assert "Stack78, Stack79" in row
    assert not any("more rows" in line for line in lines[lines.index(row) : lines.index(row) + 3])
