from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors, Branch, Criterion, Indicator, Part
from knowledge.schema.decision import Alternative, Basis, Belief, Latent
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Estimate
from scoring.draws import LatentDraws
from scoring.rubric import rubric_cell
from tests.scoring import build

REACH = build.rubric("reach", build.indicator("cap.a"), build.indicator("cap.b", weight=3))


def cell(
    *frameworks: object,
    criterion: Criterion = REACH,
    alternative: Alternative | None = None,
    latents: dict[str, Latent] | None = None,
) -> Belief:
    catalog = build.catalog(*frameworks)  # type: ignore[arg-type]
    return rubric_cell(
        catalog,
        criterion,
        alternative or build.alternative("alpha"),
        build.TODAY,
        {} if latents is None else latents,
    )


def test_a_cell_is_the_weighted_mean_of_its_indicators_in_points() -> None:
    latents: dict[str, Latent] = {}
    subject = build.framework("alpha", build.claim("cap.a"), build.claim("cap.b", False))
    belief = cell(subject, latents=latents)
    assert {t.latent: t.coefficient for t in belief.terms} == {
        "claim:alpha:cap.a": 25.0,
        "claim:alpha:cap.b": 75.0,
    }
    assert set(latents) == {"claim:alpha:cap.a", "claim:alpha:cap.b"}
    assert (belief.basis, belief.coverage, belief.grade) == (
        Basis.DOCUMENTED,
        1.0,
        Grade.DOCUMENTED,
    )
    assert belief.evidence == ("claim:alpha:cap.a", "claim:alpha:cap.b")
    # Clipping at 1 and at 0 pulls both levels inwards by 0.0399 (see the doctest of moments).
    assert belief.estimate.point == pytest.approx(25 * 0.9601 + 75 * 0.0399, abs=0.01)


def test_what_is_not_known_may_be_anything_and_lowers_the_coverage() -> None:
    latents: dict[str, Latent] = {}
    belief = cell(build.framework("alpha", build.claim("cap.a")), latents=latents)
    assert belief.coverage == 0.25
    assert belief.basis is Basis.DOCUMENTED
    assert latents["unknown:alpha:cap.b"].family == "uniform"
    assert belief.evidence == ("claim:alpha:cap.a",)


def test_a_framework_without_evidence_is_unknown_not_zero() -> None:
    belief = cell(build.framework("alpha"))
    assert (belief.basis, belief.coverage, belief.grade) == (Basis.UNKNOWN, 0.0, None)
    assert belief.estimate == Estimate(point=50.0, low=2.5, high=97.5)


def test_many_unknowns_do_not_average_out_to_a_sure_middle() -> None:
    latents: dict[str, Latent] = {}
    many = build.rubric("many", *(build.indicator(f"cap.{i}") for i in range(20)))
    belief = cell(build.framework("alpha"), criterion=many, latents=latents)
    assert len(latents) == 20
    assert belief.estimate.low == pytest.approx(2.5)
    draws = LatentDraws(list(latents.values()), key=1)
    block = draws.draw(5000)
    total = 5.0 * sum(block[draws.rows[name]] for name in latents)
    assert np.quantile(total, 0.025) < 5.0
    assert np.quantile(total, 0.975) > 95.0


def test_the_weakest_grade_and_the_oldest_staleness_are_shown() -> None:
    subject = build.framework(
        "alpha",
        build.claim("cap.a", True, build.cite(Grade.ARTICLE, date(2025, 3, 1))),
        build.claim("cap.b", True, build.cite(Grade.DOCUMENTED, date(2025, 1, 1))),
    )
    belief = cell(subject)
    assert belief.grade is Grade.ARTICLE
    assert belief.stale_since == date(2026, 1, 1)


def test_stacks_on_one_runtime_share_its_latents() -> None:
    latents: dict[str, Latent] = {}
    gamma = build.framework("gamma", build.claim("cap.a"), roles="infer")
    one = build.alternative("alpha").model_copy(
        update={"runtime": "gamma", "id": "alpha>gamma/cpu"}
    )
    two = build.alternative("beta").model_copy(update={"runtime": "gamma", "id": "beta>gamma/cpu"})
    frameworks = (build.framework("alpha"), build.framework("beta"), gamma)
    first = cell(*frameworks, alternative=one, latents=latents)
    second = cell(*frameworks, alternative=two, latents=latents)
    assert first.terms == second.terms
    assert len(latents) == 2


def test_the_same_term_of_both_parts_counts_twice_where_they_are_one() -> None:
    both = build.rubric("both", build.indicator("cap.a"), build.indicator("cap.a", "trainer"))
    belief = cell(build.framework("alpha", build.claim("cap.a")), criterion=both)
    assert [(t.latent, t.coefficient) for t in belief.terms] == [("claim:alpha:cap.a", 100.0)]
    assert belief.coverage == 1.0


def test_one_fact_between_other_anchors_is_another_latent_of_the_same_stream() -> None:
    def count(best: float) -> Indicator:
        return Indicator(
            part=Part.RUNTIME, quantity="operators", anchors=Anchors(worst=0, best=best)
        )

    latents: dict[str, Latent] = {}
    subject = build.framework("alpha", facts=(build.fact(100.0),))
    cell(subject, criterion=build.rubric("many", count(200), count(400)), latents=latents)
    assert sorted(latent.a for latent in latents.values()) == [0.25, 0.5]
    assert {latent.stream for latent in latents.values()} == {"fact:alpha:operators"}


def test_an_unknown_quantity_is_named_with_its_qualifiers() -> None:
    latents: dict[str, Latent] = {}
    asked = Indicator(
        part=Part.RUNTIME,
        quantity="operators",
        qualifiers={"device": "cpu"},
        anchors=Anchors(worst=0, best=10),
    )
    cell(build.framework("alpha"), criterion=build.rubric("many", asked), latents=latents)
    assert list(latents) == ["unknown:alpha:operators:device=cpu"]


def test_a_branch_is_the_weighted_mean_of_what_is_below_it() -> None:
    subject = build.framework("alpha", build.claim("cap.a"), build.claim("cap.b", False))
    one = build.rubric("one", build.indicator("cap.a", weight=5))
    two = build.rubric("two", build.indicator("cap.a"), build.indicator("cap.b"))
    tree = Criterion(
        id="tree",
        title=build.text("tree"),
        about=build.text("tree"),
        unit="points",
        branches=(Branch(criterion="one", weight=3), Branch(criterion="two", weight=1)),
    )
    catalog = build.catalog(subject, criteria=(one, two, tree))
    belief = rubric_cell(catalog, tree, build.alternative("alpha"), build.TODAY, {})
    assert {t.latent: t.coefficient for t in belief.terms} == {
        "claim:alpha:cap.a": pytest.approx(75 + 12.5),
        "claim:alpha:cap.b": pytest.approx(12.5),
    }
