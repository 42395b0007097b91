"""Whatever names, notes and facts say comes out literally, in every format and document.

Each hostile text carries a marker, so that a test finds where it went; what stands around the
marker must be the text as data and nothing that the format would act on.
"""

from __future__ import annotations

import csv as csv_module
import functools
import io
import json as json_module
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Report
from knowledge.texts import Texts
from reports.brief import SECTIONS, one_page
from reports.build import build
from reports.comparison.build import build as comparison
from reports.formats import csv, html, json, markdown, pdf, short, terminal
from reports.literal import changed, visible
from tests.reports import sample
from tests.reports.sample_dossier import dossier

ATTACKS = {
    "html": "Xq1<img src=x onerror=alert(1)>Xq2",
    "script": "Xq1</script><script>alert(1)</script>Xq2",
    "attribute": "Xq1\" onmouseover='alert(1)' \"Xq2",
    "template": "Xq1{{ 7*7 }}{% raw %}{0}{title}%sXq2",
    "typst": 'Xq1#read("/etc/passwd") $x$ *b* _i_ @ref <label> `raw`Xq2',
    "markdown": "Xq1[x](javascript:alert(1)) ![i](http://e.org/p) **b** | c ~~s~~Xq2",
    "heading": "# Xq1 not a titleXq2",
    "fence": "Xq1``` ````sh rm -rf /Xq2",
    "formula": "=Xq1HYPERLINK(1)Xq2",
    "plus": "+Xq1cmd|' /C calc'!A0Xq2",
    "bidi": "Xq1\u202egnp.exe\u202cXq2",
    "control": "Xq1\x1b[31m\x07\x00red\x7fXq2",
    "newline": "Xq1\n\n# title\r\n- itemXq2",
    "zero-width": "Xq1a\u200bb\ufeffc\u2066dXq2",
    "markup": "Xq1[bold]x[/bold] \\[x]Xq2",
    "cdata": "Xq1]]><!-- --><svg/onload=alert(1)>Xq2",
}
CASES = [*((name, "en") for name in ATTACKS), ("typst", "zh"), ("bidi", "zh")]
"""Attack and language: escaping does not depend on the words around."""


@pytest.fixture(params=ATTACKS)
def attack(request: pytest.FixtureRequest) -> str:
    return ATTACKS[request.param]


def hostile(attack: str) -> Recommendation:
    """The sample with an attack in every text that comes from outside."""
    base = sample.recommendation()

    def label(thing: Any) -> Any:
        return thing.model_copy(update={"label": attack})

    said = {"en": attack, "zh": attack}
    plain = base.model_dump()
    for family in ("evidence", "excluded", "unverified", "assumptions", "merged"):
        for one in plain[family]:
            for key in ("statement", "reason", "title", "source", "locator", "address", "label"):
                if key in one:
                    one[key] = said if isinstance(one[key], dict) else attack
    for view in plain["matrix"]["criteria"]:
        view["title"] = view["about"] = said
    for m in plain["measurements"]:
        m["message"], m["notes"], m["version"] = attack, (attack,), attack
    plain["scenario_title"] = plain["scenario_summary"] = plain["target"] = said
    plain["requirements"] = (said,)
    plain["overlays"] = (attack,)
    plain["command"] = attack
    plain["host"]["hostname"] = plain["host"]["os"] = plain["host"]["cpu"]["model"] = attack
    plain["next_measurement"]["command"] = plain["next_measurement"]["stack"] = attack
    for row in plain["frameworks"]:
        row["title"] = attack
    found = Recommendation.model_validate(plain)
    stacks = tuple(label(one) for one in found.matrix.alternatives)
    matrix = found.matrix.model_copy(update={"alternatives": stacks})
    return found.model_copy(
        update={"ranking": tuple(label(one) for one in found.ranking), "matrix": matrix}
    )


@functools.cache
def documents(attack: str, language: str) -> dict[str, Report]:
    answer, texts = hostile(attack), Texts(language)
    whole = build(answer, texts, dossier=dossier(attack))
    return {
        "whole": whole,
        "brief": one_page(
            build(answer, texts, only=SECTIONS, dossier=dossier(attack)), answer, texts
        ),
        "comparison": comparison(sample.recommendation(), answer, texts),
    }


