"""PROMETHEE II: who outranks whom by how much, pair by pair.

Pure. J. P. Brans, P. Vincke, B. Mareschal, European Journal of Operational Research 24(2), 1986,
228-238; the six preference functions are numbered as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROWS = 256
"""Alternatives that are held against all others at a time."""


@dataclass(frozen=True, slots=True)
class Preference:
    """How a difference on a criterion becomes a preference from 0 to 1."""

    kind: Literal["usual", "u-shape", "v-shape", "level", "linear", "gaussian"] = "usual"
    q: float = 0.0
    """Differences up to it are none (u-shape, level, linear)."""
    p: float = 0.0
    """Differences from it on are full (v-shape, level, linear)."""
    s: float = 1.0
    """Inflection point (gaussian)."""

    def of(self, difference: Array) -> Array:
        """Preference of a difference; 0 for what is not better."""
        d = np.maximum(difference, 0.0)
        if self.kind == "usual":
            return np.asarray(d > 0, dtype=float)
        if self.kind == "u-shape":
            return np.asarray(d > self.q, dtype=float)
        if self.kind == "v-shape":
            return np.minimum(d / self.p, 1.0)
        if self.kind == "level":
            return np.where(d > self.p, 1.0, np.where(d > self.q, 0.5, 0.0))
        if self.kind == "linear":
            return np.clip((d - self.q) / (self.p - self.q), 0.0, 1.0)
        return np.asarray(1.0 - np.exp(-(d**2) / (2 * self.s**2)))


@dataclass(frozen=True, slots=True)
class Flows:
    """Leaving (how it outranks), entering (how it is outranked) and net flow; shape (m,)."""

    leaving: Array
    entering: Array

    @property
    def net(self) -> Array:
        """Leaving minus entering: higher is better; sums to 0."""
        return self.leaving - self.entering


def promethee(
    amounts: Array,
    weights: Array,
    benefit: Sequence[bool],
    preferences: Sequence[Preference] | None = None,
) -> Flows:
    """Flows of alternatives by criteria, shape (m, k), m >= 2; preferences default to "usual"."""
    shares = weights / weights.sum()
    count = len(amounts)
    leaving, entering = np.zeros(count), np.zeros(count)
    chosen = preferences or [Preference()] * len(shares)
    for column, (share, more, preference) in enumerate(zip(shares, benefit, chosen, strict=True)):
        x = amounts[:, column] if more else -amounts[:, column]
        ahead, behind = _preferred(x, preference)
        leaving += share * ahead
        entering += share * behind
    return Flows(leaving=leaving / (count - 1), entering=entering / (count - 1))


def _preferred(x: Array, preference: Preference) -> tuple[Array, Array]:
    """How much each is preferred to all others by one criterion, and all others to it.

    A few hundred pairs of rows at a time; the usual function only counts, which sorting does.
    """
    if preference.kind == "usual":
        ordered = np.sort(x)
        below = np.searchsorted(ordered, x, side="left")
        above = len(x) - np.searchsorted(ordered, x, side="right")
        return below.astype(float), above.astype(float)
    ahead, behind = np.zeros(len(x)), np.zeros(len(x))
    for start in range(0, len(x), ROWS):
        part = slice(start, start + ROWS)
        found = preference.of(x[part, None] - x[None, :])
        ahead[part] = found.sum(axis=1)
        behind += found.sum(axis=0)
    return ahead, behind
