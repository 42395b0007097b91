"""Best-worst method: weights from comparisons with the best and the worst criterion alone.

Pure. The linear model of J. Rezaei, Omega 64, 2016, 126-130: the weights that keep the largest
deviation ``xi`` from the comparisons smallest; it has one solution.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class BestWorst:
    """What the comparisons amount to."""

    weights: dict[str, float]
    """Sum to 1."""
    deviation: float
    """``xi``: the largest ``|w_best - a_best,j w_j|`` or ``|w_j - a_j,worst w_worst|``; 0 when all
    comparisons agree, and larger the less they do."""
    ratio: float
    """Input-based consistency ratio, 0 to 1: how far a_best,j x a_j,worst is from a_best,worst at
    most, relative to the farthest it can be (F. Liang, M. Brunelli, J. Rezaei, Omega 96, 2020)."""
    misfit: str | None
    """The criterion whose comparisons agree least: a_best,j x a_j,worst is farthest from
    a_best,worst, as a ratio. None where all agree."""


def best_worst(
    criteria: Sequence[str],
    best_over: Mapping[str, float],
    over_worst: Mapping[str, float],
) -> BestWorst:
    """Weights of `criteria`.

    Args:
        criteria: two or more.
        best_over: per criterion how many times as important the best one is; 1 for the best.
        over_worst: per criterion how many times as important it is as the worst; 1 for the worst.

    Raises:
        KnownError: a criterion missing or unknown, a ratio below 1, or no best or worst criterion.
    """
    from scipy.optimize import linprog

    best, worst = _end(criteria, best_over, "best_over"), _end(criteria, over_worst, "over_worst")
    if best == worst:
        raise KnownError("the best and the worst criterion are the same", hint="choose two")
    place, count = {name: i for i, name in enumerate(criteria)}, len(criteria)
    rows = []
    for name in criteria:
        for high, ratio, low in ((best, best_over[name], name), (name, over_worst[name], worst)):
            row = np.zeros(count + 1)
            row[place[high]] += 1.0
            row[place[low]] -= ratio
            rows += [row, -row]
    bounds = np.stack(rows)
    bounds[:, count] = -1.0  # each deviation is at most xi
    goal = np.zeros(count + 1)
    goal[count] = 1.0
    total = np.ones((1, count + 1))
    total[0, count] = 0.0
    found = linprog(goal, A_ub=bounds, b_ub=np.zeros(len(rows)), A_eq=total, b_eq=[1.0])
    weights = dict(zip(criteria, map(float, found.x[:count]), strict=True))
    strain = {
        name: abs(math.log(best_over[name] * over_worst[name] / best_over[worst]))
        for name in criteria
    }
    misfit = max(strain, key=lambda name: strain[name])
    return BestWorst(
        weights=weights,
        deviation=float(found.x[count]),
        ratio=_ratio(best_over, over_worst, best_over[worst]),
        misfit=misfit if strain[misfit] > 1e-9 else None,
    )


def _ratio(best_over: Mapping[str, float], over_worst: Mapping[str, float], whole: float) -> float:
    if whole <= 1:
        return 0.0
    largest = max(abs(best_over[name] * over_worst[name] - whole) for name in best_over)
    return largest / (whole * whole - whole)


def _end(criteria: Sequence[str], ratios: Mapping[str, float], what: str) -> str:
    """The criterion compared with itself, after all comparisons are checked."""
    for name in ratios:
        if name not in criteria:
            raise KnownError(f"unknown criterion {name!r}", hint=did_you_mean(name, criteria))
    for name in criteria:
        value = ratios.get(name, math.nan)
        if not (math.isfinite(value) and value >= 1):
            raise KnownError(
                f"{what} of {name} is {value:g}", hint="every criterion needs a ratio of 1 or more"
            )
    ends = [name for name in criteria if ratios[name] == 1]
    if not ends:
        raise KnownError(f"{what} has no 1", hint="the best (worst) criterion against itself is 1")
    return ends[0]
