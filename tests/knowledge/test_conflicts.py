from __future__ import annotations

from typing import Any

import pytest

from knowledge.conflicts import ConflictRule, conflicts
from knowledge.schema.base import LocalText
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import NeverReleased
from knowledge.schema.trial import Article, ArticleClaim
from tests.scoring import build


def told(id_: str, kind: str = "performance", **more: Any) -> ArticleClaim:
    words = LocalText(en=id_, zh=id_)
    given = {"subject": "Alpha", "about": ("alpha",), "verdict": "unverifiable", "needs": "cpu"}
    return ArticleClaim.model_validate(
        {"id": id_, "kind": kind, "text": words, "finding": words, **given, **more}
    )


def found(*articles: tuple[ArticleClaim, ...], frameworks: tuple[Any, ...] = ()) -> list[Any]:
    words = LocalText(en="a", zh="a")
    catalog = build.catalog(*frameworks)
    made = {
        f"a{n}": Article(id=f"a{n}", title=words, summary=words, language="zh", claims=claims)
        for n, claims in enumerate(articles)
    }
    object.__setattr__(catalog, "claims", made)
    return [(c.rule, c.claims, c.against) for c in conflicts(catalog)]


SPEED = {"metric": "speed-up", "unit": "x", "workload": "BERT", "hardware": "A100"}


@pytest.mark.parametrize(("figure", "differs"), [(2.0, False), (2.09, False), (3.0, True)])
def test_two_figures_for_one_thing(figure: float, differs: bool) -> None:
    one, two = told("a-1", value=2.0, **SPEED), told("b-1", value=figure, **SPEED)
    expected = [(ConflictRule.FIGURES, ("a-1", "b-1"), None)] if differs else []
    assert found((one,), (two,)) == expected


def test_figures_of_other_hardware_do_not_conflict() -> None:
    other = told("b-1", value=9.0, **{**SPEED, "hardware": "V100"})
    assert found((told("a-1", value=2.0, **SPEED),), (other,)) == []


def test_each_beats_the_other() -> None:
    one = told("a-1", over=("beta",), metric="latency")
    two = told("b-1", about=("beta",), over=("alpha",), metric="latency")
    third = told("c-1", about=("beta",), over=("alpha",), metric="memory")
    assert found((one,), (two,), (third,)) == [(ConflictRule.ORDER, ("a-1", "b-1"), None)]


def test_two_ratings() -> None:
    one = told("a-1", "rating", metric="docs", value=4.0)
    two = told("b-1", "rating", metric="docs", value=3.0)
    assert found((one,), (two,)) == [(ConflictRule.RATING, ("a-1", "b-1"), None)]
    assert found((one,), (one.model_copy(update={"id": "b-1"}),)) == []


def test_advice_conflicts_across_articles_and_not_within_one() -> None:
    one = told("a-1", "recommendation", scenario="start")
    two = told("a-2", "recommendation", about=("beta",), scenario="start")
    other = told("b-1", "recommendation", about=("gamma",), scenario="start")
    assert found((one, two)) == []
    assert found((one, two), (other,)) == [(ConflictRule.ADVICE, ("a-1", "a-2", "b-1"), None)]
    assert found((one,), (told("b-1", "recommendation", scenario="start"),)) == []


def test_affirmed_and_denied() -> None:
    one = told("a-1", "capability", capability="cap.a")
    two = told("b-1", "capability", capability="cap.a", denies=True)
    assert found((one,), (two,)) == [(ConflictRule.CAPABILITY, ("a-1", "b-1"), None)]


@pytest.mark.parametrize(("support", "denies", "meets"), [
    (False, False, True), (True, True, True), (True, False, False), (False, True, False),
])  # fmt: skip
def test_the_knowledge_base_says_otherwise(support: bool, denies: bool, meets: bool) -> None:
    claim = told("a-1", "capability", capability="cap.a", denies=denies)
    alpha = build.framework("alpha", build.claim("cap.a", support))
    expected = [(ConflictRule.KNOWLEDGE, ("a-1",), "claim:alpha:cap.a")] if meets else []
    assert found((claim,), frameworks=(alpha,)) == expected


def test_a_version_that_never_was() -> None:
    evidence = (
        Citation(source="manual", locator="list", read=build.TODAY, grade=Grade.DOCUMENTED),
    )
    words = LocalText(en="None.", zh="没有。")
    alpha = build.framework("alpha").model_copy(
        update={"never_released": (NeverReleased(version="3.0", note=words, evidence=evidence),)}
    )
    assert found((told("a-1", version="3.0"),), frameworks=(alpha,)) == [
        (ConflictRule.KNOWLEDGE, ("a-1",), "never-released:alpha:3.0")
    ]


def test_different_current_versions() -> None:
    one, two = told("a-1", "version", version="3.0"), told("b-1", "version", version="2.5")
    assert found((one,), (two,)) == [(ConflictRule.VERSIONS, ("a-1", "b-1"), None)]
