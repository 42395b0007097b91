"""Draws of the decision matrix on the value scale: every distinct cell once.

Pure. Cells with the same terms (two stacks on one runtime, say) are computed once and so are equal
to the last bit, which is what makes a tie a tie.

Most cells are one uncertain number whose value is a straight line in a variate, cut off at both
ends: a normal level on a linear scale, a lognormal time on a logarithmic one. Those of a criterion
are computed together, the mirrored draws from the same products.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import Belief, DecisionMatrix, Latent
from scoring.draws import EVEN, Array, LatentDraws, Strata, amounts, line, table
from scoring.value import value

PAIRS = 1024
"""Pairs of draws computed at a time; of a few dozen cells of one criterion they fit a cache."""
CHUNK = 4 * PAIRS
"""Pairs of which the strata are drawn at a time."""
LEAST = 64
"""Pairs that are drawn and computed at a time however many alternatives there are."""
ROOM = 1 << 22
"""Values of one criterion, and eighths of the strata, that are held in memory at a time."""
LINEAR = frozenset({"point", "normal", "uniform"})
"""Families that are a line in their variates; of the others the logarithm is."""

Terms = tuple[NDArray[np.intp], Array]


class Draws(Protocol):
    """Draws of latents by row."""

    def __getitem__(self, row: int, /) -> Array:
        """The draws of one."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Cells whose value is ``intercept + slope x variate``, cut off at `low` and `high`."""

    rows: NDArray[np.intp]
    """Which of the column's distinct cells."""
    streams: NDArray[np.intp]
    intercept: Array
    """Shape (cells, 1), as `slope`."""
    slope: Array
    bounds: tuple[tuple[int, float, float], ...]
    """Position, low and high of the cells that are cut off within 0 and 1."""

    def fill(self, strata: Strata, out: Array) -> None:
        """Values of the draws in `out`, shape (cells, 2 pairs): the mirrored ones come second."""
        pairs = strata.shape[1]
        swing = table().take(strata[self.streams], mode="clip")
        swing *= self.slope
        np.add(self.intercept, swing, out=out[:, :pairs])
        np.subtract(self.intercept, swing, out=out[:, pairs:])
        out.clip(0.0, 1.0, out=out)
        for row, low, high in self.bounds:
            out[row].clip(low, high, out=out[row])


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion: its distinct cells and which alternative has which."""

    criterion: str
    weight: float
    anchors: Anchors
    cells: tuple[Terms, ...]
    """Per distinct cell the rows of its latents and their coefficients."""
    index: NDArray[np.intp]
    """Distinct cell of each alternative, shape (alternatives,)."""
    lines: Lines | None = None
    rest: tuple[int, ...] = ()
    """Distinct cells that are not among the lines."""

    def values(self, latents: Draws, among: Sequence[int] | None = None) -> Array:
        """Values of the distinct cells (of those in `among`), shape (cells, draws)."""
        chosen = range(len(self.cells)) if among is None else among
        return value(self.anchors, np.stack([self._amount(row, latents) for row in chosen]))

    def _amount(self, row: int, latents: Draws) -> Array:
        rows, coefficients = self.cells[row]
        if len(rows) == 1:
            return np.asarray(latents[int(rows[0])] * coefficients[0])
        return np.asarray(coefficients @ np.stack([latents[int(one)] for one in rows]))

    def spread(self, cells: Array) -> Array:
        """What belongs to the distinct cells, shape (cells, draws), by alternative."""
        if len(self.cells) == len(self.index):  # all differ, and were numbered as they came
            return cells
        return cells[self.index]


def columns(matrix: DecisionMatrix, draws: LatentDraws) -> tuple[Column, ...]:
    """The criteria of `matrix` in the order of their ids, over the latents of `draws`.

    The order of ids, not of rows, so that listing criteria in another order changes no bit.
    """
    by_cell = {(belief.alternative, belief.criterion): belief for belief in matrix.beliefs}
    found = []
    for view in sorted(matrix.criteria, key=lambda view: view.id):
        seen: dict[tuple[tuple[int, float], ...], int] = {}
        index = [
            seen.setdefault(_terms(by_cell[alternative.id, view.id], draws.rows), len(seen))
            for alternative in matrix.alternatives
        ]
        cells = tuple(
            (
                np.array([row for row, _ in terms], dtype=np.intp),
                np.array([coefficient for _, coefficient in terms]),
            )
            for terms in seen
        )
        lines, rest = _lines(view.anchors, cells, draws)
        found.append(
            Column(
                criterion=view.id,
                weight=view.weight,
                anchors=view.anchors,
                cells=cells,
                index=np.array(index, dtype=np.intp),
                lines=lines,
                rest=rest,
            )
        )
    return tuple(found)


def _terms(belief: Belief, rows: Mapping[str, int]) -> tuple[tuple[int, float], ...]:
    """The cell's rows with their coefficients, added up in the order of latent ids."""
    found: dict[int, float] = {}
    for term in sorted(belief.terms, key=lambda term: term.latent):
        row = rows[term.latent]
        found[row] = found.get(row, 0.0) + term.coefficient
    return tuple(found.items())


