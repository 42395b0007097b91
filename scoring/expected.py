"""Expected values without draws: what a stack would be worth, cheaply.

Pure. Exact for sums of levels under a linear value function, and to about a thousandth for a cell
of one number, which is integrated over its quantiles. The ranking itself is by draws, which agree
with this to about as much.
"""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

import numpy as np

from knowledge.schema.decision import Belief, CriterionView, DecisionMatrix, Latent
from scoring.value import Array, value

POINTS = 400
"""Quantiles that a number is integrated over."""


def expected_values(matrix: DecisionMatrix) -> dict[str, float]:
    """Alternative -> weighted sum of its expected values at the stated weights."""
    latents = {latent.id: latent for latent in matrix.latents}
    views = {view.id: view for view in matrix.criteria}
    parts: dict[str, list[float]] = {alternative.id: [] for alternative in matrix.alternatives}
    known: dict[tuple[str, tuple[tuple[str, float], ...]], float] = {}
    for belief in matrix.beliefs:
        view = views[belief.criterion]
        key = view.id, tuple((t.latent, t.coefficient) for t in belief.terms)
        if key not in known:
            known[key] = expected_value(view, belief, latents)
        parts[belief.alternative].append(view.weight * known[key])
    return {name: math.fsum(found) for name, found in parts.items()}


def expected_value(view: CriterionView, belief: Belief, latents: dict[str, Latent]) -> float:
    """The expected value of one cell, 0 to 1."""
    if len(belief.terms) == 1:
        (term,) = belief.terms
        amounts = term.coefficient * _quantiles(latents[term.latent])
        return float(value(view.anchors, amounts).mean())
    return float(value(view.anchors, np.array([belief.estimate.point]))[0])


def _quantiles(latent: Latent) -> Array:
    """The number at the middles of equally likely slices."""
    if latent.family == "point":
        return np.array([latent.a])
    if latent.family == "normal":
        found = latent.a + latent.b * _normal()
    elif latent.family == "lognormal":
        found = latent.a * np.exp(latent.b * _normal())
    elif latent.family == "uniform":
        found = latent.a + (latent.b - latent.a) * _slices()
    else:
        found = latent.a * (latent.b / latent.a) ** _slices()
    if latent.low is None and latent.high is None:
        return np.asarray(found)
    return np.asarray(np.clip(found, latent.low, latent.high))


def _slices() -> Array:
    return (np.arange(POINTS) + 0.5) / POINTS


@cache
def _normal() -> Array:
    standard = NormalDist()
    return np.array([standard.inv_cdf(float(share)) for share in _slices()])