class Page(HTMLParser):
    """Tags, attributes and the text of a page, style and chart apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@pytest.mark.parametrize(("name", "language"), CASES)
def test_html_shows_it_as_text(name: str, language: str) -> None:
    attack = ATTACKS[name]
    clean = Page(html.render(documents("Xq1Xq2", language)["whole"]))
    for which, report in documents(attack, language).items():
        text = html.render(report)
        page = Page(text)
        assert page.tags <= clean.tags, which
        assert page.names <= clean.names, which
        assert not any(link.lower().startswith("javascript:") for link in page.links)
        assert visible(attack) in "".join(page.said), which
        assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b\x7f]", text)


@pytest.mark.parametrize(("name", "language"), CASES)
def test_markdown_shows_it_as_text(name: str, language: str) -> None:
    attack = ATTACKS[name]
    for which, report in documents(attack, language).items():
        text = markdown.render(report)
        rest = re.sub(r"(?ms)^(`{3,})sh\n.*?^\1$", "", text)  # code is literal by its fence
        for line in rest.splitlines():
            if "Xq1" not in line:
                continue
            bare = re.sub(r'<br>|<a id="[a-z0-9-]+"></a>|<https://example.org/page>', "", line)
            assert not re.search(r"(?<!\\)[<>]", bare.removeprefix("> ")), (which, line)
            assert not re.search(r"(?<!\\)\]\((?!#)", bare), (which, line)
            assert not re.search(r"(?<!\\)!\[", bare.replace(r"\[", "")), (which, line)
            assert not re.match(r"#+ +Xq1 not", bare), (which, line)
        assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b\x7f]", text)


def test_tables_of_markdown_keep_their_columns(attack: str) -> None:
    text = markdown.render(documents(attack, "en")["whole"])
    for block in re.findall(r"(?m)(?:^\|.*\n?)+", text):
        counts = {len(re.findall(r"(?<!\\)\|", row)) for row in block.strip().splitlines()}
        assert len(counts) == 1, block[:200]


@pytest.mark.parametrize("table", ["matrix", "measurements"])
def test_csv_has_no_formula_and_keeps_its_columns(attack: str, table: Any) -> None:
    text = csv.render(hostile(attack), table)
    rows = list(csv_module.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    cells = [cell for row in rows for cell in row if "Xq1" in cell]
    assert cells
    for cell in cells:
        assert not cell.startswith(("=", "+", "-", "@"))
        assert cell.lstrip("'").startswith(visible(attack)[:3])
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b\x7f]", text)


def test_json_gives_it_back_exactly(attack: str) -> None:
    text = json.render(hostile(attack))
    found = json_module.loads(text)
    assert found["scenario_title"] == {"en": attack, "zh": attack}
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b\x7f]", text)


@pytest.mark.parametrize("render", [short.render, terminal.render], ids=["short", "terminal"])
def test_plain_text_shows_it_without_its_controls(
    attack: str, render: Callable[[Report], str]
) -> None:
    text = render(documents(attack, "en")["whole"])
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f\x7f]", text)
    flat = re.sub(r"\s+", "", text)
    assert re.sub(r"\s+", "", visible(attack)) in flat


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext to read a PDF")
def test_pdf_shows_it_as_text(name: str, tmp_path: Path) -> None:
    file = tmp_path / "page.pdf"
    file.write_bytes(pdf.render(documents(ATTACKS[name], "en")["brief"]))
    done = subprocess.run(
        ["pdftotext", "-raw", str(file), "-"], capture_output=True, text=True, check=True
    )
    flat = re.sub(r"\s+", "", done.stdout)
    assert re.sub(r"\s+", "", visible(ATTACKS[name])) in flat


@pytest.mark.parametrize("name", ["typst", "template", "newline", "control"])
@pytest.mark.parametrize("which", ["whole", "comparison"])
def test_every_document_is_set_whatever_facts_say(name: str, which: str) -> None:
    assert pdf.render(documents(ATTACKS[name], "en")[which]).startswith(b"%PDF")


def test_no_document_hides_a_character(attack: str) -> None:
    for report in documents(attack, "en").values():
        assert changed(report.model_dump(), visible) == report.model_dump()
