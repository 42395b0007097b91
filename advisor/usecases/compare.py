"""Why one stack stands above another in an answer: criterion by criterion, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.decision import Belief, CriterionView, RankedAlternative, Recommendation


@dataclass(frozen=True, slots=True)
class Difference:
    """One criterion: what each stack has there, and what that makes of the lead."""

    criterion: CriterionView
    one: Belief
    other: Belief
    lead: float
    """Contribution of the first stack minus that of the second, on the value scale."""
    evidence: tuple[str, ...]
    """Keys of what only one of them rests on: what both share makes no difference."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two ranked stacks of one answer, the better one first."""

    better: RankedAlternative
    other: RankedAlternative
    tied: bool
    differences: tuple[Difference, ...]
    """The largest lead first, the largest arrears last; the leads sum to the difference of the
    expected values."""

    @property
    def lead(self) -> float:
        """How much higher the expected value of the better one is."""
        return self.better.expected.point - self.other.expected.point


def compare(recommendation: Recommendation, one: str, other: str) -> Comparison:
    """Compare two ranked stacks, named by id, label or place in the ranking.

    A stack that is ranked as another one stands for that one.

    Raises:
        KnownError: one of them is not ranked, or both are the same.
    """
    first, second = (_find(recommendation, name) for name in (one, other))
    if first.id == second.id:
        raise KnownError(f"{one} and {other} are the same stack", hint="name two different ones")
    order = [ranked.id for ranked in recommendation.ranking]
    better, worse = sorted((first, second), key=lambda ranked: order.index(ranked.id))
    beliefs = {(b.alternative, b.criterion): b for b in recommendation.matrix.beliefs}
    differences = [
        _difference(view, beliefs[better.id, view.id], beliefs[worse.id, view.id], better, worse)
        for view in recommendation.matrix.criteria
    ]
    return Comparison(
        better=better,
        other=worse,
        tied=worse.id in better.tied_with,
        differences=tuple(sorted(differences, key=lambda d: -d.lead)),
    )


def _difference(
    view: CriterionView,
    one: Belief,
    other: Belief,
    better: RankedAlternative,
    worse: RankedAlternative,
) -> Difference:
    shared = set(one.evidence) & set(other.evidence)
    keys = (key for key in (*one.evidence, *other.evidence) if key not in shared)
    return Difference(
        criterion=view,
        one=one,
        other=other,
        lead=better.contributions.get(view.id, 0.0) - worse.contributions.get(view.id, 0.0),
        evidence=tuple(dict.fromkeys(keys)),
    )


def _find(recommendation: Recommendation, name: str) -> RankedAlternative:
    for place, ranked in enumerate(recommendation.ranking, start=1):
        if name.strip().lower() in (ranked.id.lower(), ranked.label.lower(), str(place)):
            return ranked
    for one in recommendation.merged:
        if name.strip().lower() in (one.alternative.lower(), one.label.lower()):
            return _find(recommendation, one.into)
    gone = {e.alternative: e for e in recommendation.excluded}
    if name in gone:
        raise KnownError(
            f"{name} is ruled out: {gone[name].reason.en}", hint="only ranked stacks are compared"
        )
    ids = [ranked.id for ranked in recommendation.ranking]
    raise KnownError(f"{name!r} is not ranked in this answer", hint=did_you_mean(name, ids))
