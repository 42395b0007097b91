from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from advisor.usecases.knowledge.families import entries
from advisor.usecases.knowledge.stated import Kind, Stated
from advisor.usecases.knowledge.statements import Reader
from knowledge.catalog import Catalog
from knowledge.lint.statements import statements
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.evidence import Citation, Grade


def said(catalog: Catalog, today: date) -> Iterator[Stated]:
    reader = Reader(catalog, today)
    for family, id_, noun in entries(catalog):
        yield from reader.statements(family, id_, noun)


def one(catalog: Catalog, today: date, key: str) -> Stated:
    (found,) = [stated for stated in said(catalog, today) if stated.key == key]
    return found


def test_they_are_the_statements_that_lint_looks_at(catalog: Catalog, today: date) -> None:
    mine = sorted(stated.key for stated in said(catalog, today) if stated.own)
    assert mine == sorted(statement.key for statement in statements(catalog))


def test_they_last_as_long_as_lint_says(real: Catalog, today: date) -> None:
    lives = {s.key: s.shelf_life_days for s in statements(real)}
    for stated in said(real, today):
        if stated.key in lives:
            days = (stated.fresh_until - stated.evidence[0].read).days
            assert days == lives[stated.key], stated.key


def test_a_claim_says_how_far_since_when_and_with_what_note(catalog: Catalog, today: date) -> None:
    claim = one(catalog, today, "claim:tensorflow:export.onnx")
    assert claim.title == LocalText(en="Export to ONNX", zh="导出 ONNX")
    assert claim.verdict == LocalText(en="partial", zh="部分支持")
    assert claim.note == LocalText(en="By a separate tool.", zh="由单独工具完成。")
    assert claim.support is not None
    assert claim.support.partial


def test_the_best_citation_comes_first_with_its_source_resolved(
    catalog: Catalog, today: date
) -> None:
    claim = one(catalog, today, "claim:tensorflow:export.onnx")
    assert [cited.grade for cited in claim.evidence] == [Grade.DOCUMENTED, Grade.ARTICLE]
    assert claim.evidence[0].title == "PyTorch documentation"
    assert claim.evidence[0].address == "https://pytorch.org/docs/2.10/onnx.html"
    assert claim.oldest == date(2026, 9, 1)


def test_a_fact_says_its_value_with_unit_and_qualifiers(catalog: Catalog, today: date) -> None:
    fact = one(catalog, today, "fact:pytorch:operators:device=cpu")
    assert fact.verdict == LocalText(en="512 operators (device cpu)", zh="512 个算子（后端 CPU）")
    assert (fact.value, fact.unit, fact.qualifiers) == (512.0, "operators", {"device": "cpu"})


def test_a_reading_is_stale_the_day_after_its_shelf_life(catalog: Catalog) -> None:
    key = "claim:pytorch:export.onnx"  # read 2026-10-01, lasts 100 days
    fresh = one(catalog, date(2027, 1, 9), key)
    stale = one(catalog, date(2027, 1, 10), key)
    assert (fresh.fresh_until, fresh.stale_since) == (date(2027, 1, 9), None)
    assert stale.stale_since == date(2027, 1, 9)
    assert stale.evidence[0].stale_since == date(2027, 1, 9)


class _Pair(Noun):
    this: str
    that: str
    works: LocalText
    evidence: tuple[Citation, ...]


class _Pairs(Noun):
    id: str
    rows: tuple[_Pair, ...]


def test_statements_of_a_family_that_is_not_known_are_found_by_their_evidence(
    catalog: Catalog, today: date
) -> None:
    citation = Citation(
        source="torch-docs", locator="row 1", read=date(2026, 10, 1), grade=Grade.DOCUMENTED
    )
    row = _Pair(this="a 1", that="b 2", works=LocalText(en="yes", zh="是"), evidence=(citation,))
    found = list(Reader(catalog, today).statements("pairs", "x", _Pairs(id="x", rows=(row, row))))
    assert [stated.key for stated in found] == ["pairs:x:rows:0", "pairs:x:rows:1"]
    assert {stated.kind for stated in found} == {Kind.OTHER}
    assert found[0].title.en == "this a 1, that b 2"
    assert found[0].verdict.zh == "是"
