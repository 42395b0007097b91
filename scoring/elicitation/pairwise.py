"""AHP: weights from pairwise judgements, how consistent they are, and which one fits least.

Pure. T. L. Saaty, Decision making with the analytic hierarchy process, International Journal of
Services Sciences 1(1), 2008, 83-98.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean

Array = NDArray[np.float64]
Judgements = Mapping[tuple[str, str], float]
"""(a, b) -> how many times as important a is as b; 1/9 to 9 on Saaty's scale, any positive number
is taken. A pair may be given in one order only; missing pairs are allowed."""

LIMIT = 0.1
"""Consistency ratio above which judgements should be revised (Saaty)."""
RANDOM_INDEX = (0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49)
"""Mean consistency index of random reciprocal matrices of 1 to 10 rows, Saaty's table."""
RANDOM_INDEX_BEYOND = (1.51, 1.48, 1.56, 1.57, 1.59)
"""The same for 11 to 15 rows."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The judgement that fits the weights least."""

    first: str
    second: str
    judged: float
    implied: float
    """Ratio of the two weights."""


@dataclass(frozen=True, slots=True)
class Pairwise:
    """What pairwise judgements amount to."""

    weights: dict[str, float]
    """Sum to 1."""
    consistency_ratio: float
    """0 for judgements without contradiction; NaN above 15 criteria, for which no table is."""
    misfit: Misfit | None
    """None where every judgement fits exactly."""
    completed: dict[tuple[str, str], float]
    """The missing judgements, with the values that contradict the others least."""

    @property
    def consistent(self) -> bool:
        """Whether the ratio is within `LIMIT`."""
        return not self.consistency_ratio > LIMIT


def pairwise(criteria: Sequence[str], judgements: Judgements) -> Pairwise:
    """Weights as the principal eigenvector of the reciprocal matrix of judgements.

    Missing judgements are filled in so that the largest eigenvalue is smallest (S. Bozoki,
    J. Fulop, L. Ronyai, Mathematical and Computer Modelling 52, 2010, 318-333).

    >>> found = pairwise(["a", "b", "c"], {("a", "b"): 2, ("b", "c"): 3, ("a", "c"): 6})
    >>> [round(w, 3) for w in found.weights.values()], round(found.consistency_ratio, 6)
    ([0.6, 0.3, 0.1], 0.0)

    Raises:
        KnownError: fewer than two criteria, an unknown one, a ratio that is not positive, a pair
            judged twice in contradiction, or criteria that no chain of judgements connects.
    """
    matrix = _matrix(criteria, judgements)
    missing = _missing(criteria, matrix)
    if missing:
        matrix = _completed(matrix, missing)
    weights, largest = _eigen(matrix)
    named = {(criteria[i], criteria[j]): float(matrix[i, j]) for i, j in missing}
    return Pairwise(
        weights=dict(zip(criteria, map(float, weights), strict=True)),
        consistency_ratio=_ratio(largest, len(criteria)),
        misfit=_misfit(criteria, judgements, dict(zip(criteria, weights, strict=True))),
        completed=named,
    )


def _matrix(criteria: Sequence[str], judgements: Judgements) -> Array:
    """The reciprocal matrix, NaN where nothing is judged."""
    if len(criteria) < 2 or len(set(criteria)) < len(criteria):
        raise KnownError("pairwise judgements need two or more different criteria")
    place = {name: index for index, name in enumerate(criteria)}
    matrix = np.full((len(criteria), len(criteria)), np.nan)
    np.fill_diagonal(matrix, 1.0)
    for (first, second), value in judgements.items():
        for name in (first, second):
            if name not in place:
                raise KnownError(f"unknown criterion {name!r}", hint=did_you_mean(name, criteria))
        if first == second or not (math.isfinite(value) and value > 0):
            raise KnownError(
                f"the judgement {first} : {second} = {value:g} cannot be used",
                hint="two different criteria and a ratio above zero",
            )
        i, j = place[first], place[second]
        if not np.isnan(matrix[i, j]) and not math.isclose(matrix[i, j], value):
            raise KnownError(
                f"{first} : {second} is judged twice, as {matrix[i, j]:g} and as {value:g}",
                hint="keep one of them",
            )
        matrix[i, j], matrix[j, i] = value, 1.0 / value
    return matrix


def _missing(criteria: Sequence[str], matrix: Array) -> list[tuple[int, int]]:
    """Pairs (row, column) above the diagonal without a judgement."""
    known = ~np.isnan(matrix)
    reached, grown = {0}, True
    while grown:
        new = {int(j) for i in reached for j in np.flatnonzero(known[i])} - reached
        reached, grown = reached | new, bool(new)
    if len(reached) < len(criteria):
        apart = [name for index, name in enumerate(criteria) if index not in reached]
        raise KnownError(
            f"no judgement connects {', '.join(apart)} with {criteria[0]}",
            hint="compare one of them with one of the others",
        )
    rows, columns = np.nonzero(np.triu(~known, 1))
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True)]


def _completed(matrix: Array, missing: Sequence[tuple[int, int]]) -> Array:
    """The matrix with the missing entries that make the largest eigenvalue smallest.

    That eigenvalue is convex in the logarithms of the entries, so any descent finds the minimum.
    Its slope in that of an entry (i, j) is ``u_i a_ij v_j - u_j a_ji v_i``, u and v being the left
    and the right eigenvector with ``u v = 1``.
    """
    from scipy.optimize import minimize

    rows, columns = (np.array(place, dtype=np.intp) for place in zip(*missing, strict=True))

    def filled(logs: Array) -> Array:
        whole = matrix.copy()
        whole[rows, columns], whole[columns, rows] = np.exp(logs), np.exp(-logs)
        return whole

    def largest(logs: Array) -> tuple[float, Array]:
        whole = filled(logs)
        right, value = _eigen(whole)
        left, _ = _eigen(whole.T)
        scale = left @ right
        up = left[rows] * whole[rows, columns] * right[columns]
        down = left[columns] * whole[columns, rows] * right[rows]
        return value, np.asarray((up - down) / scale)

    best = minimize(largest, np.zeros(len(missing)), jac=True, method="BFGS", options=_FINE)
    return filled(best.x)


_FINE = {"gtol": 1e-9, "maxiter": 500}


def _eigen(matrix: Array) -> tuple[Array, float]:
    """The principal eigenvector, summing to 1, and its eigenvalue."""
    values, vectors = np.linalg.eig(matrix)
    first = int(np.argmax(values.real))
    vector = np.abs(vectors[:, first].real)
    return vector / vector.sum(), float(values[first].real)


def _ratio(largest: float, count: int) -> float:
    table = RANDOM_INDEX + RANDOM_INDEX_BEYOND
    if count <= 2:
        return 0.0
    if count > len(table):
        return math.nan
    return max(0.0, (largest - count) / (count - 1) / table[count - 1])


def _misfit(
    criteria: Sequence[str], judgements: Judgements, weights: Mapping[str, float]
) -> Misfit | None:
    """The judgement farthest, as a ratio, from the ratio of its weights."""
    del criteria
    found = [
        Misfit(a, b, float(value), float(weights[a] / weights[b]))
        for (a, b), value in judgements.items()
    ]
    worst = max(found, key=_distance, default=None)
    return worst if worst is not None and _distance(worst) > 1e-6 else None


def _distance(misfit: Misfit) -> float:
    return abs(math.log(misfit.judged / misfit.implied))
