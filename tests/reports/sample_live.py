"""The sample with numbers that hang together: drawn, ranked, and so fit to be ranked again."""

from __future__ import annotations

from functools import cache

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Shape
from knowledge.schema.decision import (
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Exclusion,
    Latent,
    Recommendation,
    Term,
)
from knowledge.schema.probing import Estimate
from knowledge.schema.stakes import Certainty
from scoring.rank import rank
from scoring.simulate import simulate
from scoring.value import ignorance, inverse
from tests.reports import sample
from tests.reports.sample_stakeholders import decided_by, person

CERTAINTY = 20.0
DRAWS = 2_000
BO = {"throughput": 0.75, "latency": 0.25}
"""Weights of one of two people; the others are zero."""


@cache
def recommendation(times: int = 1) -> Recommendation:
    """The sample (`times` copies of its stacks) with a matrix of real beliefs."""
    base = sample.enlarged(times) if times > 1 else sample.recommendation()
    return decided(base, believed(base.matrix))


@cache
def relaxable() -> Recommendation:
    """The sample with two stacks that come back without a requirement, and two people's weights."""
    base = recommendation()
    excluded = tuple(
        Exclusion(
            alternative=name,
            label=name.upper(),
            requirement=requirement,
            title=LocalText(en=f"It has {requirement}", zh=f"具备 {requirement}"),
            reason=LocalText(en="It has not.", zh="不具备。"),
        )
        for name, requirement in (
            ("back/one", "linux"),
            ("back/two", "linux"),
            ("back/two", "licence"),
            ("gone/for-good", "runs"),
        )
    )
    criteria = base.matrix.criteria
    # As good as can be, and in the middle of everything.
    cells = [
        (name, view, estimate)
        for name, share in (("back/one", 0.98), ("back/two", 0.5))
        for view in criteria
        for estimate in [_near(view, share)]
    ]
    more = believed(
        DecisionMatrix(
            alternatives=tuple(
                base.matrix.alternatives[0].model_copy(update={"id": name, "label": name.upper()})
                for name in ("back/one", "back/two")
            ),
            criteria=criteria,
            beliefs=tuple(_documented(*cell) for cell in cells),
            latents=(),
        )
    )
    answer = base.model_copy(update={"excluded": excluded, "returning": more})
    names = tuple(ranked.id for ranked in answer.ranking)
    ana, bo = (person(answer, who, names) for who in ("Ana", "Bo"))
    weights = {view.id: BO.get(view.id, 0.0) for view in criteria}
    bo = bo.model_copy(update={"weights": weights, "certainty": Certainty.GUESS})
    return decided_by(answer, ana, bo)


def _near(view: CriterionView, share: float) -> Estimate:
    low, point, high = inverse(view.anchors, np.array([share - 0.01, share, share + 0.01]))
    return Estimate(low=min(low, high), point=point, high=max(low, high))


def _documented(name: str, view: CriterionView, estimate: Estimate) -> Belief:
    return Belief(
        alternative=name,
        criterion=view.id,
        terms=(Term(latent="unset", coefficient=1.0),),
        estimate=estimate,
        basis=Basis.DOCUMENTED,
        coverage=1.0,
    )


def twelve_by_twelve() -> Recommendation:
    """Twelve stacks by twelve criteria, no two cells alike: what a file must hold at most."""
    base = sample.enlarged(2)
    views = base.matrix.criteria
    more = tuple(
        view.model_copy(update={"id": f"{view.id}-again"}) for view in views[: 12 - len(views)]
    )
    criteria = tuple(view.model_copy(update={"weight": 1 / 12}) for view in (*views, *more))
    kept = base.matrix.alternatives[:12]
    names = {alternative.id for alternative in kept}
    beliefs = [belief for belief in base.matrix.beliefs if belief.alternative in names]
    again = [
        belief.model_copy(update={"criterion": f"{belief.criterion}-again"})
        for belief in beliefs
        if belief.criterion in {view.id for view in views[: len(more)]}
    ]
    matrix = DecisionMatrix(
        alternatives=kept, criteria=criteria, beliefs=(*beliefs, *again), latents=()
    )
    return decided(base, believed(matrix))


def decided(
    base: Recommendation, matrix: DecisionMatrix, certainty: float = CERTAINTY
) -> Recommendation:
    """`base` with this matrix, simulated and ranked."""
    rng = np.random.default_rng(base.seed)
    simulation = simulate(matrix, DRAWS, rng=rng, certainty=certainty)
    changes = {"ranking": rank(matrix, simulation), "matrix": matrix}
    return base.model_copy(update={**changes, "draws": DRAWS, "weight_certainty": certainty})


def believed(matrix: DecisionMatrix) -> DecisionMatrix:
    """The matrix with a latent of its own for every cell, as wide as its interval."""
    views = {view.id: view for view in matrix.criteria}
    latents = [_latent(belief, views[belief.criterion]) for belief in matrix.beliefs]
    beliefs = tuple(
        belief.model_copy(update={"terms": (Term(latent=latent.id, coefficient=1.0),)})
        for belief, latent in zip(matrix.beliefs, latents, strict=True)
    )
    return matrix.model_copy(update={"beliefs": beliefs, "latents": tuple(latents)})


def _latent(belief: Belief, view: CriterionView) -> Latent:
    name, estimate = f"{belief.criterion}:{belief.alternative}", belief.estimate
    near = estimate.point * 1.00371  # so that no number stands on the edge of rounding
    if belief.basis is Basis.UNKNOWN:
        family, start, end = ignorance(view.anchors)
        return Latent(id=name, family=family, a=start, b=end)
    if view.anchors.shape is Shape.LOG:
        spread = float(np.log(estimate.high / estimate.low)) / 3.92
        return Latent(id=name, family="lognormal", a=near, b=spread)
    spread = (estimate.high - estimate.low) / 3.92
    return Latent(id=name, family="normal", a=near, b=spread, low=0.0, high=100.0)
