"""The page for who decides: short, complete in itself, one sheet of paper."""

from __future__ import annotations

import re
from typing import Any

import pytest

from knowledge.schema.report import Callout, Code, IntervalChart, Paragraph, Report, Table
from knowledge.texts import Texts
from reports.brief import PLACES, SECTIONS, one_page
from reports.build import build
from reports.formats import html, markdown, pdf
from tests.reports import sample
from tests.reports.sample_dossier import dossier


def page(language: str = "en", times: int = 1) -> Report:
    answer = sample.enlarged(times) if times > 1 else sample.recommendation()
    texts = Texts(language)
    return one_page(build(answer, texts, SECTIONS, dossier=dossier()), answer, texts)


def test_it_has_the_answer_the_first_places_and_the_next_step() -> None:
    report = page(times=3)
    blocks = [b for s in report.sections for b in s.blocks]
    assert any(isinstance(b, Callout) and b.tone == "answer" for b in blocks)
    (table,) = [b for b in blocks if isinstance(b, Table)]
    (chart,) = [b for b in blocks if isinstance(b, IntervalChart)]
    assert len(table.rows) == len(chart.bars) == PLACES
    assert any(isinstance(b, Code) for b in blocks)
    assert any(isinstance(b, Paragraph) and sample.recommendation().id in b.text for b in blocks)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_one_sheet(language: str) -> None:
    data = pdf.render(page(language, times=3))
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1


WORDS = {
    "en": "a rather long name of a stack that somebody thought up for no good reason at all ",
    "zh": "一个相当冗长而毫无必要的技术栈名称，只为占满整个版面而编造出来",
}


def number(text: str) -> bool:
    return re.fullmatch(r"[<>]?[0-9.,–～%-]+", text) is not None


def stretched(language: str, words: int) -> Report:
    """The sample's page as if every text of it were much longer, and every part there."""
    long = WORDS[language] * words
    answer, texts = sample.enlarged(3), Texts(language)
    report = build(answer, texts, SECTIONS, dossier=dossier())
    plain = report.model_dump()

    def stretch(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return tuple(map(stretch, value))
        if not isinstance(value, dict):
            return value
        grown = {key: stretch(item) for key, item in value.items()}
        for key in ("text", "label"):
            if key in grown and grown.get("kind") != "heading" and not number(grown[key]):
                grown[key] = f"{grown[key]} {long}"
        return grown

    plain["sections"] = stretch(plain["sections"])
    return one_page(Report.model_validate(plain), answer, texts)


@pytest.mark.parametrize("words", [1, 4])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_one_sheet_whatever_it_is_made_of(language: str, words: int) -> None:
    report = stretched(language, words)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.render(report))) == 1
    *_, last = report.sections
    left = Texts(language).t("report.brief.left.many", count="#").partition("#")[2]
    assert left in last.blocks[0].text  # type: ignore[union-attr]
    first, *_ = report.sections[0].blocks
    assert isinstance(first, Callout)
    assert first.tone == "answer"


def test_every_form_with_pages_has_it() -> None:
    assert html.render(page()).count("<section>") == 4
    assert markdown.render(page()).startswith("# ")


def test_nothing_feasible_has_a_page_too() -> None:
    answer = sample.nothing_feasible()
    texts = Texts("en")
    report = one_page(build(answer, texts, SECTIONS), answer, texts)
    assert [s.id for s in report.sections] == ["answer", "record"]
