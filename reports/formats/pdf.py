"""The report as a PDF that is tagged and archivable (PDF/UA-1 and PDF/A-2a, checked by typst).

Needs no system package and no system font. All text travels as JSON, so nothing in it is read as
typst code; the same report gives the same bytes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import typst
from rich.cells import cell_len

from knowledge.schema.report import (
    Block,
    Cell,
    Chart,
    Code,
    Definition,
    Definitions,
    Heading,
    Paragraph,
    Report,
    Section,
    Table,
)
from knowledge.texts import Texts
from reports import charts, fonts, palette
from reports.cells import MARKS
from reports.citations import all_anchors, followable
from reports.formats import paper
from reports.wrapping import longest_word

TEMPLATE = Path(__file__).resolve().parent.parent / "templates" / "report.typ"
WIDE = 95  # a section with a table of more cells a line is set on landscape pages
EVIDENCE = "evidence"
"""The section that is set small, in two columns."""
WRAPPED = 20  # cells a column of text needs where it may wrap
TERM = 34  # cells of a Chinese run that counts as one word of a column
PROSE = 60  # cells beyond which a column of text is not given more room


def render(report: Report) -> bytes:
    """The document; raises typst.TypstError only for a bug in the template."""
    texts = Texts(report.language)
    report = Report.model_validate(_printable(with_sources(report, texts).model_dump()))
    data = json.dumps(_data(report, texts), ensure_ascii=False)
    with tempfile.TemporaryDirectory(prefix="advisor-fonts-") as folder:
        for style, content in fonts.cuts(data).items():
            (Path(folder) / f"{style}.ttf").write_bytes(content)
        return typst.compile(
            TEMPLATE.read_bytes(),
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[folder]),
            sys_inputs={"data": data},
            pdf_standards=["ua-1", "a-2a"],
            timestamp=int(report.created.timestamp()),
        )


def with_sources(report: Report, texts: Texts) -> Report:
    """The report with every source of the evidence named once, and entries that refer to it.

    On paper the evidence would fill most of the pages: hundreds of entries of a few hundred
    sources. Nothing is lost by it.
    """
    numbers: dict[tuple[str, str], str] = {}

    def short(item: Definition) -> Definition:
        if not item.source:
            return item
        anchor = numbers.setdefault((item.source, item.link), f"s{len(numbers) + 1}")
        update = {"text": item.place, "link": "", "evidence": (*item.evidence, anchor)}
        return item.model_copy(update=update)

    sections = []
    for section in report.sections:
        blocks = tuple(
            block.model_copy(update={"items": tuple(map(short, block.items))})
            if isinstance(block, Definitions)
            else block
            for block in section.blocks
        )
        if section.id == EVIDENCE and numbers:
            blocks = (*blocks, *_sources(numbers, texts))
        sections.append(section.model_copy(update={"blocks": blocks}))
    return report.model_copy(update={"sections": tuple(sections)})


def _sources(numbers: Mapping[tuple[str, str], str], texts: Texts) -> Iterator[Block]:
    yield Heading(text=texts.t("report.format.sources"), level=3, anchor="sources")
    yield Paragraph(text=texts.t("report.format.sources_intro"))
    yield Definitions(
        items=tuple(
            Definition(anchor=anchor, term="", text=source, link=link)
            for (source, link), anchor in numbers.items()
        )
    )


def _printable(value: Any) -> Any:
    """Texts with the characters that the font has, everything else as it is."""
    if isinstance(value, str):
        return fonts.printable(value)
    if isinstance(value, dict):
        return {key: _printable(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_printable(item) for item in value]
    return value


def _data(report: Report, texts: Texts) -> dict[str, Any]:
    upright = report.kind == "brief"  # one sheet, whatever is on it
    runs = groupby(report.sections, key=lambda s: (not upright and _is_wide(s), s.id == EVIDENCE))
    return {
        "report": {
            "title": report.title,
            "subtitle": report.subtitle,
            "language": report.language,
        },
        "runs": [
            {
                "flipped": wide,
                "small": small,
                "sections": [_section(s, texts, flipped=wide) for s in sections],
            }
            for (wide, small), sections in runs
        ],
        "anchors": sorted(all_anchors(report)),
        "palette": dict(palette.LIGHT),
        "family": fonts.FAMILY,
        "signs": {mark: texts.t(f"report.mark.{mark}") for mark in MARKS},
        "page": texts.t("report.format.page", page="@1", pages="@2"),
    }


def _is_wide(section: Section) -> bool:
    tables = (block for block in section.blocks if isinstance(block, Table))
    return any(_needed(table) > WIDE for table in tables)


def _needed(table: Table) -> int:
    """Characters a line of the table takes when its columns of text wrap."""
    shares = enumerate(column_shares(table))
    return sum(
        share if column in table.numeric else min(WRAPPED, share) for column, share in shares
    )


def _section(section: Section, texts: Texts, *, flipped: bool) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = []
    for block in section.blocks:
        plain = block.model_dump(mode="json")
        if isinstance(block, Table):
            plain["shares"] = column_shares(block)
            plain["rows"] = [[_cell(cell) for cell in row] for row in block.rows]
        elif block.kind in charts.KINDS:
            drawn = paper.cut(cast(Chart, block), texts, flipped=flipped)
            plain = drawn.model_dump(mode="json")
            plain["svg"] = charts.svg(drawn, texts, width=str(paper.WIDTH), style=_chart_style())
        elif isinstance(block, Code):
            plain["text"] = block.script
        elif isinstance(block, Definitions):
            plain["items"] = [
                {**item.model_dump(mode="json"), "follow": followable(item.link)}
                for item in block.items
            ]
        blocks.append(plain)
    return {"id": section.id, "blocks": blocks}


def _cell(cell: Cell) -> dict[str, Any]:
    unknown = cell.mark == "unknown" or cell.level is None
    shade = None if unknown else palette.shade(cell.level or 0.0)
    return {**cell.model_dump(mode="json"), "shade": shade}


def column_shares(table: Table) -> list[int]:
    """How the width is divided: by what a column holds, so that no number has to wrap."""
    shares = []
    for column, title in enumerate(table.columns):
        note = table.notes[column] if table.notes else ""
        cells = [row[column] for row in table.rows]
        if column in table.numeric:
            widest = max((cell_len(cell.text) + 3 * (cell.mark != "") for cell in cells), default=0)
            small = max((longest_word(cell.sub, TERM) for cell in cells), default=0)
            head = max(longest_word(title, TERM) + 2, longest_word(note) + 1)  # bold is wider
            shares.append(max(6, widest + 1, small, head))
        else:
            widest = max((cell_len(cell.text) for cell in cells), default=0)
            shares.append(max(longest_word(title, TERM) + 2, min(PROSE, widest), 6))
    return shares


def _chart_style() -> str:
    """What the page's style sheet says about charts in HTML, with the colours of paper."""
    colour = palette.LIGHT
    return (
        f'text{{font:13px "{fonts.FAMILY}";fill:{colour["text"]}}}'
        f".tick{{font-size:11px;fill:{colour['quiet']}}}"
        f".grid{{stroke:{colour['rule']};stroke-width:1}}"
        f".interval{{stroke:{colour['accent']};stroke-width:2}}"
        f".point{{fill:{colour['accent']}}}"
        f".hollow{{fill:{colour['page']};stroke:{colour['accent']};stroke-width:1.5}}"
        f".front{{stroke:{colour['accent']};stroke-width:1;stroke-dasharray:4 3}}"
        f".today{{stroke:{colour['text']};stroke-width:1.5}}"
        f".ring{{fill:none;stroke:{colour['rule']}}}"
        f".outline{{fill:none;stroke:{colour['accent']};stroke-width:2}}"
        f".outline-1{{stroke:{colour['text']};stroke-dasharray:6 4}}"
        f".outline-2{{stroke:{colour['quiet']};stroke-dasharray:2 3}}"
        f".part{{stroke:{colour['quiet']};stroke-width:0.7}}"
        f".part-0{{fill:{colour['shade-7']}}}.part-1{{fill:{colour['shade-1']}}}"
        ".mark-number{font-size:12px}"
        f".halo{{paint-order:stroke;stroke:{colour['page']};stroke-width:4}}"
    )
