"""Draws of the decision matrix on the value scale: every distinct cell once.

Pure. Cells with the same terms (two stacks on one runtime, say) are computed once and so are equal
to the last bit, which is what makes a tie a tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.criterion import Anchors
from knowledge.schema.decision import Belief, DecisionMatrix
from scoring.draws import Array, LatentDraws
from scoring.value import value

CHUNK = 4096
"""Draws held in memory at a time."""


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion: its distinct cells and which alternative has which."""

    criterion: str
    weight: float
    anchors: Anchors
    cells: tuple[tuple[NDArray[np.intp], Array], ...]
    """Per distinct cell the rows of its latents and their coefficients."""
    index: NDArray[np.intp]
    """Distinct cell of each alternative, shape (alternatives,)."""

    def values(self, latents: Array) -> Array:
        """Values of the distinct cells, shape (cells, draws), from latents (latents, draws)."""
        amounts = np.empty((len(self.cells), latents.shape[1]))
        for row, (rows, coefficients) in enumerate(self.cells):
            if len(rows) == 1:
                np.multiply(latents[rows[0]], coefficients[0], out=amounts[row])
            else:
                np.dot(coefficients, latents[rows], out=amounts[row])
        return value(self.anchors, amounts)

    def spread(self, cells: Array) -> Array:
        """What belongs to the distinct cells, shape (cells, draws), by alternative."""
        if len(self.cells) == len(self.index):  # all differ, and were numbered as they came
            return cells
        return cells[self.index]


def columns(matrix: DecisionMatrix, rows: Mapping[str, int]) -> tuple[Column, ...]:
    """The criteria of `matrix` in the order of their ids, over latents at the given rows.

    The order of ids, not of rows, so that listing criteria in another order changes no bit.
    """
    by_cell = {(belief.alternative, belief.criterion): belief for belief in matrix.beliefs}
    found = []
    for view in sorted(matrix.criteria, key=lambda view: view.id):
        seen: dict[tuple[tuple[int, float], ...], int] = {}
        index = [
            seen.setdefault(_terms(by_cell[alternative.id, view.id], rows), len(seen))
            for alternative in matrix.alternatives
        ]
        cells = tuple(
            (
                np.array([row for row, _ in terms], dtype=np.intp),
                np.array([coefficient for _, coefficient in terms]),
            )
            for terms in seen
        )
        found.append(
            Column(view.id, view.weight, view.anchors, cells, np.array(index, dtype=np.intp))
        )
    return tuple(found)


def _terms(belief: Belief, rows: Mapping[str, int]) -> tuple[tuple[int, float], ...]:
    """The cell's rows with their coefficients, added up in the order of latent ids."""
    found: dict[int, float] = {}
    for term in sorted(belief.terms, key=lambda term: term.latent):
        row = rows[term.latent]
        found[row] = found.get(row, 0.0) + term.coefficient
    return tuple(found.items())


def chunks(
    latents: LatentDraws, found: tuple[Column, ...], draws: int
) -> Iterator[tuple[Array, ...]]:
    """Values of every column's distinct cells, chunk by chunk until `draws` are made."""
    for start in range(0, draws, CHUNK):
        block = latents.draw(min(CHUNK, draws - start))
        yield tuple(column.values(block) for column in found)
