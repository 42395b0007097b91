"""TOPSIS: closeness to the ideal and distance from the worst.

Pure. C. L. Hwang, K. Yoon, Multiple Attribute Decision Making, Springer, 1981; G. H. Tzeng,
J. J. Huang, Multiple Attribute Decision Making, CRC Press, 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Normalisation = Literal["vector", "min-max"]


def topsis(
    amounts: Array,
    weights: Array,
    benefit: Sequence[bool],
    normalisation: Normalisation = "vector",
) -> Array:
    """Closeness of each alternative to the ideal, 0 to 1, higher is better; shape (m,).

    Args:
        amounts: alternatives by criteria, shape (m, k).
        weights: shape (k,), any positive scale.
        benefit: per criterion whether more is better.
        normalisation: "vector" divides each column by its Euclidean norm, "min-max" maps it to 0..1
            with costs turned around.

    >>> topsis(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([0.5, 0.5]), [True, True])
    array([0.5, 0.5])
    """
    better = np.asarray(benefit, dtype=bool)
    if normalisation == "vector":
        norms = np.sqrt((amounts**2).sum(axis=0))
        scaled = amounts / np.where(norms > 0, norms, 1.0)
    else:
        scaled = min_max(amounts, better)
        better = np.ones(len(better), dtype=bool)
    weighted = scaled * (weights / weights.sum())
    high, low = weighted.max(axis=0), weighted.min(axis=0)
    ideal, worst = np.where(better, high, low), np.where(better, low, high)
    to_ideal = np.sqrt(((weighted - ideal) ** 2).sum(axis=1))
    to_worst = np.sqrt(((weighted - worst) ** 2).sum(axis=1))
    total = to_ideal + to_worst
    # Where all alternatives are the same, each is as near to the one as to the other.
    return np.asarray(np.where(total > 0, to_worst / np.where(total > 0, total, 1.0), 0.5))


def min_max(amounts: Array, benefit: NDArray[np.bool_]) -> Array:
    """Each column mapped to 0..1, 1 the best; a column without differences becomes 1."""
    low, high = amounts.min(axis=0), amounts.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    mapped = np.where(benefit, (amounts - low) / span, (high - amounts) / span)
    return np.where(high > low, mapped, 1.0)
