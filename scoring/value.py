"""Value functions: how good an amount is, between anchors that do not depend on who competes.

Pure functions of arrays. A value is 0 at the worst anchor, 1 at the best, and never outside.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.criterion import Anchors, Shape

Array = NDArray[np.float64]

_TINY = float(np.finfo(np.float64).tiny)


def value(anchors: Anchors, x: Array) -> Array:
    """The value of each amount in `x` (any shape, the criterion's unit), in [0, 1].

    LINEAR ``(x - worst) / (best - worst)``; LOG the same of logarithms; STEP 1 from `best` on;
    TARGET ``1 - |x - best| / |best - worst|``; all clipped. Amounts of zero or below lie beyond
    any positive anchor of a log function.

    >>> value(Anchors(worst=100, best=2, shape=Shape.LOG), np.array([200.0, 100.0, 2.0, 0.0]))
    array([0., 0., 1., 1.])
    >>> value(Anchors(worst=0, best=100), np.array([25.0]))
    array([0.25])
    >>> value(Anchors(worst=10, best=5, shape=Shape.STEP), np.array([5.1, 5.0]))
    array([0., 1.])
    >>> value(Anchors(worst=0, best=4, shape=Shape.TARGET), np.array([4.0, 5.0, 2.0, 9.0]))
    array([1.  , 0.75, 0.5 , 0.  ])
    """
    worst, best = anchors.worst, anchors.best
    if anchors.shape is Shape.STEP:
        reached = x >= best if best > worst else x <= best
        return np.asarray(reached, dtype=np.float64)
    if anchors.shape is Shape.TARGET:
        raw = 1.0 - np.abs(x - best) / abs(best - worst)
    elif anchors.shape is Shape.LOG:
        raw = np.log(np.maximum(x, _TINY) / worst) / np.log(best / worst)
    else:
        raw = (x - worst) / (best - worst)
    raw = np.asarray(raw)  # a scalar otherwise, where `x` has no dimension
    raw.clip(0.0, 1.0, out=raw)
    raw += 0.0  # turns the -0.0 that log(1) / negative leaves into a plain 0.0
    return raw


def inverse(anchors: Anchors, values: Array) -> Array:
    """The amounts, in the criterion's unit, whose value is `values` (each in [0, 1]).

    Raises:
        ValueError: the function is a STEP or a TARGET, which many amounts share a value of.

    >>> inverse(Anchors(worst=1, best=100, shape=Shape.LOG), np.array([0.0, 0.5, 1.0])).round(9)
    array([  1.,  10., 100.])
    """
    worst, best = anchors.worst, anchors.best
    if anchors.shape is Shape.LOG:
        return np.asarray(worst * (best / worst) ** values)
    if anchors.shape is Shape.LINEAR:
        return np.asarray(worst + (best - worst) * values)
    raise ValueError(f"a {anchors.shape} value function has no inverse")


def ignorance(anchors: Anchors) -> tuple[Literal["uniform", "loguniform"], float, float]:
    """The widest honest belief about an amount nobody knows: family, from, to.

    It is the one under which every value from 0 to 1 is equally likely (for a STEP, reached or
    not with equal odds), so that not knowing neither helps nor hurts by the shape chosen. It runs
    from worst to best: a higher draw is always a better amount (for a TARGET, up to the target).

    >>> ignorance(Anchors(worst=100, best=2, shape=Shape.LOG))
    ('loguniform', 100.0, 2.0)
    >>> ignorance(Anchors(worst=0, best=10, shape=Shape.STEP))
    ('uniform', 0.0, 20.0)
    """
    worst, best = float(anchors.worst), float(anchors.best)
    if anchors.shape is Shape.LOG:
        return "loguniform", worst, best
    if anchors.shape is Shape.STEP:
        return "uniform", worst, best + (best - worst)
    return "uniform", worst, best
