"""Which single fact or amount, were it otherwise, would put another stack first.

Pure. A swing asks how far an uncertain number moves the lead within its interval; a turn asks how
far off it would have to be. One statement at a time takes another level (not at all, in part, in
full), or one time or memory another amount, in every cell it enters; all else stays as expected.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from knowledge.evidence import is_evidence
from knowledge.schema.criterion import Shape
from knowledge.schema.decision import (
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    RankedAlternative,
    Term,
)
from knowledge.schema.robustness import Reversal, Turn
from scoring.moments import level_moments, quantiles
from scoring.value import Array, inverse, value

LEVELS = (0.0, 0.5, 1.0)
STEPS, HALVINGS = 200, 30
"""Amounts tried between the ends of a scale, and how the turn is narrowed down between two."""
AHEAD = 1e-9
"""What another must be worth more; a level draw is no turn."""
EVEN = frozenset({"uniform", "loguniform"})


@dataclass(frozen=True, slots=True)
class _World:
    """The decision at its expected values; rows in the order of the ranking."""

    names: tuple[str, ...]
    stacks: Mapping[str, str]
    expected: Array
    views: Mapping[str, CriterionView]
    latents: Mapping[str, Latent]
    means: Mapping[tuple[str, str], float]
    """Expected value of each cell with a weight, by alternative and criterion."""

    def first(self, shift: Array) -> int:
        """Who is first with these added: the first of the ranking unless another is ahead of it."""
        total = self.expected + shift
        best = int(np.argmax(total))
        return best if total[best] > total[0] + AHEAD else 0


@dataclass(frozen=True, slots=True)
class _Cell:
    """One cell that a statement or an amount enters."""

    row: int
    belief: Belief
    view: CriterionView
    term: Term


def turns(
    matrix: DecisionMatrix, ranking: Sequence[RankedAlternative]
) -> tuple[tuple[Turn, ...], tuple[Reversal, ...]]:
    """The amounts and the statements that keep the first of the ranking first, each by itself.

    Turns come nearest first, as counted in half intervals of what is believed; reversals by how far
    the other would be ahead. Numbers of a criterion that is valued by steps or around a target have
    no turn, as many amounts share a value there.
    """
    world = _world(matrix, ranking)
    rows = {name: row for row, name in enumerate(world.names)}
    amounts: defaultdict[str, list[_Cell]] = defaultdict(list)
    statements: defaultdict[str, list[_Cell]] = defaultdict(list)
    for belief in matrix.beliefs:
        view = world.views[belief.criterion]
        for term in belief.terms if view.weight else ():
            latent = world.latents[term.latent]
            cell = _Cell(rows[belief.alternative], belief, view, term)
            if view.measured is not None and view.anchors.shape in (Shape.LINEAR, Shape.LOG):
                amounts[latent.stream or latent.id].append(cell)
            elif view.measured is None and is_evidence(term.latent) and not latent.stream:
                statements[term.latent].append(cell)
    found = [turn for stream, cells in amounts.items() if (turn := _turn(world, stream, cells))]
    undone = [r for key, cells in statements.items() if (r := _reversal(world, key, cells))]
    return (
        tuple(sorted(found, key=lambda turn: (turn.distance, turn.latent))),
        tuple(sorted(undone, key=lambda one: (-one.margin, one.evidence))),
    )


def _world(matrix: DecisionMatrix, ranking: Sequence[RankedAlternative]) -> _World:
    views = {view.id: view for view in matrix.criteria}
    return _World(
        names=tuple(ranked.id for ranked in ranking),
        stacks={alternative.id: alternative.stack for alternative in matrix.alternatives},
        expected=np.array([ranked.expected.point for ranked in ranking]),
        views=views,
        latents={latent.id: latent for latent in matrix.latents},
        means={
            (ranked.id, name): amount / views[name].weight
            for ranked in ranking
            for name, amount in ranked.contributions.items()
            if views[name].weight
        },
    )


def _turn(world: _World, stream: str, cells: Sequence[_Cell]) -> Turn | None:
    """The amount nearest to what is believed at which another is first."""
    shown = cells[0]
    held = float(value(shown.view.anchors, np.array([_now(world, shown)]))[0])

    def who(place: float) -> int:
        return world.first(_shift(world, cells, place))

    steps = np.linspace(0.0, 1.0, STEPS + 1)
    found = []
    for side in (steps[steps > held], steps[steps < held][::-1]):
        for inside, outside in pairwise((held, *map(float, side))):
            if who(outside):
                found.append(_narrowed(inside, outside, who))
                break
    if not found:
        return None
    place = min(found, key=lambda one: abs(one - held))
    return _told(world, stream, shown, held, place, world.names[who(place)])


def _narrowed(inside: float, outside: float, who: Callable[[float], int]) -> float:
    """Where between the two another comes first, as near as it can be told."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if who(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _told(world: _World, stream: str, shown: _Cell, held: float, place: float, first: str) -> Turn:
    now = quantiles(world.latents[shown.term.latent], shown.term.coefficient)
    amount = float(inverse(shown.view.anchors, np.array([place]))[0])
    ends = value(shown.view.anchors, np.array([now.low, now.high]))
    keys = (stream, *shown.belief.evidence)
    return Turn(
        latent=stream,
        evidence=next((key for key in keys if is_evidence(key)), None),
        criterion=shown.view.id,
        stack=world.stacks[shown.belief.alternative],
        now=now,
        amount=amount,
        first=first,
        likely=now.low <= amount <= now.high,
        distance=abs(place - held) / max(float(np.abs(ends - held).max()), 1e-6),
    )


