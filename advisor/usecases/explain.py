"""Why an answer is as it is: what the first place is made of, what it beats, what would undo it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from advisor.usecases.compare import Comparison, compare
from knowledge.errors import KnownError
from knowledge.schema.base import LocalText
from knowledge.schema.decision import (
    Belief,
    CriterionView,
    EvidenceItem,
    Exclusion,
    Latent,
    NextMeasurement,
    RankedAlternative,
    Recommendation,
    Relaxation,
)
from knowledge.schema.robustness import (
    LeaveOut,
    Reversal,
    Swing,
    Turn,
    WeightFlip,
    WeightStability,
)

LEVEL = 0.001


@dataclass(frozen=True, slots=True)
class Contribution:
    """One criterion of the first place."""

    criterion: CriterionView
    belief: Belief
    value: float
    """Expected value there, 0 (worst) to 1 (best)."""
    amount: float
    """Weight times value; the amounts add up to the expected value."""
    evidence: tuple[EvidenceItem, ...]

    @property
    def missing(self) -> float:
        """What the best possible would contribute more."""
        return self.criterion.weight - self.amount


@dataclass(frozen=True, slots=True)
class RuledOut:
    """One reason for which stacks are out, with the stacks."""

    requirement: str
    title: LocalText
    reason: LocalText
    labels: tuple[str, ...]
    evidence: tuple[EvidenceItem, ...]


@dataclass(frozen=True, slots=True)
class Flips:
    """What would put another stack first."""

    weights: WeightFlip | None
    """The nearest weights that do."""
    thresholds: tuple[WeightStability, ...]
    """Criteria whose weight alone does, the nearest first."""
    facts: tuple[Swing, ...]
    """Numbers of which the bad end of the 95 % interval does, the furthest first."""
    turns: tuple[Turn, ...]
    """Amounts beyond which another is first, the nearest first."""
    reversals: tuple[Reversal, ...]
    """Claims that alone decide, the weightiest first."""
    rival: str | None
    """Label of the stack the facts are held against."""
    left_out: tuple[LeaveOut, ...]
    """Criteria without which another is first."""
    relaxations: tuple[Relaxation, ...]
    """Requirements without which one comes back that is better, or level within a thousandth."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """All of it; `first` is None where nothing is feasible."""

    recommendation: Recommendation
    first: RankedAlternative | None
    contributions: tuple[Contribution, ...]
    """The largest first."""
    against: Comparison | None
    """The first and the second, or the one that was named."""
    ruled_out: tuple[RuledOut, ...]
    flips: Flips | None
    next_measurement: NextMeasurement | None

    def label(self, alternative: str) -> str:
        """What readers call an alternative."""
        found = {ranked.id: ranked.label for ranked in self.recommendation.ranking}
        return found.get(alternative, alternative)


def explain(recommendation: Recommendation, against: str | None = None) -> Explanation:
    """Explain an answer; `against` names the ranked stack to hold the first against.

    Raises:
        KnownError: `against` is not ranked, or is the first itself.
    """
    ranking = recommendation.ranking
    first = ranking[0] if ranking else None
    comparison = None
    if first is not None and (against is not None or len(ranking) > 1):
        comparison = compare(recommendation, first.id, against or ranking[1].id)
    elif against is not None:
        raise KnownError(
            "nothing is feasible, so nothing is compared", hint="see what rules the stacks out"
        )
    return Explanation(
        recommendation=recommendation,
        first=first,
        contributions=_contributions(recommendation, first) if first else (),
        against=comparison,
        ruled_out=_ruled_out(recommendation),
        flips=_flips(recommendation, first) if first else None,
        next_measurement=recommendation.next_measurement,
    )


def _contributions(
    recommendation: Recommendation, first: RankedAlternative
) -> tuple[Contribution, ...]:
    beliefs = {b.criterion: b for b in recommendation.matrix.beliefs if b.alternative == first.id}
    latents = {latent.id: latent for latent in recommendation.matrix.latents}
    found = [
        Contribution(
            criterion=view,
            belief=beliefs[view.id],
            value=_value(view, beliefs[view.id], first, latents),
            amount=first.contributions[view.id],
            evidence=cited(recommendation, beliefs[view.id].evidence),
        )
        for view in recommendation.matrix.criteria
    ]
    return tuple(sorted(found, key=lambda c: (-c.amount, c.criterion.id)))


def _value(
    view: CriterionView, belief: Belief, first: RankedAlternative, latents: dict[str, Latent]
) -> float:
    """Expected value by the draws; of a criterion that has no weight without draws."""
    if view.weight:
        return first.contributions[view.id] / view.weight
    from scoring.expected import expected_value

    return expected_value(view, belief, latents)


def cited(recommendation: Recommendation, keys: Iterable[str]) -> tuple[EvidenceItem, ...]:
    """The entries of the evidence behind `keys`."""
    items = {item.key: item for item in recommendation.evidence}
    return tuple(items[key] for key in keys if key in items)


def _ruled_out(recommendation: Recommendation) -> tuple[RuledOut, ...]:
    """Stacks that miss a requirement for the same reason together, as they are listed."""
    groups: dict[tuple[str, str], list[Exclusion]] = {}
    for exclusion in recommendation.excluded:
        groups.setdefault((exclusion.requirement, exclusion.reason.en), []).append(exclusion)
    order = list(dict.fromkeys(e.requirement for e in recommendation.excluded))
    found = sorted(groups.values(), key=lambda group: order.index(group[0].requirement))
    return tuple(
        RuledOut(
            requirement=group[0].requirement,
            title=group[0].title,
            reason=group[0].reason,
            labels=tuple(exclusion.label for exclusion in group),
            evidence=cited(recommendation, dict.fromkeys(k for e in group for k in e.evidence)),
        )
        for group in found
    )


def _flips(recommendation: Recommendation, first: RankedAlternative) -> Flips:
    from scoring.robustness.turns import turns

    robust = recommendation.robustness
    amounts, claims = turns(recommendation.matrix, recommendation.ranking)
    labels = {ranked.id: ranked.label for ranked in recommendation.ranking}

    def distance(one: WeightStability) -> float:
        ends = [end for end in (one.low, one.high) if end is not None]
        return min(abs(end - one.weight) for end in ends)

    movable = [one for one in robust.stability if one.low is not None or one.high is not None]
    return Flips(
        weights=robust.flip,
        thresholds=tuple(sorted(movable, key=lambda one: (distance(one), one.criterion))),
        facts=tuple(
            sorted((s for s in robust.swings if s.at_low < 0), key=lambda s: (s.at_low, s.latent))
        ),
        turns=amounts,
        reversals=claims,
        rival=labels.get(robust.rival or ""),
        left_out=tuple(one for one in robust.left_out if one.first != first.id),
        relaxations=tuple(
            one for one in recommendation.relaxations if one.expected > first.expected.point - LEVEL
        ),
    )


def apportioned(amounts: Sequence[float], total: float, digits: int = 3) -> list[float]:
    """The amounts rounded so that they add up to the rounded total, as a reader would add them.

    Each is rounded down or up; those with the largest remainders go up.

    >>> apportioned([0.3334, 0.3333, 0.3333], 1.0)
    [0.334, 0.333, 0.333]
    """
    scale = 10**digits
    floors = [math.floor(amount * scale + 1e-9) for amount in amounts]
    short = round(total * scale) - sum(floors)
    by_rest = sorted(range(len(amounts)), key=lambda i: (floors[i] - amounts[i] * scale, i))
    for index in by_rest[: max(0, short)]:
        floors[index] += 1
    return [value / scale for value in floors]
