"""Ranking: the order of expected values, with ties named and every contribution accounted for.

Pure.
"""

from __future__ import annotations

import math

from knowledge.schema.decision import CLEAR, DecisionMatrix, RankedAlternative
from knowledge.schema.probing import Estimate
from scoring.simulate import Simulation


def rank(matrix: DecisionMatrix, simulation: Simulation) -> tuple[RankedAlternative, ...]:
    """The alternatives by expected value at the stated weights, highest first.

    ``expected.point`` is the sum of the contributions ``weight x mean value`` (`math.fsum`: exact
    to the last bit); its interval is over draws of beliefs and weights. Equal expected values are
    listed by id and always tied. Of no alternatives the ranking is empty.
    """
    ids = [alternative.id for alternative in matrix.alternatives]
    order = sorted(range(len(ids)), key=lambda row: (-simulation.expected[row], ids[row]))
    return tuple(
        RankedAlternative(
            id=ids[row],
            label=matrix.alternatives[row].label,
            expected=_expected(matrix, simulation, row),
            rank_acceptability=tuple(simulation.acceptability[row].tolist()),
            tied_with=tuple(ids[other] for other in order if _tied(simulation, row, other)),
            contributions=_contributions(matrix, simulation, row),
            first_wins=None if row == order[0] else float(simulation.winning[order[0], row]),
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


def _tied(simulation: Simulation, one: int, other: int) -> bool:
    """Whether neither of two alternatives clearly beats the other; nothing is tied with itself."""
    if one == other:
        return False
    difference = simulation.expected[one] - simulation.expected[other]
    if difference == 0:
        return True
    better, worse = (one, other) if difference > 0 else (other, one)
    return simulation.beats(better, worse) < CLEAR
