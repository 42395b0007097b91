"""What statements of any method amount to: weights of all criteria, and what to say of them.

Pure. Criteria of which nothing was said keep their share of the scenario's weights, and the others
divide the rest as stated; with statements of order every order left open counts alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.stakes import Consistency, Method, Statements
from scoring.elicitation.best_worst import best_worst
from scoring.elicitation.pairwise import LIMIT, Misfit, pairwise
from scoring.elicitation.points import direct, swing
from scoring.elicitation.ranks import ordered, ranked


@dataclass(frozen=True, slots=True)
class Elicited:
    """Weights of all criteria, with what the person should be told."""

    weights: dict[str, float]
    """Sum to 1, in the order of the criteria."""
    consistency: Consistency | None = None
    misfit: Misfit | None = None
    """The judgement that fits least."""
    kept: tuple[str, ...] = ()
    """Criteria of which nothing was said."""
    completed: int = 0
    """Pairwise judgements that were missing and were filled in."""
    open: bool = False
    """Whether the statements leave more than one order open, over which weights are averaged."""


def elicited(
    own: Mapping[str, float], method: Method, said: Statements, *, force: bool = False
) -> Elicited:
    """Weights from statements.

    Args:
        own: the scenario's weights by criterion, on any scale.
        method: which part of the statements counts.
        said: the statements, all or some.
        force: accept pairwise judgements that contradict each other.

    Raises:
        KnownError: nothing was said, an unknown criterion, statements that cannot be used or that
            contradict each other.
    """
    named = tuple(dict.fromkeys(_named(method, said)))
    for name in named:
        if name not in own:
            raise KnownError(f"unknown criterion {name!r}", hint=did_you_mean(name, own))
    if not named:
        raise KnownError(
            f"there is no statement for the method {method}", hint=f"it reads {PARTS[method]}"
        )
    some = [name for name in own if name in named]
    if method is Method.AHP:
        return _ahp(own, some, said, force=force)
    if method is Method.BEST_WORST:
        return _best_worst(own, some, said)
    if method in (Method.ROC, Method.SMARTER) and said.above:
        # Nothing is said of some criteria: they may be anywhere in the order.
        found = ordered(list(own), [*said.above, *_pairs(said.order)])
        return Elicited(weights=found, open=True)
    if method in (Method.ROC, Method.SMARTER):
        return _completed(own, ranked(said.order))
    points = dict(said.points)
    return _completed(own, swing(points) if method is Method.SWING else direct(points))


PARTS = {
    Method.DIRECT: "points",
    Method.SWING: "points",
    Method.ROC: "order or above",
    Method.SMARTER: "order or above",
    Method.AHP: "judgements",
    Method.BEST_WORST: "best_over and over_worst",
}


def _named(method: Method, said: Statements) -> Iterable[str]:
    """The criteria that the method's part of the statements speaks of."""
    if method in (Method.DIRECT, Method.SWING):
        yield from said.points
    elif method is Method.AHP:
        for one in said.judgements:
            yield from (one.first, one.second)
    elif method is Method.BEST_WORST:
        yield from said.best_over
        yield from said.over_worst
    else:
        for group in (*said.order, *said.above):
            yield from group


def _pairs(order: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    return [
        (more, less)
        for at, group in enumerate(order[:-1])
        for more in group
        for less in order[at + 1]
    ]


def _completed(own: Mapping[str, float], found: Mapping[str, float]) -> Elicited:
    """Weights of all criteria: what was not spoken of keeps its share."""
    total = math.fsum(own.values())
    if total <= 0:
        raise KnownError("all weights of the scenario are zero", hint="weigh one of its criteria")
    kept = tuple(name for name in own if name not in found)
    rest = 1.0 - math.fsum(own[name] for name in kept) / total
    if kept and rest <= 0:
        raise KnownError(
            "what was stated has no share of the scenario's weights to divide",
            hint=f"speak of {', '.join(kept)} too",
        )
    weights = {n: own[n] / total if n in kept else found[n] * (rest if kept else 1.0) for n in own}
    return Elicited(weights=weights, kept=kept)


def _ahp(
    own: Mapping[str, float], some: Sequence[str], said: Statements, *, force: bool
) -> Elicited:
    judged = {(one.first, one.second): one.ratio for one in said.judgements}
    if len(judged) < len(said.judgements):
        raise KnownError("a pair of criteria is judged twice", hint="keep one of the judgements")
    found = pairwise(some, judged)
    if not found.consistent and not force:
        raise InconsistentError(found.consistency_ratio, found.misfit)
    whole = _completed(own, found.weights)
    consistency = None
    if not math.isnan(found.consistency_ratio):
        consistency = Consistency(ratio=found.consistency_ratio, forced=not found.consistent)
    return Elicited(
        weights=whole.weights,
        consistency=consistency,
        misfit=found.misfit,
        kept=whole.kept,
        completed=len(found.completed),
    )


class InconsistentError(KnownError):
    """Pairwise judgements whose consistency ratio is above the limit."""

    def __init__(self, ratio: float, misfit: Misfit | None) -> None:
        self.ratio, self.misfit = ratio, misfit
        which = "revise the judgements"
        if misfit is not None:
            which = (
                f"{misfit.first} : {misfit.second} = {misfit.judged:.3g} fits least; the weights "
                f"of all together say {misfit.implied:.2g}"
            )
        super().__init__(
            f"the judgements contradict each other: consistency ratio {ratio:.2f}, "
            f"at most {LIMIT:g} is accepted",
            hint=f"{which}; --force accepts them all the same",
        )


def _best_worst(own: Mapping[str, float], some: Sequence[str], said: Statements) -> Elicited:
    """Criteria that only one side speaks of cannot be placed, and keep their share."""
    both = [name for name in some if name in said.best_over and name in said.over_worst]
    if len(both) < 2:
        raise KnownError(
            "fewer than two criteria are compared with both the best and the worst",
            hint="give best_over and over_worst for each criterion",
        )
    best = {name: said.best_over[name] for name in both}
    worst = {name: said.over_worst[name] for name in both}
    found = best_worst(both, best, worst)
    whole = _completed(own, found.weights)
    misfit = None
    if found.misfit is not None:
        name = found.misfit
        top = min(both, key=lambda one: best[one])
        ratio = found.weights[top] / found.weights[name]
        misfit = Misfit(first=top, second=name, judged=best[name], implied=ratio)
        if name == top:
            bottom = min(both, key=lambda one: worst[one])
            ratio = found.weights[name] / found.weights[bottom]
            misfit = Misfit(first=name, second=bottom, judged=worst[name], implied=ratio)
    return Elicited(
        weights=whole.weights,
        consistency=Consistency(ratio=found.ratio),
        misfit=misfit,
        kept=whole.kept,
    )