def _lines(
    anchors: Anchors, cells: Sequence[Terms], draws: LatentDraws
) -> tuple[Lines | None, tuple[int, ...]]:
    """The cells that are lines, and the others."""
    kept, rest = [], []
    for row, (latents, coefficients) in enumerate(cells):
        latent = draws.latents[int(latents[0])]
        if len(latents) == 1 and _is_line(anchors, latent, float(coefficients[0])):
            kept.append((row, int(latents[0]), _line(anchors, latent, float(coefficients[0]))))
        else:
            rest.append(row)
    if not kept:
        return None, tuple(rest)
    ends = [(at, *line[2:]) for at, (_, _, line) in enumerate(kept)]
    return Lines(
        rows=np.array([row for row, _, _ in kept], dtype=np.intp),
        streams=draws.streams[[latent for _, latent, _ in kept]],
        intercept=np.array([[line[0]] for _, _, line in kept]),
        slope=np.array([[line[1]] for _, _, line in kept]),
        bounds=tuple(end for end in ends if end[1:] != (0.0, 1.0)),
    ), tuple(rest)


def _is_line(anchors: Anchors, latent: Latent, coefficient: float) -> bool:
    if anchors.shape is Shape.LINEAR:
        return latent.family in LINEAR
    return anchors.shape is Shape.LOG and latent.family not in LINEAR and coefficient > 0


def _line(
    anchors: Anchors, latent: Latent, coefficient: float
) -> tuple[float, float, float, float]:
    """Intercept, slope, low and high of the cell's value."""
    centre, slope = line(latent)
    if anchors.shape is Shape.LOG:
        zero, span = np.log(anchors.worst), np.log(anchors.best / anchors.worst)
        centre += np.log(coefficient)
    else:
        zero, span = anchors.worst, anchors.best - anchors.worst
        centre, slope = centre * coefficient, slope * coefficient
    upwards = (span > 0) == (coefficient > 0)
    low, high = (latent.low, latent.high) if upwards else (latent.high, latent.low)
    ends = np.array([0.0 if end is None else coefficient * end for end in (low, high)])
    worth = value(anchors, ends)
    return (
        float((centre - zero) / span) + 0.0,
        float(slope / span),
        0.0 if low is None else float(worth[0]),
        1.0 if high is None else float(worth[1]),
    )


@dataclass(slots=True)
class _Block:
    """Draws of latents by row, made when a cell asks for them."""

    draws: LatentDraws
    variates: Strata
    made: dict[int, Array] = field(default_factory=dict)

    def __getitem__(self, row: int) -> Array:
        if row not in self.made:
            variates = table().take(self.variates[self.draws.streams[row]], mode="clip")
            both = np.concatenate([variates, -variates])
            self.made[row] = amounts(self.draws.latents[row], both)
        return self.made[row]


def pairs_at_once(alternatives: int) -> int:
    """Pairs of draws in each chunk but the last; a whole number of random words."""
    return min(PAIRS, max(LEAST, ROOM // (8 * alternatives + 1) // EVEN * EVEN))


def chunks(
    draws: LatentDraws, found: Sequence[Column], count: int
) -> Iterator[tuple[int, Iterable[Array]]]:
    """Draw `count` times: per chunk the number of pairs, and the values column by column.

    Values have shape (distinct cells, 2 pairs), the mirrored draws after the others; of an odd
    `count` the last mirror is left out. An array is valid until the next one is taken.
    """
    left = -(-count // 2)
    drawn = min(CHUNK, max(LEAST, 8 * ROOM // (len(draws.latents) + 1) // LEAST * LEAST))
    alternatives = max((len(column.index) for column in found), default=0)
    at_once = pairs_at_once(alternatives)
    drawn = max(at_once, drawn // at_once * at_once)
    done = 0
    while left:
        strata = draws.strata(min(drawn, left))
        for start in range(0, strata.shape[1], at_once):
            part = strata[:, start : start + at_once]
            pairs = part.shape[1]
            done += 2 * pairs
            yield pairs, _values(draws, found, part, 2 * pairs - max(0, done - count))
        left -= strata.shape[1]


def _values(
    draws: LatentDraws, found: Sequence[Column], strata: Strata, size: int
) -> Iterator[Array]:
    block, pairs = _Block(draws, strata), strata.shape[1]
    most = max((len(column.cells) for column in found), default=0)
    room = np.empty((most, 2 * pairs))
    for column in found:
        out = room[: len(column.cells)]
        if column.lines is not None and not column.rest:
            column.lines.fill(strata, out)
        elif column.lines is not None:
            some = np.empty((len(column.lines.rows), 2 * pairs))
            column.lines.fill(strata, some)
            out[column.lines.rows] = some
        if column.rest:
            out[list(column.rest)] = column.values(block, column.rest)
        yield out[:, :size]
