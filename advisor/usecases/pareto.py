"""The Pareto front of an answer by two or three criteria: what nobody beats by all of them.

By the amounts as they are believed, before any weight. A stack of which one of them is not known is
not placed: a guess would put it on the front or off it at will.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors, Criterion, Shape
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    CriterionView,
    RankedAlternative,
    Recommendation,
)

LEAST, MOST = 2, 3
ENERGY = Criterion(
    id="energy",
    title=LocalText(en="Energy efficiency", zh="能效"),
    about=LocalText(en="Examples per joule.", zh="每焦耳处理的样本数。"),
    unit="items/J",
    measured="energy",
)
"""What an answer may be asked for though its scenario does not weigh it: it was counted along."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One stack with its amounts, by criterion in the order asked."""

    ranked: RankedAlternative
    beliefs: tuple[Belief, ...]
    beaten_by: tuple[RankedAlternative, ...]
    """Those at least as good by every criterion and better by one; none on the front."""


@dataclass(frozen=True, slots=True)
class Front:
    """The front, what is behind it, and what cannot be placed; each in the order of the ranking."""

    criteria: tuple[CriterionView, ...]
    front: tuple[Placed, ...]
    behind: tuple[Placed, ...]
    unknown: tuple[RankedAlternative, ...]


def front(recommendation: Recommendation, names: Sequence[str]) -> Front:
    """The front by the criteria called `names`.

    Raises:
        KnownError: fewer than two or more than three, one twice, or one the answer does not use.
    """
    import numpy as np

    from scoring.robustness.dominance import dominated

    views = _chosen(recommendation, names)
    cells = {(b.alternative, b.criterion): b for b in recommendation.matrix.beliefs}
    if ENERGY.id in names and ENERGY.id not in {v.id for v in recommendation.matrix.criteria}:
        for alternative in recommendation.matrix.alternatives:
            cells[alternative.id, ENERGY.id] = _counted(recommendation, alternative)
    rows = {r.id: tuple(cells[r.id, v.id] for v in views) for r in recommendation.ranking}
    known = [
        r
        for r in recommendation.ranking
        if all(belief.basis is not Basis.UNKNOWN for belief in rows[r.id])
    ]
    amounts = np.array(
        [[_good(v, b) for v, b in zip(views, rows[r.id], strict=True)] for r in known]
    )
    beaten = dominated(amounts, [r.id for r in known]) if known else {}
    by_id = {r.id: r for r in known}
    placed = [
        Placed(r, rows[r.id], tuple(by_id[name] for name in beaten.get(r.id, ()))) for r in known
    ]
    return Front(
        criteria=views,
        front=tuple(one for one in placed if not one.beaten_by),
        behind=tuple(one for one in placed if one.beaten_by),
        unknown=tuple(r for r in recommendation.ranking if r.id not in by_id),
    )


def _chosen(recommendation: Recommendation, names: Sequence[str]) -> tuple[CriterionView, ...]:
    views = {view.id: view for view in recommendation.matrix.criteria}
    views.setdefault(ENERGY.id, _ENERGY_VIEW)
    for name in names:
        if name not in views:
            raise KnownError(
                f"unknown criterion {name!r} in {recommendation.id}",
                hint=did_you_mean(name, views),
            )
    if not LEAST <= len(set(names)) == len(names) <= MOST:
        raise KnownError(
            f"a front is of two or three different criteria, not of {', '.join(names) or 'none'}",
            hint="for example --pareto latency,memory",
        )
    return tuple(views[name] for name in names)


_ENERGY_VIEW = CriterionView(
    id=ENERGY.id,
    title=ENERGY.title,
    about=ENERGY.about,
    unit=ENERGY.unit,
    weight=0.0,
    anchors=Anchors(worst=0.01, best=1000.0, shape=Shape.LOG),
    measured=ENERGY.measured,
)


def _counted(recommendation: Recommendation, alternative: Alternative) -> Belief:
    """What the counters of joules told of a stack, at the batch that took least per example."""
    from knowledge.schema.probing import Status
    from knowledge.schema.scenario import Preference, WorkloadUse
    from scoring.measured import measured_cell
    from scoring.newest import newest

    told = {
        (m.workload, m.batch): m.energy.items_per_joule
        for m in recommendation.measurements
        if m.status is Status.OK and m.task.lane == alternative.lane and m.energy is not None
    }
    known = [(rate, *task) for task, rate in told.items() if rate is not None]
    _, workload, batch = max(known, default=(0.0, "none", 1))
    use = WorkloadUse(workload=workload, batch=batch)
    asked = Preference(criterion=ENERGY.id, weight=0, anchors=_ENERGY_VIEW.anchors, measure=use)
    return measured_cell(ENERGY, asked, alternative, newest(recommendation.measurements))[0]


def _good(view: CriterionView, belief: Belief) -> float:
    """The amount, signed so that more is better."""
    point, anchors = belief.estimate.point, view.anchors
    if anchors.shape is Shape.TARGET:
        return -abs(point - anchors.best)
    return point if anchors.best > anchors.worst else -point
