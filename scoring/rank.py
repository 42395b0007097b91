"""Ranking: the order of expected values, with ties named and every contribution accounted for.

Pure. Time and room grow with the number of alternatives; only contenders (see scoring.simulate) are
held against each other, which are all of up to a few hundred.
"""

from __future__ import annotations

import math

import numpy as np

from knowledge.schema.decision import CLEAR, DecisionMatrix, RankedAlternative
from knowledge.schema.probing import Estimate
from scoring.simulate import Simulation


def rank(matrix: DecisionMatrix, simulation: Simulation) -> tuple[RankedAlternative, ...]:
    """The alternatives by expected value at the stated weights, highest first.

    ``expected.point`` is the sum of the contributions ``weight x mean value`` (`math.fsum`: exact
    to the last bit); its interval is over draws of beliefs and weights. Equal expected values are
    listed by id and always tied. What is no contender is tied with nothing, as it was compared with
    nothing. Of no alternatives the ranking is empty.
    """
    ids = [alternative.id for alternative in matrix.alternatives]
    order = sorted(range(len(ids)), key=lambda row: (-simulation.expected[row], ids[row]))
    tied = _tied(simulation, order)
    return tuple(
        RankedAlternative(
            id=ids[row],
            label=matrix.alternatives[row].label,
            expected=_expected(matrix, simulation, row),
            rank_acceptability=tuple(simulation.acceptability[row].tolist()),
            tied_with=tuple(ids[other] for other in tied.get(row, ())),
            contributions=_contributions(matrix, simulation, row),
            first_wins=None if row == order[0] else simulation.known(order[0], row),
        )
        for row in order
    )


def _contributions(matrix: DecisionMatrix, simulation: Simulation, row: int) -> dict[str, float]:
    return {
        view.id: view.weight * float(value)
        for view, value in zip(matrix.criteria, simulation.values[row], strict=True)
    }


def _expected(matrix: DecisionMatrix, simulation: Simulation, row: int) -> Estimate:
    point = math.fsum(_contributions(matrix, simulation, row).values())
    low, high = float(simulation.low[row]), float(simulation.high[row])
    return Estimate(low=min(low, point), point=point, high=max(high, point))


def _tied(simulation: Simulation, order: list[int]) -> dict[int, list[int]]:
    """Contender -> those that neither clearly beats nor is beaten by, in the order of the ranking.

    Equal ones are tied; nothing is tied with itself.
    """
    rows = simulation.contenders
    expected = simulation.expected[rows]
    gap = expected[:, None] - expected[None, :]
    wins = np.where(gap > 0, simulation.winning, simulation.winning.T)
    level = (gap == 0) | (wins < CLEAR)
    np.fill_diagonal(level, False)
    place = {row: rank for rank, row in enumerate(order)}
    by_rank = sorted(range(len(rows)), key=lambda at: place[int(rows[at])])
    return {
        int(rows[at]): [int(rows[other]) for other in by_rank if level[at, other]] for at in by_rank
    }
