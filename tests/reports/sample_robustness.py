"""The sample's robustness: a flip of the weights, numbers that can turn the lead, a regret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knowledge.schema.decision import CriterionView, EvidenceItem, RankedAlternative
from knowledge.schema.robustness import (
    CrossCheck,
    LeaveOut,
    Robustness,
    Swing,
    WeightFlip,
    WeightStability,
)


def robustness(
    ranking: Sequence[RankedAlternative],
    criteria: Sequence[CriterionView],
    evidence: Sequence[EvidenceItem],
    **changes: Any,
) -> Robustness:
    """Of the first two stacks of `ranking`; keyword arguments replace fields."""
    first, second, *_, last = (ranked.id for ranked in ranking)
    one, other = criteria[0], criteria[1]
    moved = {view.id: view.weight for view in criteria}
    moved |= {one.id: one.weight - 0.1, other.id: other.weight + 0.1}
    key = evidence[0].key
    given: dict[str, Any] = {
        "stability": tuple(
            WeightStability(criterion=view.id, weight=view.weight, low=None, high=None)
            for view in criteria
        ),
        "flip": WeightFlip(alternative=second, weights=moved, distance=0.2),
        "rival": second,
        "swings": (
            Swing(latent=key, evidence=key, criteria=(one.id,), at_low=-0.05, at_high=0.2),
            Swing(
                latent="unknown:a/b:time:net:1",
                evidence=None,
                criteria=(one.id,),
                at_low=0.01,
                at_high=0.1,
            ),
        ),
        "left_out": (LeaveOut(criterion=one.id, first=first),),
        "regret": {first: 0.01, second: 0.03},
        "dominated": {last: (first,)},
        "crosschecks": (
            CrossCheck(method="topsis", first=first, place=1),
            CrossCheck(method="vikor", first=second, place=2),
        ),
        "pareto": (first, second),
        **changes,
    }
    return Robustness(**given)
