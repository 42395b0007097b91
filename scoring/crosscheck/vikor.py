"""VIKOR: a compromise between the good of all criteria and the regret of the worst one.

Pure. S. Opricovic, G. H. Tzeng, European Journal of Operational Research 156(2), 2004, 445-455.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.crosscheck.topsis import min_max

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Vikor:
    """S (group utility), R (individual regret) and Q (compromise), all better when lower; (m,)."""

    s: Array
    r: Array
    q: Array

    def compromise(self) -> tuple[int, ...]:
        """Rows of the compromise solution, best first.

        One row when it is best by S or R too and leads by 1 / (m - 1) in Q; two when only the lead
        is enough; else all within that distance of the best.
        """
        order = np.lexsort((self.r, self.s, self.q))
        if len(order) == 1:
            return (int(order[0]),)
        step = 1.0 / (len(order) - 1)
        best, second = order[0], order[1]
        leads = self.q[second] - self.q[best] >= step - 1e-12
        stable = self.s[best] <= self.s.min() or self.r[best] <= self.r.min()
        if leads and stable:
            return (int(best),)
        if leads:
            return int(best), int(second)
        return tuple(int(row) for row in order if self.q[row] - self.q[best] < step - 1e-12)


def vikor(
    amounts: Array, weights: Array, benefit: Sequence[bool], compromise: float = 0.5
) -> Vikor:
    """S, R and Q of alternatives by criteria, shape (m, k).

    `compromise` is the weight v of the group utility in Q; Q is 0 throughout for what does not
    differ.
    """
    shares = weights / weights.sum()
    gaps = shares * (1.0 - min_max(amounts, np.asarray(benefit, dtype=bool)))
    s, r = gaps.sum(axis=1), gaps.max(axis=1)
    return Vikor(s=s, r=r, q=compromise * _relative(s) + (1 - compromise) * _relative(r))


def _relative(x: Array) -> Array:
    span = x.max() - x.min()
    return (x - x.min()) / span if span > 0 else np.zeros(len(x))
