"""Running counts of a simulation: who is worth what, who ranks where, who beats whom.

Ties are shared evenly, so no answer depends on the order in which alternatives are listed. Memory
is bounded whatever the number of draws, and grows with the number of alternatives, not its square:
beyond `MANY` of them only the first ranks are told apart, and only the contenders are compared pair
by pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.cells import Column
from scoring.draws import Array

MANY = 250
"""Alternatives up to which every rank and every pair is counted; ranks and contenders beyond it."""
KEPT = 1 << 22
"""Overall values up to which all are kept, for exact quantiles; of more a histogram is."""
BINS = 2048
"""Bins of that histogram over the value scale; quantiles are interpolated within one."""
EDGES = (0.025, 0.975)


class Tally:
    """Counts over chunks of draws for m alternatives and k criteria (in the columns' order)."""

    def __init__(self, alternatives: int, found: Sequence[Column], draws: int) -> None:
        self._columns = found
        self.done = 0
        """Draws counted so far."""
        self.contenders: NDArray[np.intp] = np.arange(min(alternatives, MANY), dtype=np.intp)
        """Rows that are compared pair by pair: all, or those best in the first chunk."""
        self._sums = [np.zeros(len(column.cells)) for column in found]
        self._edges = np.zeros((alternatives, len(self.contenders) + 1))
        self._ranked = np.zeros((alternatives, len(self.contenders)), dtype=np.int64)
        self._winning = np.zeros((len(self.contenders),) * 2)
        self._first = np.zeros(alternatives)
        self._central = np.zeros((alternatives, len(found)))
        self._regret = np.zeros(alternatives)
        self._kept = alternatives * draws <= KEPT
        self._overall = np.empty((alternatives, draws if self._kept else 0))
        self._bins = np.zeros((alternatives, 0 if self._kept else BINS), dtype=np.int32)

    def add(self, values: Iterable[Array], weights: Array) -> None:
        """Count one chunk: per column the values of its distinct cells; weights (k, size)."""
        self.count(self.weigh(values, weights), weights)

    def weigh(self, values: Iterable[Array], weights: Array) -> Array:
        """The overall values of one chunk, shape (m, size); what is summed per cell is taken in."""
        overall = None
        for row, (column, cells) in enumerate(zip(self._columns, values, strict=True)):
            size = cells.shape[1]
            self._sums[row] += cells.sum(axis=1)
            np.multiply(cells, weights[row, :size], out=cells)
            if overall is None:
                overall = np.zeros((len(self._first), size))
            overall += column.spread(cells)
        return np.zeros((len(self._first), weights.shape[1])) if overall is None else overall

    def count(self, overall: Array, weights: Array) -> None:
        """Count what `weigh` made of a chunk; chunk after chunk in their order.

        It touches nothing that `weigh` does, so that the next chunk can be weighed meanwhile.
        """
        if not len(overall) or not self._columns:
            self.done += overall.shape[1]
            return
        if not self.done and len(overall) > MANY:
            self.contenders = np.sort(np.argsort(-overall.mean(axis=1), kind="stable")[:MANY])
        self._keep(overall)
        self.done += overall.shape[1]
        self._count(overall, weights[:, : overall.shape[1]])

    def _keep(self, overall: Array) -> None:
        """What quantiles and regret need."""
        best = overall.max(axis=0)
        self._regret += (best - overall).sum(axis=1)
        if self._kept:
            self._overall[:, self.done : self.done + overall.shape[1]] = overall
            return
        bins = np.minimum((overall * BINS).astype(np.int32), BINS - 1)
        for row, found in enumerate(bins):
            self._bins[row] += np.bincount(found, minlength=BINS).astype(np.int32)

    def _count(self, overall: Array, weights: Array) -> None:
        """Ranks, pairwise wins and winners' weights of one chunk."""
        ahead: NDArray[np.integer[Any]]
        behind: NDArray[np.integer[Any]]
        if len(overall) <= MANY:
            ahead, behind = self._compare(overall)
        else:
            self._compare(overall[self.contenders])
            ahead, behind = _places(overall)
        count, ranks = len(overall), self._ranked.shape[1]
        alone = behind - ahead == 1
        if alone.all():
            for row in range(count):
                self._ranked[row] += np.bincount(ahead[row], minlength=count)[:ranks]
            winners = ahead.argmin(axis=0)
            order = np.argsort(winners, kind="stable")
            rows, starts = np.unique(winners[order], return_index=True)
            self._first += np.bincount(winners, minlength=count)
            self._central[rows] += np.add.reduceat(weights[:, order], starts, axis=1).T
            return
        share = 1.0 / (behind - ahead)
        for row in range(count):
            # A tie takes the ranks ahead .. behind - 1, its share of each: added where it begins
            # and taken away where it ends, for `acceptability` to sum up.
            edges = np.bincount(ahead[row], share[row], minlength=count + 1)
            edges -= np.bincount(behind[row], share[row], minlength=count + 1)
            self._edges[row] += edges[: ranks + 1]
            won = np.flatnonzero(ahead[row] == 0)
            self._first[row] += share[row, won].sum()
            self._central[row] += weights[:, won] @ share[row, won]

    def _compare(self, overall: Array) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """How many are better than each and how many are as good or better; counts the wins."""
        count, size = overall.shape
        ahead = np.zeros((count, size), dtype=np.uint8)
        worse = np.zeros((count, size), dtype=np.uint8)
        for row in range(count - 1):
            below = overall[row + 1 :]
            better, less = below > overall[row], below < overall[row]
            ahead[row] += better.sum(axis=0, dtype=np.uint8)
            ahead[row + 1 :] += less
            worse[row] += less.sum(axis=0, dtype=np.uint8)
            worse[row + 1 :] += better
            wins, losses = _true(less), _true(better)
            tied = (size - wins - losses) / 2
            self._winning[row, row + 1 :] += wins + tied
            self._winning[row + 1 :, row] += losses + tied
        return ahead, np.uint8(count) - worse

    def mean_values(self) -> Array:
        """Mean value of each alternative on each criterion, shape (m, k)."""
        means = [
            (sums / self.done)[column.index]
            for sums, column in zip(self._sums, self._columns, strict=True)
        ]
        return np.stack(means, axis=1)

    def interval(self) -> tuple[Array, Array]:
        """2.5 % and 97.5 % quantiles of the overall value, each of shape (m,).

        Exact up to `KEPT` overall values, to within 1 / `BINS` beyond.
        """
        if not len(self._first):
            return np.empty(0), np.empty(0)
        if self._kept:
            # Partly sorted in place, which changes no quantile: a copy would double the memory.
            low, high = np.quantile(self._overall, EDGES, axis=1, overwrite_input=True)
            return low, high
        low, high = (self._quantile(edge) for edge in EDGES)
        return low, high

    def _quantile(self, edge: float) -> Array:
        """Where the share of draws below is `edge`, draws lying evenly within a bin."""
        below = np.cumsum(self._bins, axis=1)
        place = (below < edge * self.done).sum(axis=1)
        rows = np.arange(len(below))
        before = np.where(place > 0, below[rows, place - 1], 0)
        within = (edge * self.done - before) / self._bins[rows, place]
        return np.asarray((place + within) / BINS)

    def regret(self) -> Array:
        """Mean value lost by choosing each alternative instead of the best of the draw, (m,)."""
        return self._regret / max(self.done, 1)

    def acceptability(self) -> Array:
        """Share of draws at each rank (the first `MANY` of them), shape (m, min(m, MANY))."""
        shared = np.maximum(np.cumsum(self._edges, axis=1)[:, :-1], 0.0)
        return np.asarray((self._ranked + shared) / max(self.done, 1))

    def winning(self) -> Array:
        """[i, j]: share of draws in which contender i beats j, a tie counting half."""
        shares = self._winning / max(self.done, 1)
        np.fill_diagonal(shares, 0.5)
        return shares

    def central_weights(self) -> Array:
        """Mean weights of the draws that each alternative wins, shape (m, k); NaN for none."""
        won = np.where(self._first > 0, self._first, np.nan)
        return self._central / won[:, None]


def _true(found: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many of each row are true; eight at a time, a byte being 0 or 1."""
    whole = found.shape[1] // 8 * 8
    eights = np.ascontiguousarray(found[:, :whole]).view(np.uint64)
    counts = np.bitwise_count(eights).sum(axis=1, dtype=np.intp)
    return np.asarray(counts + found[:, whole:].sum(axis=1, dtype=np.intp))


def _places(overall: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """How many are better than each and how many are as good or better, by sorting; (m, size)."""
    count, size = overall.shape
    by_draw = np.ascontiguousarray(-overall.T)
    order = np.argsort(by_draw, axis=1)
    ranked = np.take_along_axis(by_draw, order, axis=1)
    new = np.ones((size, count), dtype=bool)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    places = np.arange(count)
    starts = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    last = np.ones((size, count), dtype=bool)
    last[:, :-1] = new[:, 1:]
    ends = np.minimum.accumulate(np.where(last, places + 1, count)[:, ::-1], axis=1)[:, ::-1]
    ahead, behind = np.empty((2, size, count), dtype=np.intp)
    np.put_along_axis(ahead, order, starts, axis=1)
    np.put_along_axis(behind, order, ends, axis=1)
    return np.ascontiguousarray(ahead.T), np.ascontiguousarray(behind.T)
