from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from knowledge.catalog import Catalog
from knowledge.schema.criterion import Criterion
from knowledge.schema.framework import Framework
from knowledge.schema.probing import Estimate
from knowledge.schema.trial import Article, ArticleClaim
from scoring.stars import FEWEST, MOST, Rating, contributions, ratings, stars
from tests.scoring import build

REACH = build.rubric(
    "wide-reach",
    build.indicator("cap.a", weight=3),
    build.indicator("cap.b", weight=1),
    build.indicator("cap.c", weight=1),
)
ALPHA = build.framework("alpha", build.claim("cap.a", False), build.claim("cap.b"))


def says(value: Any, metric: str = "truly wide reach", **more: Any) -> ArticleClaim:
    fields = {
        "id": "a-1",
        "kind": "rating",
        "subject": "Alpha",
        "about": ("alpha",),
        "metric": metric,
        "value": value,
        "unit": "stars of 5",
        "text": build.text("It is great."),
        "verdict": "unverifiable",
        "finding": build.text("An opinion."),
        "needs": "nothing",
    }
    return ArticleClaim.model_validate({**fields, **more})


def rated(claim: ArticleClaim, alpha: Framework = ALPHA) -> tuple[Rating, ...]:
    article = Article(
        id="a", title=build.text("a"), summary=build.text("a"), language="en", claims=(claim,)
    )
    return ratings(dataclasses.replace(catalog(alpha), claims={"a": article}), build.TODAY)


def catalog(alpha: Framework = ALPHA, criterion: Criterion = REACH) -> Catalog:
    return build.catalog(alpha, criteria=(*build.CRITERIA, criterion))


@pytest.mark.parametrize(("points", "expected"), [(0, FEWEST), (50, 3.0), (100, MOST)])
def test_points_span_the_scale_of_the_articles(points: float, expected: float) -> None:
    assert stars(Estimate(point=points, low=0, high=100)) == Estimate(
        point=expected, low=FEWEST, high=MOST
    )


def test_contributions_and_what_is_missed_make_up_the_whole_scale() -> None:
    found = contributions(catalog(), REACH, ALPHA, build.TODAY)
    assert [c.stars for c in found] == pytest.approx([0.0, 0.8, 0.4])
    assert [c.known for c in found] == [True, True, False]
    assert [c.evidence for c in found] == ["claim:alpha:cap.a", "claim:alpha:cap.b", None]
    assert sum(c.stars + c.missed for c in found) == pytest.approx(MOST - FEWEST)
    assert found[0].text.en == "“cap.a” adds 0.00 of 2.40 stars."
    assert "至多可加 0.80 星" in found[2].text.zh


def test_more_stars_than_the_evidence_gives_are_explained_by_what_is_missing() -> None:
    (rating,) = rated(says("5"))
    assert (rating.article, rating.claim, rating.said) == ("a", "a-1", 5.0)
    assert (rating.framework, rating.criterion) == ("alpha", "wide-reach")
    assert rating.gap > 2
    assert [c.indicator.term for c in rating.contributions] == ["cap.a", "cap.c"]
    assert rating.ours.low < rating.ours.point < rating.ours.high
    assert rating.coverage == pytest.approx(0.8)


def test_fewer_stars_are_explained_by_what_the_article_misses() -> None:
    strong = build.framework("alpha", build.claim("cap.a"), build.claim("cap.b", False))
    (rating,) = rated(says(1), strong)
    assert rating.gap < -2
    assert [c.indicator.term for c in rating.contributions] == ["cap.a", "cap.c"]


def test_less_than_a_star_needs_no_reasons() -> None:
    (rating,) = rated(says(2.5))
    assert abs(rating.gap) < 1
    assert rating.contributions == ()


@pytest.mark.parametrize(
    "claim",
    [
        says(74000, unit="points"),
        says("high"),
        says(None),
        says(5, metric="wide reach of the sales team"),
        says(5, about=("nobody",)),
        says(5, kind="trend"),
        says(5, metric="latency"),
    ],
)
def test_what_is_no_rating_on_one_of_our_rubrics_is_left_out(claim: ArticleClaim) -> None:
    assert rated(claim) == ()


def test_the_criterion_that_fits_most_words_is_meant() -> None:
    short = build.rubric("reach", build.indicator("cap.b"))
    article = Article(
        id="a", title=build.text("a"), summary=build.text("a"), language="en", claims=(says(5),)
    )
    both = build.catalog(ALPHA, criteria=(short, REACH))
    (rating,) = ratings(dataclasses.replace(both, claims={"a": article}), build.TODAY)
    assert rating.criterion == "wide-reach"
