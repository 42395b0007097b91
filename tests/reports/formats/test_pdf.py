"""The PDF: valid by the standards typst checks, the same bytes every time, literal text."""

from __future__ import annotations

import pytest

from knowledge.schema.report import Paragraph, Report, Section
from knowledge.texts import Texts
from reports.build import build
from reports.formats import pdf
from tests.reports import sample

REPORTS = {
    "English": lambda: build(sample.recommendation(), Texts("en")),
    "Chinese": lambda: build(sample.recommendation(), Texts("zh")),
    "nothing feasible": lambda: build(sample.nothing_feasible(), Texts("en")),
    "24 stacks": lambda: build(sample.enlarged(3), Texts("en")),
}


@pytest.mark.parametrize("name", REPORTS)
def test_it_is_accessible_and_archivable(name: str) -> None:
    # A missing glyph, title or alternative text is an error under these standards.
    document = pdf.render(REPORTS[name]())
    assert document.startswith(b"%PDF-1.7")
    assert b"<pdfuaid:part>1<" in document
    assert b"<pdfaid:part>2<" in document
    assert b"<pdfaid:conformance>A<" in document


def test_equal_reports_give_equal_bytes() -> None:
    first = pdf.render(REPORTS["Chinese"]())
    pdf.fonts._cuts.cache_clear()
    assert pdf.render(REPORTS["Chinese"]()) == first


def test_the_fonts_are_ours() -> None:
    document = pdf.render(REPORTS["nothing feasible"]())
    assert b"+AdvisorSans-Regular" in document
    assert b"+AdvisorSans-Bold" in document
    assert b"Noto" not in document


@pytest.mark.parametrize(
    "text",
    [
        '#include("/etc/passwd") #sys.inputs $x^2$ `raw` *b* _i_ <label> @ref // no /* comment',
        "\\ backslash \"quotes\" 'single' {json} \ud800 \x00 \x1b[31m \u202e",
        "🙂 𠮷 نص नमस्ते \ufffd \u200b",
        "",
        "x" * 3000,
    ],
)
def test_no_text_can_break_it(text: str) -> None:
    report = Report(
        title=f"t {text[:50]}",
        language="en",
        subtitle=text,
        created=sample.CREATED,
        sections=(Section(id="a", blocks=(Paragraph(text=text),)),),
    )
    assert pdf.render(report).startswith(b"%PDF")


def test_a_wide_table_turns_the_page_and_prose_does_not() -> None:
    wide = {s.id for s in REPORTS["English"]().sections if pdf._is_wide(s)}
    assert "matrix" in wide
    assert not wide & {"answer", "ranking", "excluded", "evidence", "method"}


def test_numbers_get_the_room_they_need() -> None:
    report = REPORTS["English"]()
    (table,) = [
        b for s in report.sections if s.id == "matrix" for b in s.blocks if b.kind == "table"
    ]
    shares = pdf.column_shares(table)
    assert shares[2] >= len("498 items/s ●")
