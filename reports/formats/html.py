"""The report as one HTML file that asks nobody for anything.

No request, no inline handler, no inline style: the content security policy allows the one style
sheet and the one script by their hashes and nothing else. Every text is escaped; only our own
charts, style sheet and script are markup. Without scripts the page says all it was written with.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence, Set
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from knowledge.schema.decision import Recommendation
from knowledge.schema.dossier import Dossier
from knowledge.schema.report import Cell, Chart, Definition, Definitions, Report
from knowledge.texts import Texts
from reports import charts, citations, palette
from reports.cells import MARKS
from reports.formats.live.compressed import compressed
from reports.formats.live.panel import Panel, panel
from reports.formats.live.payload import packed, payload

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
SCRIPTS = Path(__file__).resolve().parent / "live"
ARITHMETIC = ("sfc64", "gamma", "strata", "values", "simulate")
"""Scripts that compute and know nothing of the page."""
PARTS = (
    *ARITHMETIC,
    "numbers",
    "state",
    "tables",
    "chart",
    "matrix",
    "beside",
    "carried",
    "show",
    "main",
)
"""All scripts, in the order in which they are put together."""


LANGUAGES = {"en": ("en", "English"), "zh": ("zh-CN", "中文")}
"""What a page calls its language, and the language itself."""


def document(recommendation: Recommendation, texts: Texts, dossier: Dossier | None = None) -> str:
    """The whole document, which can be ranked again and read in the other language in the page."""
    from reports.build import build

    carried = payload(recommendation)
    report = build(recommendation, texts, dossier=dossier)
    if carried is None:
        return render(report)
    other = Texts(_other(texts.language))
    live = panel(recommendation, texts)
    rows = _rows(report, live)
    page = _page(report, live)
    translation = build(recommendation, other, dossier=dossier)
    there = panel(recommendation, other)
    same = _shared(report, translation)
    translated = _page(translation, there, _rows(translation, there), same)
    data = {"problem": packed(carried), "returning-rows": rows, "translated": translated}
    return _whole(report, page, script(PARTS), data)


def render(report: Report) -> str:
    """The document of a report as it stands, without any script."""
    return _whole(report, _page(report, None))


def _whole(
    report: Report, page: Markup, code: str = "", data: Mapping[str, str] | None = None
) -> str:
    """The document around a page; what only its script reads (`data`, by id) is compressed."""
    css = style_sheet()
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            page=page,
            lang=LANGUAGES[report.language][0],
            css=Markup(css),  # noqa: S704  (our own file)
            policy=policy(css, code),
            data={id_: compressed(text) for id_, text in (data or {}).items()},
            other_lang=LANGUAGES[_other(report.language)][0],
            script=Markup(code),  # noqa: S704  (our own files)
        )
    )


def _other(language: str) -> str:
    return "en" if language == "zh" else "zh"


def _page(
    report: Report,
    live: Panel | None,
    rows: Markup = Markup(),  # noqa: B008  (immutable)
    shared: Set[str] = frozenset(),
) -> Markup:
    """What a reader sees, all in one language; with the panel of a live report, if there is one.

    Places in sources and addresses of the entries `shared` are left to the script, which takes
    them from the page in the other language.
    """
    texts = Texts(report.language)
    other_lang, other_name = LANGUAGES[_other(report.language)]

    def chart(block: Chart, id_: str) -> Markup:
        return Markup(charts.svg(block, texts, id_=id_))  # noqa: S704  (charts escapes its texts)

    made = (
        _environment()
        .get_template("page.html")
        .render(
            report=report,
            texts=texts,
            panel=live,
            rows=rows,
            shared=shared,
            other_lang=other_lang,
            other_name=other_name,
            chart=chart,
            charts=charts.KINDS,
            **_said_of_cells(report, texts),
        )
    )
    return Markup(made)  # noqa: S704  (a template that escapes)


def _shared(report: Report, translation: Report) -> Set[str]:
    """Anchors of the entries that name the same place in a source in both languages."""

    def places(one: Report) -> set[tuple[str, str, str]]:
        blocks = (block for section in one.sections for block in section.blocks)
        lists = (block.items for block in blocks if isinstance(block, Definitions))
        return {
            (item.anchor, item.place, item.link) for items in lists for item in items if item.source
        }

    return {anchor for anchor, _, _ in places(report) & places(translation)}


def _rows(report: Report, live: Panel) -> Markup:
    """Rows of the matrix of what would come back, which the script shows on demand."""
    said = _said_of_cells(report, Texts(report.language))
    made = _environment().get_template("returning.html").render(panel=live, **said)
    return Markup(made)  # noqa: S704  (a template that escapes)


def _said_of_cells(report: Report, texts: Texts) -> dict[str, Any]:
    """What the templates need to write a cell."""
    return {
        "anchored": citations.all_anchors(report),
        "signs": {mark: texts.t(f"report.mark.{mark}") for mark in MARKS},
        "words": {mark: texts.t(f"basis.{mark}") for mark in MARKS},
    }


@cache
def style_sheet() -> str:
    """The style sheet with the colours of the palette filled in."""
    return (
        _environment()
        .get_template("report.css")
        .render(light=palette.LIGHT, dark=palette.DARK, shades=palette.SHADES)
    )


@cache
def script(parts: tuple[str, ...]) -> str:
    """The script made of those files, one after the other, without comments and indentation.

    A comment has a line of its own or follows code after two slashes and a space, and no text of
    ours spans lines or holds two slashes and a space.
    """
    files = ((SCRIPTS / f"{part}.js").read_text(encoding="utf-8") for part in parts)
    lines = (
        re.sub(r"(^| )//( .*)?$", "", line).strip() for file in files for line in file.split("\n")
    )
    return "\n".join(line for line in lines if line)


def policy(css: str, code: str = "") -> str:
    """The content security policy that allows exactly this style sheet and this script."""
    allowed = f"script-src '{_digest(code)}'; " if code else ""
    return (
        f"default-src 'none'; {allowed}style-src '{_digest(css)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def cell_class(cell: Cell, numeric: bool) -> str:
    """CSS classes of a table cell: its alignment and its shade, or the hatching of unknown."""
    names = ["num"] if numeric else []
    if cell.mark == "unknown":
        names.append("unknown")
    elif cell.level is not None:
        names.append(f"s{palette.shade(cell.level)}")
    return " ".join(names)


def by_source(items: Sequence[Definition]) -> list[tuple[str, str, list[Definition]]]:
    """Entries that follow each other in one source: the source, its address, and they."""
    groups = groupby(items, key=lambda item: (item.source, item.link if item.source else ""))
    return [(source, link, list(found)) for (source, link), found in groups]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = {
        "cell_class": cell_class,
        "followable": citations.followable,
        "is_entry": citations.is_entry,
        "by_source": by_source,
    }
    environment.filters.update(filters)
    return environment
