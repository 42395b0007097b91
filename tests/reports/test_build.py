"""A report is complete, the same every time, and leads from every number to its ground."""

from __future__ import annotations

import re

import pytest

from knowledge.schema.report import Definitions, Heading, Report, Table
from knowledge.texts import Texts
from reports import build
from reports.citations import all_anchors
from tests.reports import sample
from tests.reports.sample_dossier import dossier

LANGUAGES = ("en", "zh")
CASES = {
    "tie": sample.recommendation,
    "clear": sample.clear_winner,
    "nothing": sample.nothing_feasible,
    "unmeasured": lambda: sample.recommendation(measurements=(), next_measurement=None),
}


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts(request.param)


@pytest.fixture(params=CASES)
def report(request: pytest.FixtureRequest, texts: Texts) -> Report:
    return build.build(CASES[request.param](), texts, dossier=dossier(sample.HOSTILE))


def tables(report: Report) -> list[Table]:
    return [b for s in report.sections for b in s.blocks if isinstance(b, Table)]


def test_every_file_in_the_folder_is_a_section_with_a_place_of_its_own() -> None:
    modules = build.section_modules()
    files = {path.stem for path in build.FOLDER.glob("*.py")} - {"__init__"}
    assert set(modules) == files
    orders = [module.ORDER for module in modules.values()]
    assert orders == sorted(set(orders))
    assert next(iter(modules)) == "answer"


def test_each_section_opens_with_its_heading(report: Report) -> None:
    for section in report.sections:
        first = section.blocks[0]
        assert isinstance(first, Heading)
        assert first.level == 2
        assert sum(isinstance(b, Heading) and b.level == 2 for b in section.blocks) == 1


def test_anchors_are_unique(report: Report) -> None:
    anchors = [b.anchor for s in report.sections for b in s.blocks if isinstance(b, Heading)]
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Definitions):
                anchors += [item.anchor for item in block.items if item.anchor]
    assert len(anchors) == len(set(anchors))
    assert set(anchors) == all_anchors(report)


def test_every_reference_leads_somewhere(report: Report) -> None:
    anchors = all_anchors(report)
    for table in tables(report):
        for row in table.rows:
            for cell in row:
                assert set(cell.evidence) <= anchors, cell
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Definitions):
                for item in block.items:
                    assert set(item.evidence) <= anchors, item


def test_every_number_in_a_numeric_column_can_be_followed(report: Report) -> None:
    for section in report.sections:
        if section.id == "method":
            continue  # the declared weights and anchors are the ground themselves
        for table in section.blocks:
            if not isinstance(table, Table):
                continue
            for row in table.rows:
                for column in table.numeric:
                    cell = row[column]
                    if re.search(r"\d", cell.text):
                        assert cell.evidence, (section.id, table.caption, cell.text)


def test_tables_are_rectangular(report: Report) -> None:
    for table in tables(report):
        assert {len(row) for row in table.rows} <= {len(table.columns)}
        assert len(table.notes) in {0, len(table.columns)}
        assert all(0 < column < len(table.columns) for column in table.numeric)


def test_the_same_input_gives_the_same_report(texts: Texts) -> None:
    first = build.build(sample.recommendation(), texts)
    assert build.build(sample.recommendation(), texts) == first


def test_hidden_characters_are_visible_everywhere(texts: Texts) -> None:
    text = build.build(sample.recommendation(), texts).model_dump_json()
    assert "\u202e" not in text
    assert "\\u001b" not in text
    assert "[U+202E]" in text


def test_what_a_brief_format_leaves_out_is_not_all_there_is() -> None:
    report = build.build(sample.recommendation(), Texts("en"))
    shown = {s.id for s in report.sections for b in s.blocks if not getattr(b, "detail", False)}
    assert {"answer", "ranking", "matrix", "excluded", "measurements", "next_step"} <= shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_left_with_a_placeholder(language: str) -> None:
    report = build.build(sample.recommendation(), Texts(language), dossier=dossier())
    for table in tables(report):
        for row in table.rows:
            for cell in row:
                assert cell.text.strip()
                assert not re.search(r"\{[a-z_]+\}", cell.text)


def test_a_brief_format_has_only_its_sections_built() -> None:
    whole, brief = (
        build.build(sample.recommendation(), Texts("en"), only)
        for only in (None, ("answer", "ranking"))
    )
    assert [section.id for section in brief.sections] == ["answer", "ranking"]
    assert brief.sections[0] == whole.sections[0]
