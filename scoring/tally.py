"""Running counts of a simulation: who is worth what, who ranks where, who beats whom.

Ties are shared evenly, so no answer depends on the order in which alternatives are listed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.cells import Column
from scoring.draws import Array


class Tally:
    """Counts over chunks of draws for m alternatives and k criteria (in the columns' order)."""

    def __init__(self, alternatives: int, found: Sequence[Column], draws: int) -> None:
        self._columns = found
        self.done = 0
        """Draws counted so far."""
        self._overall = np.empty((alternatives, draws))
        self._sums = [np.zeros(len(column.cells)) for column in found]
        self._edges = np.zeros((alternatives, alternatives + 1))
        self._winning = np.zeros((alternatives, alternatives))
        self._first = np.zeros(alternatives)
        self._central = np.zeros((alternatives, len(found)))

    def add(self, values: tuple[Array, ...], weights: Array) -> None:
        """Count one chunk: per column the values of its distinct cells; weights (k, size)."""
        size = weights.shape[1]
        overall = np.zeros((len(self._first), size))
        for row, (column, cells) in enumerate(zip(self._columns, values, strict=True)):
            self._sums[row] += cells.sum(axis=1)
            cells *= weights[row]
            overall += column.spread(cells)
        self._overall[:, self.done : self.done + size] = overall
        self.done += size
        self._count(overall, weights)

    def _count(self, overall: Array, weights: Array) -> None:
        """Ranks, pairwise wins and winners' weights of one chunk."""
        count = len(overall)
        for row in range(count):
            better = overall > overall[row]
            as_good = overall >= overall[row]
            ahead = better.sum(axis=0, dtype=np.int32)
            behind = as_good.sum(axis=0, dtype=np.int32)
            share = 1.0 / (behind - ahead)
            # A tie takes the ranks ahead .. behind - 1, its share of each: added where it begins
            # and taken away where it ends, for `acceptability` to sum up.
            self._edges[row] += np.bincount(ahead, share, minlength=count + 1)
            self._edges[row] -= np.bincount(behind, share, minlength=count + 1)
            self._winning[:, row] += (better.sum(axis=1) + as_good.sum(axis=1)) / 2
            won = np.where(ahead == 0, share, 0.0)
            self._first[row] += won.sum()
            self._central[row] += weights @ won

    def mean_values(self) -> Array:
        """Mean value of each alternative on each criterion, shape (m, k)."""
        means = [
            (sums / self.done)[column.index]
            for sums, column in zip(self._sums, self._columns, strict=True)
        ]
        return np.stack(means, axis=1)

    def interval(self) -> tuple[Array, Array]:
        """2.5 % and 97.5 % quantiles of the overall value, each of shape (m,)."""
        if not len(self._overall):
            return np.empty(0), np.empty(0)
        low, high = np.quantile(self._overall, [0.025, 0.975], axis=1)
        return low, high

    def regret(self) -> Array:
        """Mean value lost by choosing each alternative instead of the best of the draw, (m,)."""
        if not len(self._overall):
            return np.empty(0)
        return np.asarray((self._overall.max(axis=0) - self._overall).mean(axis=1))

    def acceptability(self) -> Array:
        """Share of draws at each rank, shape (m, m)."""
        return np.maximum(np.cumsum(self._edges, axis=1)[:, :-1] / self.done, 0.0)

    def winning(self) -> Array:
        """[i, j]: share of draws in which i beats j, a tie counting half; shape (m, m)."""
        return self._winning / self.done

    def central_weights(self) -> Array:
        """Mean weights of the draws that each alternative wins, shape (m, k); NaN for none."""
        won = np.where(self._first > 0, self._first, np.nan)
        return self._central / won[:, None]
