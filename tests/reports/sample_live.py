"""The sample with numbers that hang together: drawn, ranked, and so fit to be ranked again."""

from __future__ import annotations

import numpy as np

from knowledge.schema.criterion import Shape
from knowledge.schema.decision import (
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    Recommendation,
    Term,
)
from scoring.rank import rank
from scoring.simulate import simulate
from scoring.value import ignorance
from tests.reports import sample

CERTAINTY = 20.0
DRAWS = 2_000


def recommendation(times: int = 1) -> Recommendation:
    """The sample (`times` copies of its stacks) with a matrix of real beliefs."""
    base = sample.enlarged(times) if times > 1 else sample.recommendation()
    return decided(base, believed(base.matrix))


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


def decided(base: Recommendation, matrix: DecisionMatrix) -> Recommendation:
    """`base` with this matrix, simulated and ranked."""
    rng = np.random.default_rng(base.seed)
    simulation = simulate(matrix, DRAWS, rng=rng, certainty=CERTAINTY)
    changes = {"ranking": rank(matrix, simulation), "matrix": matrix}
    return base.model_copy(update={**changes, "draws": DRAWS, "weight_certainty": CERTAINTY})


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
    if belief.basis is Basis.UNKNOWN:
        family, start, end = ignorance(view.anchors)
        return Latent(id=name, family=family, a=start, b=end)
    if view.anchors.shape is Shape.LOG:
        spread = float(np.log(estimate.high / estimate.low)) / 3.92
        return Latent(id=name, family="lognormal", a=estimate.point, b=spread)
    spread = (estimate.high - estimate.low) / 3.92
    return Latent(id=name, family="normal", a=estimate.point, b=spread, low=0.0, high=100.0)