def _now(world: _World, cell: _Cell) -> float:
    return quantiles(world.latents[cell.term.latent], cell.term.coefficient).point


def _shift(world: _World, cells: Sequence[_Cell], place: float) -> Array:
    """What every alternative gains when the number is worth `place` in the first of its cells."""
    shift = np.zeros(len(world.names))
    for cell in cells:
        mean = world.means[cell.belief.alternative, cell.view.id]
        shift[cell.row] += cell.view.weight * (_worth(world, cells[0], cell, place) - mean)
    return shift


def _worth(world: _World, shown: _Cell, cell: _Cell, place: float) -> float:
    """What it is worth in another of its cells then.

    A throughput goes along with its latency, in proportion; what is not known, place by place.
    """
    one, other = (world.latents[each.term.latent] for each in (shown, cell))
    if cell.term == shown.term or {one.family, other.family} <= EVEN:
        return place
    ratio = float(inverse(shown.view.anchors, np.array([place]))[0]) / _now(world, shown)
    moved = _now(world, cell) * (ratio if one.b * other.b > 0 else 1 / ratio)
    return float(value(cell.view.anchors, np.array([moved]))[0])


def _reversal(world: _World, key: str, cells: Sequence[_Cell]) -> Reversal | None:
    """The level nearest to the stated one at which another is first, if any."""
    latent = world.latents[key]
    stated = min(LEVELS, key=lambda level: abs(level - latent.a))
    mean, _ = level_moments(latent)
    others = sorted((x for x in LEVELS if x != stated), key=lambda x: abs(x - stated))
    for level in others:
        shift = np.zeros(len(world.names))
        for cell in cells:
            point = cell.belief.estimate.point
            moved = point + cell.term.coefficient * (level - mean)
            before, after = value(cell.view.anchors, np.array([point, moved]))
            shift[cell.row] += cell.view.weight * float(after - before)
        first = world.first(shift)
        if first:
            total = world.expected + shift
            return Reversal(
                evidence=key,
                criteria=tuple(dict.fromkeys(cell.view.id for cell in cells)),
                level=level,
                first=world.names[first],
                margin=float(total[first] - total[0]),
            )
    return None
