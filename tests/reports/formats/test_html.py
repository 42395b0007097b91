"""One file, no request, strict policy, accessible structure, literal text."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import Callout, Heading, Paragraph, Report, Section
from knowledge.texts import Texts
from reports.build import build
from reports.formats.html import PARTS, document, render, script
from tests.reports import sample, sample_live
from tests.reports.sample_dossier import dossier

VOID = frozenset({"meta", "link", "br", "circle", "line", "input"})
ENDED_BY = {
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
}
"""Element -> elements that its start ends; HTML lets their end tags be left out."""
CASES = ("recommendation", "clear_winner", "nothing_feasible")


class Page(HTMLParser):
    """Elements in order with their attributes, and the text of the page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.open and self.open[-1] in ENDED_BY.get(tag, ()):
            self.open.pop()
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1] != tag and self.open[-1] in ENDED_BY:
            self.open.pop()
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


def page(language: str = "en", case: str = "recommendation") -> Page:
    made = Page(render(build(getattr(sample, case)(), Texts(language))))
    assert made.open == []
    return made


@pytest.fixture(params=CASES)
def any_page(request: pytest.FixtureRequest) -> Page:
    return page(case=request.param)


def test_the_policy_allows_the_style_sheet_by_its_hash_and_nothing_else() -> None:
    text = render(build(sample.recommendation(), Texts("en")))
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    metas = page().all("meta")
    (policy,) = [m["content"] for m in metas if m.get("http-equiv") == "Content-Security-Policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "url(" not in style
    assert "@import" not in style


@pytest.fixture(scope="module")
def live() -> str:
    return document(sample_live.recommendation(), Texts("en"))


def test_the_policy_allows_the_one_script_by_its_hash(live: str) -> None:
    (code,) = re.findall(r'<script type="module">(.*?)</script>', live, re.S)
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    made = Page(live)
    (policy,) = [m["content"] for m in made.all("meta") if "http-equiv" in m]
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert {s.get("type") for s in made.all("script")} == {"text/plain", "module"}
    assert not made.all("iframe", "object", "embed", "img", "form", "base")
    for _, attributes in made.elements:
        assert not {"style", "src"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)


def test_the_script_asks_nobody_and_runs_no_text() -> None:
    code = script(PARTS)
    for way in ("fetch(", "XMLHttpRequest", "import(", "eval(", "Function(", "http:", "https:"):
        assert way not in code.replace("http://www.w3.org/2000/svg", ""), way


def test_a_report_with_nothing_to_rank_has_no_script() -> None:
    made = Page(document(sample.nothing_feasible(), Texts("en")))
    assert not made.all("script")


def test_twelve_stacks_by_twelve_criteria_stay_below_the_limit() -> None:
    whole = document(sample_live.twelve_by_twelve(), Texts("zh"), dossier("a fact"))
    assert len(whole.encode()) < 400_000


def test_no_script_no_handler_no_inline_style_no_request(any_page: Page) -> None:
    assert not any_page.all("script", "iframe", "object", "embed", "img", "form", "base")
    for tag, attributes in any_page.elements:
        assert "style" not in attributes
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        if tag == "link":
            assert attributes["href"] == "data:,"


def test_links_are_anchors_of_the_page_or_web_pages(any_page: Page) -> None:
    ids = {attributes["id"] for _, attributes in any_page.elements if "id" in attributes}
    for link in any_page.all("a"):
        href = link["href"]
        assert href.startswith("https://") or (href[0] == "#" and href[1:] in ids), href
        if href.startswith("https://"):
            assert "noreferrer" in link["rel"]


def test_structure_for_a_screen_reader(any_page: Page) -> None:
    ids = [attributes["id"] for _, attributes in any_page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    levels = [int(tag[1]) for tag, _ in any_page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(th.get("scope") in {"col", "row"} for th in any_page.all("th"))
    assert len(any_page.all("main")) == 1
    first_link = any_page.all("a")[0]
    assert first_link["class"] == "skip"
    assert first_link["href"] == "#content"
    for _, attributes in any_page.elements:
        for id_ in attributes.get("aria-labelledby", "").split():
            assert id_ in ids
    assert len(any_page.all("caption")) == len(any_page.all("table"))
    scrollers = [a for a in any_page.all("div") if a.get("class") == "scroll"]
    assert len(scrollers) == len(any_page.all("table"))
    assert all(a["tabindex"] == "0" and a["role"] == "region" for a in scrollers)


def test_language_is_declared() -> None:
    assert page("en").all("html")[0]["lang"] == "en"
    assert page("zh").all("html")[0]["lang"] == "zh-CN"


def test_what_a_cell_rests_on_is_a_word_too() -> None:
    text = page().text
    for word in ("measured here", "documented", "unknown"):
        assert word in text
    assert "本机实测" in page("zh").text


def test_hostile_text_is_literal() -> None:
    text = page().text
    assert "<script>alert(1)</script> #typst[*x*] =cmd|' /C calc'!A0 [U+202E]gnp.exe" in text
    assert "javascript:alert(1)" in text  # shown as text, never as a link
    assert not [a for a in page().all("a") if "javascript" in a["href"]]


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    report = Report(
        title=text,
        language="en",
        subtitle=text,
        created=sample.CREATED,
        sections=(
            Section(
                id="answer",
                blocks=(
                    Heading(text=text, anchor="answer"),
                    Callout(tone="answer", text=text),
                    Paragraph(text=text),
                ),
            ),
        ),
    )
    made = Page(render(report))
    assert made.text.count(text) >= 5
    assert made.open == []


def test_twenty_four_stacks_stay_small_and_size_grows_with_the_cells() -> None:
    small, three, ten = (
        len(render(build(sample.enlarged(times), Texts("en"))).encode()) for times in (1, 3, 10)
    )
    assert three < 300_000
    assert (ten - small) / 9 == pytest.approx((three - small) / 2, rel=0.1)
