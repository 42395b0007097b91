"""How much weights must change before another alternative is first, in closed form.

Pure. Values are expected ones, shape (m alternatives, k criteria); weights sum to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.robustness import LeaveOut, WeightFlip, WeightStability

Array = NDArray[np.float64]
TOLERANCE = 1e-12
EDGE = 1e-9
"""A root this near to 0 or 1 is the end of what a weight can be, no bound within it."""


def stability(
    values: Array, weights: Array, names: Sequence[str], criteria: Sequence[str]
) -> tuple[WeightStability, ...]:
    """Per criterion the interval of its weight within which the first alternative stays first.

    The others share what is left in proportion to their weights, so that with the weight ``t`` of
    criterion c the lead over alternative j is ``t d_c + (1 - t) r``: d_c the difference on c, r
    that on the others. It is linear in t; the bounds are the roots nearest to the stated weight.
    (E. Triantaphyllou, A. Sanchez, Decision Sciences 28(1), 1997, 151-194, for the weighted sum.)

    >>> v, w = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.7, 0.3])
    >>> found = stability(v, w, ["x", "y"], ["a", "b"])[0]
    >>> round(found.low, 9), found.below, found.high
    (0.5, 'y', None)
    """
    leader = first(values, weights, names)
    lead = values[leader] - values
    found = []
    for column, criterion in enumerate(criteria):
        weight, rest = float(weights[column]), 1.0 - float(weights[column])
        others = np.delete(np.arange(len(weights)), column)
        shares = weights[others] / rest if rest > TOLERANCE else np.full(len(others), 1.0)
        if rest <= TOLERANCE and len(others):
            shares = shares / len(others)
        at_none = lead[:, others] @ shares if len(others) else np.zeros(len(lead))
        low, below, high, above = 0.0, None, 1.0, None
        for row in range(len(values)):
            slope = float(lead[row, column] - at_none[row])
            if row == leader or abs(slope) <= TOLERANCE:
                continue
            root = float(-at_none[row] / slope)
            if slope > 0 and low + EDGE < root <= weight + TOLERANCE:
                low, below = min(root, weight), names[row]
            elif slope < 0 and weight - TOLERANCE <= root < high - EDGE:
                high, above = max(root, weight), names[row]
        found.append(
            WeightStability(
                criterion=criterion,
                weight=weight,
                low=low if below is not None else None,
                high=high if above is not None else None,
                below=below,
                above=above,
            )
        )
    return tuple(found)


def flip(
    values: Array, weights: Array, names: Sequence[str], criteria: Sequence[str]
) -> WeightFlip | None:
    """The weights nearest to the stated ones (sum of absolute changes) with another in front.

    To put a rival level, weight goes to the criterion on which it is furthest ahead, from those on
    which it is furthest behind, as each unit moved there closes most of the gap. None where no
    rival is ahead on anything.

    >>> v, w = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.75, 0.25])
    >>> found = flip(v, w, ["x", "y"], ["a", "b"])
    >>> found.alternative, found.weights, found.distance
    ('y', {'a': 0.5, 'b': 0.5}, 0.5)
    """
    leader = first(values, weights, names)
    best: WeightFlip | None = None
    for row, name in enumerate(names):
        gap = values[row] - values[leader]
        if row == leader or gap.max() <= 0:
            continue
        moved = _levelled(gap, weights)
        distance = float(np.abs(moved - weights).sum())
        if best is None or distance < best.distance - TOLERANCE:
            named = dict(zip(criteria, map(float, moved), strict=True))
            best = WeightFlip(alternative=name, weights=named, distance=distance)
    return best


def _levelled(gap: Array, weights: Array) -> Array:
    """The nearest weights at which the weighted `gap` is zero; somewhere it must be above zero."""
    moved, to = weights.copy(), int(np.argmax(gap))
    for source in np.argsort(gap, kind="stable"):
        short = float(-gap @ moved)
        if short <= TOLERANCE or source == to:
            break
        step = min(float(moved[source]), short / float(gap[to] - gap[source]))
        moved[source] -= step
        moved[to] += step
    return moved


def left_out(
    values: Array, weights: Array, names: Sequence[str], criteria: Sequence[str]
) -> tuple[LeaveOut, ...]:
    """Who is first without each of the criteria that count; the others keep their proportions."""
    found = []
    for column, criterion in enumerate(criteria):
        kept = weights.copy()
        kept[column] = 0.0
        if weights[column] > 0 and kept.sum() > 0:
            row = first(values, kept / kept.sum(), names)
            found.append(LeaveOut(criterion=criterion, first=names[row]))
    return tuple(found)


def first(values: Array, weights: Array, names: Sequence[str]) -> int:
    """Row of the alternative with the highest weighted sum; of equals the first by name."""
    totals = [math.fsum(row) for row in values * weights]
    return min(range(len(names)), key=lambda row: (-totals[row], names[row]))
