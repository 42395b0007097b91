"""Who is beaten by every criterion, and who by none: dominance and the Pareto front.

Pure. Values are expected ones on the scale 0 to 1, more is better.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LISTED = 250
"""Dominating alternatives that are named of each dominated one."""


def dominated(values: Array, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Alternative -> those at least as good by every criterion and better by one or more.

    At most `LISTED` of them each, in the order given: of thousands of alternatives all pairs would
    be millions.

    >>> dominated(np.array([[1.0, 1.0], [1.0, 0.5], [0.0, 2.0]]), ["x", "y", "z"])
    {'y': ('x',)}
    """
    found = {}
    for row, name in enumerate(names):
        as_good = (values >= values[row]).all(axis=1)
        better = as_good & (values > values[row]).any(axis=1)
        if better.any():
            found[name] = tuple(names[int(other)] for other in np.flatnonzero(better)[:LISTED])
    return found


def pareto(values: Array, names: Sequence[str]) -> tuple[str, ...]:
    """The alternatives that nobody dominates by these criteria, in the order given.

    >>> pareto(np.array([[1.0, 0.0], [0.4, 0.4], [0.3, 0.3], [0.0, 1.0]]), ["a", "b", "c", "d"])
    ('a', 'b', 'd')
    """
    beaten = dominated(values, names)
    return tuple(name for name in names if name not in beaten)
