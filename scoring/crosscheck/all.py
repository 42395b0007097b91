"""The decision matrix as other methods would read it: expected amounts, stated weights.

Pure. Their normalisations depend on who competes (all but SPOTIS), so they are a check, not the
answer: TOPSIS by vector norms, PROMETHEE II with usual preferences, VIKOR by min-max with v = 0.5,
SPOTIS on our values with the bounds 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.criterion import Shape
from knowledge.schema.decision import DecisionMatrix
from knowledge.schema.robustness import CrossCheck
from scoring.crosscheck.promethee import promethee
from scoring.crosscheck.spotis import spotis
from scoring.crosscheck.topsis import topsis
from scoring.crosscheck.vikor import vikor

Array = NDArray[np.float64]
Method = Literal["topsis", "promethee-ii", "vikor", "spotis"]
SAME = 1e-9


def crosschecks(
    matrix: DecisionMatrix, values: Array, order: Sequence[int]
) -> tuple[CrossCheck, ...]:
    """What each method puts first, and where it puts the first of the ranking.

    Args:
        matrix: of two alternatives or more.
        values: expected values of its cells, shape (m, k).
        order: its rows in the order of the ranking.
    """
    rows = {alternative.id: row for row, alternative in enumerate(matrix.alternatives)}
    columns = {view.id: column for column, view in enumerate(matrix.criteria)}
    amounts = np.zeros(values.shape)
    for belief in matrix.beliefs:
        amounts[rows[belief.alternative], columns[belief.criterion]] = belief.estimate.point
    for column, view in enumerate(matrix.criteria):
        if view.anchors.shape in (Shape.TARGET, Shape.STEP):  # neither has one better direction
            amounts[:, column] = values[:, column]
    benefit = [
        view.anchors.best > view.anchors.worst or view.anchors.shape in (Shape.TARGET, Shape.STEP)
        for view in matrix.criteria
    ]
    weights = np.array([view.weight for view in matrix.criteria])
    bounds = np.tile([0.0, 1.0], (len(weights), 1))
    scores: dict[Method, Array] = {
        "topsis": topsis(amounts, weights, benefit),
        "promethee-ii": promethee(amounts, weights, benefit).net,
        "vikor": -vikor(amounts, weights, benefit).q,
        "spotis": -spotis(values, weights, [True] * len(weights), bounds),
    }
    return tuple(_read(method, score, matrix, order) for method, score in scores.items())


def _read(method: Method, score: Array, matrix: DecisionMatrix, order: Sequence[int]) -> CrossCheck:
    best = float(score.max())
    first = next(row for row in order if score[row] >= best - SAME)
    ahead = int((score > score[order[0]] + SAME).sum())
    return CrossCheck(method=method, first=matrix.alternatives[first].id, place=ahead + 1)
