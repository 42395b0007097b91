"""Everything a recommendation says of its own robustness.

Pure.
"""

from __future__ import annotations

import numpy as np

from knowledge.schema.decision import DecisionMatrix
from knowledge.schema.robustness import Robustness
from scoring.crosscheck.all import crosschecks
from scoring.robustness.dominance import dominated, pareto
from scoring.robustness.swings import swings
from scoring.robustness.weights import first, flip, left_out, stability
from scoring.simulate import Simulation

SHOWN = 20
"""Swings kept whatever they do; of the rest, which is narrower, only those that turn the lead."""


def robustness(matrix: DecisionMatrix, simulation: Simulation) -> Robustness:
    """What would have to change for another alternative to be first; empty for fewer than two."""
    names = [alternative.id for alternative in matrix.alternatives]
    if len(names) < 2:
        return Robustness()
    criteria = [view.id for view in matrix.criteria]
    weights = np.array([view.weight for view in matrix.criteria])
    values = simulation.values
    leader = first(values, weights, names)
    nearest = flip(values, weights, names, criteria)
    without = [row for row in range(len(names)) if row != leader]
    # The runner-up is often the leader's twin on the same runtime, which no number parts from it.
    oftenest = simulation.acceptability[:, 0]
    runner = min(without, key=lambda r: (-oftenest[r], -simulation.expected[r], names[r]))
    rival = runner if nearest is None else names.index(nearest.alternative)
    measured = [c for c, view in enumerate(matrix.criteria) if view.measured is not None]
    moving = swings(matrix, simulation, leader, rival)
    order = sorted(range(len(names)), key=lambda row: (-simulation.expected[row], names[row]))
    return Robustness(
        stability=stability(values, weights, names, criteria),
        flip=nearest,
        rival=names[rival],
        swings=tuple(s for place, s in enumerate(moving) if place < SHOWN or s.at_low < 0),
        left_out=left_out(values, weights, names, criteria),
        regret=dict(zip(names, map(float, simulation.regret), strict=True)),
        dominated=dominated(values, names),
        crosschecks=crosschecks(matrix, values, order),
        pareto=pareto(values[:, measured], names) if measured else (),
    )
