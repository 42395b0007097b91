from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from knowledge.schema.criterion import Anchors, Indicator, Part, Shape
from knowledge.schema.evidence import Grade, Source
from knowledge.schema.vocabulary import QuantityTerm
from scoring.reading import matching_fact, read, usable
from tests.scoring import build

CATALOG = build.catalog()
COUNT = Indicator(
    part=Part.RUNTIME,
    quantity="operators",
    qualifiers={"device": "cpu"},
    anchors=Anchors(worst=10, best=1000, shape=Shape.LOG),
)


@pytest.mark.parametrize(("support", "level"), [(True, 1.0), ("2.0", 1.0), (False, 0.0)])
def test_a_claim_reads_as_its_level_with_the_deviation_of_its_grade(
    support: bool | str, level: float
) -> None:
    subject = build.framework("alpha", build.claim("cap.a", support))
    found = read(CATALOG, subject, build.indicator("cap.a"), build.TODAY)
    assert found is not None
    assert (found.key, found.level, found.sd) == ("claim:alpha:cap.a", level, 0.10)
    assert found.stale_since is None


def test_partial_support_is_worth_half() -> None:
    subject = build.framework("alpha", build.claim("cap.a", {"added": True, "partial": True}))
    found = read(CATALOG, subject, build.indicator("cap.a"), build.TODAY)
    assert found is not None
    assert found.level == 0.5


def test_a_missing_claim_is_unknown_not_no() -> None:
    assert read(CATALOG, build.framework("alpha"), build.indicator("cap.a"), build.TODAY) is None


def test_contradicted_evidence_does_not_count() -> None:
    contradicted = build.cite(Grade.CONTRADICTED)
    subject = build.framework("alpha", build.claim("cap.a", True, contradicted))
    assert read(CATALOG, subject, build.indicator("cap.a"), build.TODAY) is None
    both = build.framework(
        "alpha", build.claim("cap.a", True, contradicted, build.cite(Grade.ARTICLE))
    )
    found = read(CATALOG, both, build.indicator("cap.a"), build.TODAY)
    assert found is not None
    assert (found.grade, found.sd) == (Grade.ARTICLE, 0.25)


def test_the_strongest_citation_sets_the_grade_and_the_newest_of_equals_the_age() -> None:
    old = build.cite(Grade.DOCUMENTED, date(2020, 1, 1), "a")
    new = build.cite(Grade.DOCUMENTED, date(2026, 1, 1), "b")
    assert usable([build.cite(Grade.ARTICLE, date(2026, 11, 1)), old, new]) is new


def test_past_its_shelf_life_a_reading_widens_and_says_since_when() -> None:
    subject = build.framework(
        "alpha", build.claim("cap.a", True, build.cite(read=date(2025, 1, 1)))
    )
    found = read(CATALOG, subject, build.indicator("cap.a"), date(2026, 1, 2))
    assert found is not None
    assert (found.sd, found.stale_since) == (0.20, date(2026, 1, 1))
    fresh = read(CATALOG, subject, build.indicator("cap.a"), date(2026, 1, 1))
    assert fresh is not None
    assert (fresh.sd, fresh.stale_since) == (0.10, None)


def test_a_quantity_reads_as_its_value_between_the_anchors() -> None:
    subject = build.framework("alpha", facts=(build.fact(100.0, device="cpu", dtype="fp32"),))
    found = read(CATALOG, subject, COUNT, build.TODAY)
    assert found is not None
    assert found.key == "fact:alpha:operators:device=cpu:dtype=fp32"
    assert found.level == pytest.approx(0.5)


def test_a_fact_must_have_all_the_qualifiers_that_were_asked_for() -> None:
    subject = build.framework(
        "alpha",
        facts=(
            build.fact(100.0),
            build.fact(200.0, device="gpu"),
            build.fact("many", device="cpu"),
        ),
    )
    assert read(CATALOG, subject, COUNT, build.TODAY) is None


def test_of_several_facts_the_newest_usable_one_counts() -> None:
    new, old = build.cite(read=date(2026, 6, 1)), build.cite(read=date(2025, 6, 1))
    refuted = build.cite(Grade.CONTRADICTED, date(2026, 11, 1))
    facts = (
        build.fact(10.0, old, device="cpu", version="1"),
        build.fact(20.0, new, device="cpu", version="2", dtype="fp32"),
        build.fact(30.0, new, device="cpu", version="2"),
        build.fact(40.0, refuted, device="cpu"),
    )
    for order in (facts, facts[::-1]):
        chosen = matching_fact(build.framework("alpha", facts=order), COUNT)
        assert chosen is not None
        assert chosen.value == 30.0


LIVES = Indicator(part=Part.TRAINER, lifecycle=True)


@pytest.mark.parametrize(
    ("lifecycle", "level"), [("active", 1.0), ("maintenance", 0.5), ("dead", 0.0)]
)
def test_a_lifecycle_reads_as_how_alive_it_is(lifecycle: str, level: float) -> None:
    subject = build.framework("alpha", lifecycle=lifecycle)
    found = read(build.catalog(subject), subject, LIVES, build.TODAY)
    assert found is not None
    assert (found.key, found.level, found.sd) == ("lifecycle:alpha", level, 0.10)


def test_a_lifecycle_is_as_sure_as_the_release_that_shows_it() -> None:
    old = build.fact("1.0", build.cite(Grade.ARTICLE, date(2025, 1, 1)), quantity="release.latest")
    subject = build.framework("alpha", facts=(old,))
    catalog = dataclasses.replace(
        build.catalog(subject),
        quantities={
            "release.latest": QuantityTerm(
                title=build.text("latest"), unit="version", shelf_life_days=100
            )
        },
        sources={"manual": Source(title="m", purl="pkg:pypi/m@1", publisher="m", kind="package")},
    )
    found = read(catalog, subject, LIVES, build.TODAY)
    assert found is not None
    assert (found.grade, found.sd, found.stale_since) == (Grade.ARTICLE, 0.5, date(2025, 4, 11))


def test_between_bounds_the_middle_is_taken_and_the_deviation_grows() -> None:
    anchors = Anchors(worst=0, best=100)
    asked = COUNT.model_copy(update={"anchors": anchors})
    sure = build.fact(60, device="cpu")
    bounds = sure.model_copy(update={"upper": 84.0})
    exact, wide = (
        read(CATALOG, build.framework("alpha", facts=(one,)), asked, build.TODAY)
        for one in (sure, bounds)
    )
    assert exact is not None
    assert wide is not None
    assert (exact.level, wide.level) == (pytest.approx(0.6), pytest.approx(0.72))
    assert wide.sd == pytest.approx((exact.sd**2 + 0.24**2 / 12) ** 0.5)
