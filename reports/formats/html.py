"""The report as one HTML file that asks nobody for anything.

No script, no inline style, no request: the content security policy allows the one style sheet by
its hash and nothing else. Every text is escaped; only our own charts and style sheet are markup.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from knowledge.schema.report import Cell, Chart, Report
from knowledge.texts import Texts
from reports import charts, citations, palette
from reports.cells import MARKS

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


def render(report: Report) -> str:
    """The whole document."""
    texts = Texts(report.language)
    css = style_sheet()

    def chart(block: Chart, id_: str) -> Markup:
        return Markup(charts.svg(block, texts, id_=id_))  # noqa: S704  (charts escapes its texts)

    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            texts=texts,
            css=Markup(css),  # noqa: S704  (our own file)
            policy=policy(css),
            anchored=citations.all_anchors(report),
            signs={mark: texts.t(f"report.mark.{mark}") for mark in MARKS},
            words={mark: texts.t(f"basis.{mark}") for mark in MARKS},
            chart=chart,
            charts=charts.KINDS,
        )
    )


@cache
def style_sheet() -> str:
    """The style sheet with the colours of the palette filled in."""
    return (
        _environment()
        .get_template("report.css")
        .render(light=palette.LIGHT, dark=palette.DARK, shades=palette.SHADES)
    )


def policy(css: str) -> str:
    """The content security policy that allows exactly this style sheet."""
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def cell_class(cell: Cell, numeric: bool) -> str:
    """CSS classes of a table cell: its alignment and its shade, or the hatching of unknown."""
    names = ["num"] if numeric else []
    if cell.mark == "unknown":
        names.append("unknown")
    elif cell.level is not None:
        names.append(f"s{palette.shade(cell.level)}")
    return " ".join(names)


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
    }
    environment.filters.update(filters)
    return environment
