"""SPOTIS: distance from an ideal point within bounds that do not depend on who competes.

Pure. J. Dezert, A. Tchamova, D. Han, J. M. Tacnet, 23rd International Conference on Information
Fusion, 2020. Free of rank reversal, as our own value functions are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def spotis(amounts: Array, weights: Array, benefit: Sequence[bool], bounds: Array) -> Array:
    """Weighted distance from the ideal, 0 to 1, lower is better; shape (m,).

    Args:
        amounts: alternatives by criteria, shape (m, k), within the bounds.
        weights: shape (k,), any positive scale.
        benefit: per criterion whether more is better.
        bounds: least and greatest amount of each criterion, shape (k, 2).
    """
    ideal = np.where(np.asarray(benefit, dtype=bool), bounds[:, 1], bounds[:, 0])
    distance = np.abs(amounts - ideal) / (bounds[:, 1] - bounds[:, 0])
    return np.asarray(distance @ (weights / weights.sum()))
