"""Weights from points: shares said outright, and swings from the worst to the best.

Pure. D. von Winterfeldt, W. Edwards, Decision Analysis and Behavioral Research, Cambridge
University Press, 1986 (swing weighting).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from knowledge.errors import KnownError

FULL = 100.0
"""Points of the largest swing."""


def direct(points: Mapping[str, float]) -> dict[str, float]:
    """Points on any scale as shares of 1.

    >>> direct({"a": 3, "b": 1})
    {'a': 0.75, 'b': 0.25}

    Raises:
        KnownError: no points, a negative or not finite one, or nothing above zero.
    """
    for name, value in points.items():
        if not (math.isfinite(value) and value >= 0):
            raise KnownError(
                f"{value:g} points for {name} cannot be used", hint="points are from 0 up"
            )
    total = math.fsum(points.values())
    if total <= 0:
        raise KnownError("no criterion has points", hint="give at least one of them more than zero")
    return {name: value / total for name, value in points.items()}


def swing(points: Mapping[str, float]) -> dict[str, float]:
    """Shares from points of swings, of which the largest has 100.

    >>> swing({"a": 100, "b": 60, "c": 40})
    {'a': 0.5, 'b': 0.3, 'c': 0.2}

    Raises:
        KnownError: as `direct`, or the largest swing has other points than 100.
    """
    weights = direct(points)
    most = max(points, key=lambda name: points[name])
    if not math.isclose(points[most], FULL):
        raise KnownError(
            f"the largest swing, {most}, has {points[most]:g} points and not 100",
            hint="give the largest swing 100 and the others points in relation to it",
        )
    return weights
