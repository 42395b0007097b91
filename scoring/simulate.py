"""Simulation: rank acceptability and expected values by Monte Carlo over beliefs and weights.

Pure: the generator is passed in. SMAA-2 (Lahdelma & Salminen, Operations Research 49(3), 2001,
444-454) with an additive value function and Dirichlet weights around the stated ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import KnownError
from knowledge.schema.decision import DecisionMatrix, Latent
from scoring.bundles import bundled
from scoring.cells import Column, chunks, columns, pairs_at_once
from scoring.draws import Array, LatentDraws, WeightDraws
from scoring.tally import Tally

SERIES = ("", "-mirrored")
"""Series of weights: of the draws that come first in a pair, and of their mirrors."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What the draws say; m alternatives and k criteria, both in the matrix's order."""

    key: int
    """From it, each latent's draws can be made again."""
    draws: int
    values: Array
    """Mean value of each cell over the draws, shape (m, k)."""
    expected: Array
    """Mean overall value at the stated weights, shape (m,)."""
    low: Array
    """2.5 % quantile of the overall value over draws of beliefs and weights, shape (m,)."""
    high: Array
    """97.5 % quantile, shape (m,)."""
    acceptability: Array
    """Share of draws in which an alternative takes a rank, shape (m, m); ties share their ranks
    evenly, so each row and each column sums to 1. Of more than `MANY` alternatives only the first
    `MANY` ranks are counted."""
    contenders: NDArray[np.intp]
    """Rows that are compared pair by pair: all, or of more than `MANY` the best so many."""
    winning: Array
    """[i, j]: share of draws in which contender i is worth more than contender j, a tie counting
    half."""
    regret: Array
    """Mean value lost by choosing an alternative instead of the draw's best, shape (m,)."""
    central: Array
    """Mean weights of the draws an alternative wins, shape (m, k); NaN where it wins none."""

    def beats(self, one: int, other: int) -> float:
        """Share of draws in which row `one` is worth more than row `other`, a tie counting half.

        NaN where they were not compared because one of them is no contender.
        """
        rows = np.searchsorted(self.contenders, [one, other])
        known = rows < len(self.contenders)
        if not known.all() or list(self.contenders[rows]) != [one, other]:
            return math.nan
        return float(self.winning[rows[0], rows[1]])

    def known(self, one: int, other: int) -> float | None:
        """The same; None where they were not compared."""
        share = self.beats(one, other)
        return None if math.isnan(share) else share


def simulate(
    matrix: DecisionMatrix,
    draws: int = 10_000,
    *,
    rng: np.random.Generator,
    certainty: float,
) -> Simulation:
    """Draw beliefs and weights `draws` times and count who is first, second, ...

    Args:
        matrix: beliefs over shared latents; no alternatives give an empty simulation.
        draws: number of draws; standard error of a share p is ``sqrt(p (1 - p) / draws)``.
        rng: only its first 63 bits are used, as the key of every stream.
        certainty: concentration of the Dirichlet distribution of weights (`weight_certainty`).

    Raises:
        KnownError: no draws, or a certainty that is not above zero.
    """
    if draws < 1 or not certainty > 0:
        raise KnownError(
            f"cannot simulate with {draws} draws and a weight certainty of {certainty:g}",
            hint="both must be above zero",
        )
    key = key_of(rng)
    sums = bundled(matrix)
    latents = LatentDraws(used_latents(sums), key)
    found = columns(sums, latents)
    stated = {column.criterion: column.weight for column in found}
    # The draws of a pair mirror each other's beliefs; their weights are independent.
    sides = [WeightDraws(stated, certainty, key, series) for series in SERIES]
    tally = Tally(len(matrix.alternatives), found, draws)
    # A thread of its own draws the weights, a chunk ahead, and counts, a chunk behind: most of that
    # needs no interpreter. It does one thing after the other, so that no sum depends on the timing.
    with ThreadPoolExecutor(1) as pool:
        left, most = -(-draws // 2), pairs_at_once(len(matrix.alternatives))
        ahead = pool.submit(_weights, sides, min(left, most))
        counted = None
        for pairs, values in chunks(latents, found, draws):
            weights, left = ahead.result(), left - pairs
            ahead = pool.submit(_weights, sides, min(left, most))
            overall = tally.weigh(values, weights)
            if counted is not None:
                counted.result()  # no more than one chunk waits, and what failed is told
            counted = pool.submit(tally.count, overall, weights)
    if counted is not None:
        counted.result()
    return _result(matrix, found, tally, key)


def key_of(rng: np.random.Generator) -> int:
    """The key of every stream of a simulation with that generator."""
    return int(rng.integers(2**63))


def _weights(sides: Sequence[WeightDraws], pairs: int) -> Array:
    """The next weights of so many pairs, those of the mirrored draws after the others."""
    return np.concatenate([side.draw(pairs) for side in sides], axis=1)


def used_latents(matrix: DecisionMatrix) -> list[Latent]:
    """The latents that some cell of `matrix` speaks of, in the matrix's order."""
    named = {term.latent for belief in matrix.beliefs for term in belief.terms}
    return [latent for latent in matrix.latents if latent.id in named]


def _result(matrix: DecisionMatrix, found: Sequence[Column], tally: Tally, key: int) -> Simulation:
    """Means and shares over all draws, criteria back in the matrix's order."""
    names = [column.criterion for column in found]
    place = [names.index(view.id) for view in matrix.criteria]
    values = tally.mean_values()
    weights = np.array([column.weight for column in found])
    expected = np.array([math.fsum(row) for row in values * weights])
    low, high = tally.interval()
    return Simulation(
        key=key,
        draws=tally.done,
        values=values[:, place],
        expected=expected,
        # The interval is of draws of the weights too, the point is not: a lopsided belief can
        # leave the mean outside of the middle 95 %.
        low=np.minimum(low, expected),
        high=np.maximum(high, expected),
        acceptability=tally.acceptability(),
        contenders=tally.contenders,
        winning=tally.winning(),
        regret=tally.regret(),
        central=tally.central_weights()[:, place],
    )
