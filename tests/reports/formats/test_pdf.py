"""The PDF: valid by the standards typst checks, the same bytes every time, literal text."""

from __future__ import annotations

import re

import pytest

from knowledge.schema.report import (
    Bar,
    Block,
    Cell,
    Definitions,
    Heading,
    IntervalChart,
    Paragraph,
    Report,
    Section,
    Table,
)
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


def bars(count: int) -> IntervalChart:
    lanes = tuple(
        Bar(label=f"stack {n}", point=n + 1, low=n + 0.5, high=n + 2, text=f"{n}")
        for n in range(count)
    )
    return IntervalChart(title="t", alt="a", unit="ms", bars=lanes)


def pages(*blocks: Block) -> int:
    opening = (Heading(text="h", anchor="a"), Paragraph(text="some words on the chart " * 8))
    report = Report(
        title="t",
        language="en",
        subtitle="s",
        created=sample.CREATED,
        sections=(Section(id="a", blocks=(*opening, *blocks)),),
    )
    return len(re.findall(rb"/Type\s*/Page\b", pdf.render(report)))


def test_a_long_chart_is_made_to_fit_the_page_of_its_heading() -> None:
    # An unbreakable chart that is too high would leave its heading alone on a page.
    assert pages(bars(150)) == 1


def test_a_long_chart_fits_a_page_on_its_side_too() -> None:
    wide = Table(
        caption="c",
        columns=tuple(f"column {n} of the table" for n in range(9)),
        rows=((Cell(text="x" * 20),) * 9,),
        numeric=tuple(range(9)),
    )
    assert pages(bars(150), wide) == 2


def test_every_source_is_named_once_and_nothing_is_lost() -> None:
    report = REPORTS["English"]()
    paper = pdf.with_sources(report, Texts("en"))
    (before,) = (s for s in report.sections if s.id == pdf.EVIDENCE)
    (after,) = (s for s in paper.sections if s.id == pdf.EVIDENCE)
    old, new = (
        [i for b in s.blocks if isinstance(b, Definitions) for i in b.items]
        for s in (before, after)
    )
    sources = {item.anchor: item for item in new[len(old) :]}
    cited = [(item.source, item.link) for item in old if item.source]
    assert cited
    assert len(sources) == len(set(cited))
    for one, other in zip(old, new, strict=False):
        assert other.term == one.term
        if not one.source:
            assert other == one
            continue
        source = sources[other.evidence[-1]]
        assert (source.text, source.link) == (one.source, one.link)
        assert one.source.partition(";")[0] in one.text
        assert one.place.partition(";")[0].rstrip(".") in one.text


def test_numbers_get_the_room_they_need() -> None:
    report = REPORTS["English"]()
    (table,) = [
        b for s in report.sections if s.id == "matrix" for b in s.blocks if b.kind == "table"
    ]
    shares = pdf.column_shares(table)
    assert shares[2] >= len("498 items/s ●")
