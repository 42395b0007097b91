"""Why the lead of one stack over another is not what it was, exactly and by criterion.

Pure. A lead is the sum over the criteria of weight times difference in value. A change of it is
shared out to weights and to evidence so that the shares sum to the change: the change of a weight
counts at the mean of the values before and after, the change of a value at the mean of the
weights. That is the Shapley value of the two causes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knowledge.schema.decision import RankedAlternative, Recommendation


@dataclass(frozen=True)
class Cause:
    """What a criterion does to the lead."""

    criterion: str
    by_weight: float
    by_evidence: float

    @property
    def together(self) -> float:
        """Both causes."""
        return self.by_weight + self.by_evidence


@dataclass(frozen=True)
class Lead:
    """How far one stack is ahead of another before and after, and what made the difference."""

    one: str
    """Id of the stack whose lead it is."""
    other: str
    before: float
    after: float
    causes: tuple[Cause, ...]
    """Largest first; they sum to `after - before`."""


def lead(before: Recommendation, after: Recommendation) -> Lead | None:
    """The lead of the new first place over the old one, or over its runner-up where it is the same.

    None where the two are not ranked in both answers, or these are of two scenarios, whose values
    are not on one scale.
    """
    if not before.ranking or not after.ranking or before.scenario != after.scenario:
        return None
    one = after.ranking[0].id
    other = before.ranking[0].id
    if one == other:
        known = {ranked.id for ranked in before.ranking}
        rivals = [ranked.id for ranked in after.ranking[1:] if ranked.id in known]
        if not rivals:
            return None
        other = rivals[0]
    rows = [_row(answer, name) for answer in (before, after) for name in (one, other)]
    if any(row is None for row in rows):
        return None
    leads = _lead(before, one, other), _lead(after, one, other)
    causes = [
        _cause(before, after, name, (one, other))
        for name in dict.fromkeys((*_weights(before), *_weights(after)))
    ]
    causes.sort(key=lambda cause: (-abs(cause.together), cause.criterion))
    return Lead(one, other, *leads, tuple(causes))


def _row(answer: Recommendation, name: str) -> RankedAlternative | None:
    return next((ranked for ranked in answer.ranking if ranked.id == name), None)


def _weights(answer: Recommendation) -> dict[str, float]:
    return {view.id: view.weight for view in answer.matrix.criteria}


def _lead(answer: Recommendation, one: str, other: str) -> float:
    return sum(_part(answer, name, (one, other)) for name in _weights(answer))


def _part(answer: Recommendation, criterion: str, pair: tuple[str, str]) -> float:
    """What the criterion adds to the lead."""
    first, second = (_row(answer, name) for name in pair)
    if first is None or second is None:
        return 0.0
    return first.contributions.get(criterion, 0.0) - second.contributions.get(criterion, 0.0)


def _cause(
    before: Recommendation, after: Recommendation, criterion: str, pair: tuple[str, str]
) -> Cause:
    weights = [_weights(answer).get(criterion, 0.0) for answer in (before, after)]
    parts = [_part(answer, criterion, pair) for answer in (before, after)]
    change = parts[1] - parts[0]
    if not all(weights):  # without a weight no value is known: all of it is the weight's doing
        return Cause(criterion, change, 0.0)
    values = [part / weight for part, weight in zip(parts, weights, strict=True)]
    return Cause(
        criterion,
        by_weight=(weights[1] - weights[0]) * (values[0] + values[1]) / 2,
        by_evidence=(values[1] - values[0]) * (weights[0] + weights[1]) / 2,
    )
