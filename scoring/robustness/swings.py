"""Which uncertain numbers could turn the lead around: the tornado, and the facts that decide.

Pure. One number at a time runs over its 95 % interval, the others staying at their means.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from knowledge.evidence import is_evidence
from knowledge.schema.criterion import Shape
from knowledge.schema.decision import Belief, CriterionView, DecisionMatrix, Latent
from knowledge.schema.robustness import Swing
from scoring.draws import Array, LatentDraws
from scoring.moments import quantiles, weighted_sum
from scoring.simulate import Simulation
from scoring.value import value

LEAST = 0.001
"""Swings of the margin below a thousandth of the value scale are left out."""
LEVELS = frozenset({"point", "normal", "uniform"})
ROUNDING = 1e-9
DRAWS = 1000
"""Draws of the other numbers of a cell, to average a value function that is not linear over."""


def swings(
    matrix: DecisionMatrix, simulation: Simulation, one: int, other: int
) -> tuple[Swing, ...]:
    """How the lead of row `one` over row `other` moves with each number, largest swing first.

    A number that both rest on, alike, moves neither. Numbers of one stream (a latency and the
    throughput it gives; all that is unknown of one framework) move together and are one swing.
    """
    latents = {latent.id: latent for latent in matrix.latents}
    rows = {alternative.id: row for row, alternative in enumerate(matrix.alternatives)}
    views = {view.id: view for view in matrix.criteria}
    touched: defaultdict[str, list[tuple[float, Belief, Latent]]] = defaultdict(list)
    for belief in matrix.beliefs:
        sign = {one: 1.0, other: -1.0}.get(rows[belief.alternative])
        if sign is not None:
            for term in belief.terms:
                latent = latents[term.latent]
                touched[latent.stream or latent.id].append((sign, belief, latent))
    margin = float(simulation.expected[one] - simulation.expected[other])
    found = []
    for stream, cells in touched.items():
        shifts = [_shift(cells, end, views, latents, simulation) for end in (False, True)]
        low, high = sorted(margin + shift for shift in shifts)
        if high - low >= LEAST:
            key = next((name for name in (stream, cells[0][2].id) if is_evidence(name)), None)
            found.append(
                Swing(
                    latent=stream,
                    evidence=key,
                    criteria=tuple(dict.fromkeys(belief.criterion for _, belief, _ in cells)),
                    at_low=low,
                    at_high=high,
                )
            )
    return tuple(sorted(found, key=lambda swing: (swing.at_low - swing.at_high, swing.latent)))


def _shift(
    cells: list[tuple[float, Belief, Latent]],
    upper: bool,
    views: dict[str, CriterionView],
    latents: dict[str, Latent],
    simulation: Simulation,
) -> float:
    """Change of the margin when the stream stands at the lower or upper end of its interval."""
    total = 0.0
    together: dict[int, tuple[float, Belief, set[str]]] = {}
    for sign, belief, latent in cells:
        together.setdefault(id(belief), (sign, belief, set()))[2].add(latent.id)
    for sign, belief, fixed in together.values():
        view = views[belief.criterion]
        moved = _moved(view, belief, latents, simulation, fixed, upper)
        total += sign * view.weight * moved
    return total


def _moved(
    view: CriterionView,
    belief: Belief,
    latents: dict[str, Latent],
    simulation: Simulation,
    fixed: set[str],
    upper: bool,
) -> float:
    """Change of a cell's expected value with the latents in `fixed` at one end of their intervals.

    In closed form where the value is linear over all that the cell can be; else by draws.
    """
    anchors, terms = view.anchors, belief.terms
    ends = {t.latent: _end(latents[t.latent], t.coefficient, upper) for t in terms}
    if anchors.shape is Shape.LINEAR and _within(view, belief, latents):
        shift = sum(
            ends[t.latent] - weighted_sum((t,), latents).point for t in terms if t.latent in fixed
        )
        return float(shift / (anchors.best - anchors.worst))
    draws = LatentDraws([latents[term.latent] for term in terms], simulation.key)
    block = draws.draw(DRAWS)
    parts = [t.coefficient * block[draws.rows[t.latent]] for t in terms]
    usual: Array = np.sum(parts, axis=0)
    moved: Array = np.sum(
        [
            np.full(DRAWS, ends[t.latent]) if t.latent in fixed else part
            for t, part in zip(terms, parts, strict=True)
        ],
        axis=0,
    )
    return float(value(anchors, moved).mean() - value(anchors, usual).mean())


def _within(view: CriterionView, belief: Belief, latents: dict[str, Latent]) -> bool:
    """Whether the anchors cut off nothing that the cell, a sum of levels from 0 up, can be."""
    levels = all(latents[term.latent].family in LEVELS for term in belief.terms)
    if not levels:
        return False
    top = sum(term.coefficient for term in belief.terms)
    low, high = sorted((view.anchors.worst, view.anchors.best))
    return low <= 0 and top <= high + ROUNDING


def _end(latent: Latent, coefficient: float, upper: bool) -> float:
    """The 97.5 % (upper) or 2.5 % quantile along the stream: backwards where it runs backwards."""
    ends = quantiles(latent, coefficient)
    backwards = latent.b < latent.a if "uniform" in latent.family else latent.b < 0
    return ends.high if upper != backwards else ends.low
