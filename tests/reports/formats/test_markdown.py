"""The decision record has the parts of MADR, and shows every text literally."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from knowledge.texts import Texts
from reports.build import build
from reports.formats.markdown import CITING, LEFT_OUT, PARTS, WITHIN_OUTCOME, render
from tests.reports import sample

LANGUAGES = ("en", "zh")
HOSTILE = ("<script>alert(1)</script>", "#typst[*x*]", "[b]x[/b]", "[U+202E]", "[U+001B]")


def record(language: str = "en", case: str = "recommendation") -> str:
    return render(build(getattr(sample, case)(), Texts(language)))


def shown(text: str) -> str:
    """All text of the document as a reader sees it, a space between its parts."""
    parser = MarkdownIt("commonmark").enable("table")
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    tokens = [inner for token in parser.parse(body) for inner in (token, *(token.children or ()))]
    return " ".join(token.content for token in tokens if token.type in ("text", "code_block"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_are_those_of_madr_in_their_order(language: str) -> None:
    texts = Texts(language)
    found = re.findall(r"(?m)^(##|###) ([^<\n]*)$", record(language))
    assert found == [
        ("###" if part in WITHIN_OUTCOME else "##", texts.t(f"report.record.{part}"))
        for part in PARTS
    ]
    if language == "en":
        assert found[0] == ("##", "Context and Problem Statement")


def test_it_begins_with_its_status_and_date() -> None:
    made = sample.recommendation()
    assert record().startswith(f"---\nstatus: proposed\ndate: {made.created.date()}\n---\n\n# Edge")


def test_every_option_is_listed_the_excluded_too() -> None:
    part = record().split("## Considered Options")[1].split("\n## ")[0]
    lines = [line[2:] for line in part.strip().splitlines()]
    ranked = [ranked.label for ranked in sample.ranking()]
    out = {exclusion.label for exclusion in sample.recommendation().excluded}
    text = shown(part)
    assert len(lines) == len(ranked) + len(out - set(ranked))
    assert all(name in text for name in [*ranked, *out] if name.isascii() and name.isprintable())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", ["recommendation", "clear_winner", "nothing_feasible"])
def test_only_our_own_html_is_html_and_every_link_leads_somewhere(language: str, case: str) -> None:
    text = record(language, case)
    parser = MarkdownIt("commonmark").enable("table")
    html, links, ids = set(), set(), set()
    for token in parser.parse(text):
        for inner in (token, *(token.children or ())):
            if inner.type in ("html_inline", "html_block"):
                html.add(re.sub(r'"[a-z0-9_-]+"', '""', inner.content))
                ids |= set(re.findall(r'id="([^"]+)"', inner.content))
            if inner.type == "link_open" and str(inner.attrs["href"]).startswith("#"):
                links.add(str(inner.attrs["href"])[1:])
    assert html <= {'<a id="">', "</a>", "<br>"}
    assert links <= ids


def test_what_a_fact_says_comes_out_literally() -> None:
    text = shown(record())
    for piece in HOSTILE:
        assert piece in text


def test_the_brief_record_keeps_the_evidence_behind_what_is_ruled_out() -> None:
    made = sample.recommendation()
    full = build(made, Texts("en"))
    ids = [section.id for section in full.sections if section.id not in LEFT_OUT]
    brief = render(build(made, Texts("en"), only=ids, citing=CITING))
    assert "### Evidence" in brief
    assert len(brief) < len(record())


def test_nothing_feasible_is_a_record_too() -> None:
    assert "No stack meets every requirement" in record(case="nothing_feasible")
