"""Why one stack stands above another in an answer: criterion by criterion, with the evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from knowledge.errors import KnownError
from knowledge.nearest import nearest_of
from knowledge.schema.decision import (
    Belief,
    CriterionView,
    EvidenceItem,
    RankedAlternative,
    Recommendation,
)

_LEVELS = {"yes": "yes|since", "no": "no|removed", "partial": "partial"}
"""How the words for a level of support begin, in English."""


class Standing(IntEnum):
    """How two stacks stand with one term, what tells most first."""

    DIFFERS = 0
    ONE_SIDED = 1
    """Something is known of one only."""
    ALIKE = 2


@dataclass(frozen=True, slots=True)
class Point:
    """What is said on one term of the one stack and of the other."""

    standing: Standing
    one: tuple[EvidenceItem, ...]
    other: tuple[EvidenceItem, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One criterion: what each stack has there, and what that makes of the lead."""

    criterion: CriterionView
    one: Belief
    other: Belief
    lead: float
    """Contribution of the first stack minus that of the second, on the value scale."""
    evidence: tuple[str, ...]
    """Keys of what only one of them rests on, what makes the difference first: what both share
    makes none.
    """
    points: tuple[Point, ...] = ()
    """The same, each term with what is said of it on both sides."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two ranked stacks of one answer, the better one first."""

    better: RankedAlternative
    other: RankedAlternative
    tied: bool
    wins: float | None
    """Share of the draws in which the better one is worth more, a tie counting half; None where
    the answer does not say how its weights were drawn."""
    regret: tuple[float, float] | None
    """What choosing the one or the other loses on average against the stack that turns out best."""
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
    items = {item.key: item for item in recommendation.evidence}
    differences = [
        _difference(
            view, beliefs[better.id, view.id], beliefs[worse.id, view.id], better, worse, items
        )
        for view in recommendation.matrix.criteria
    ]
    return Comparison(
        better=better,
        other=worse,
        tied=worse.id in better.tied_with,
        wins=_wins(recommendation, better, worse),
        regret=_regret(recommendation, better, worse),
        differences=tuple(sorted(differences, key=lambda d: -d.lead)),
    )


def _wins(
    recommendation: Recommendation, better: RankedAlternative, worse: RankedAlternative
) -> float | None:
    """Drawn again for the two alone: the draws of each are those that the answer had."""
    if recommendation.weight_certainty is None:
        return worse.first_wins if better is recommendation.ranking[0] else None
    import numpy as np

    from scoring.duplicates import without
    from scoring.simulate import simulate

    matrix = recommendation.matrix
    others = frozenset(a.id for a in matrix.alternatives) - {better.id, worse.id}
    pair = without(matrix, others)
    rng = np.random.default_rng(recommendation.seed)
    found = simulate(pair, recommendation.draws, rng=rng, certainty=recommendation.weight_certainty)
    row = [alternative.id for alternative in pair.alternatives].index(better.id)
    return found.beats(row, 1 - row)


def _regret(
    recommendation: Recommendation, better: RankedAlternative, worse: RankedAlternative
) -> tuple[float, float] | None:
    found = recommendation.robustness.regret
    if better.id not in found or worse.id not in found:
        return None
    return found[better.id], found[worse.id]


def _difference(
    view: CriterionView,
    one: Belief,
    other: Belief,
    better: RankedAlternative,
    worse: RankedAlternative,
    items: Mapping[str, EvidenceItem],
) -> Difference:
    shared = set(one.evidence) & set(other.evidence)
    keys = [key for key in (*one.evidence, *other.evidence) if key not in shared]
    points = _points(
        *(
            [items[key] for key in dict.fromkeys(keys) if key in side.evidence and key in items]
            for side in (one, other)
        )
    )
    ordered = (item.key for point in points for item in (*point.one, *point.other))
    return Difference(
        criterion=view,
        one=one,
        other=other,
        lead=better.contributions.get(view.id, 0.0) - worse.contributions.get(view.id, 0.0),
        evidence=tuple(dict.fromkeys((*ordered, *keys))),
        points=points,
    )


def _points(one: Sequence[EvidenceItem], other: Sequence[EvidenceItem]) -> tuple[Point, ...]:
    """What is said of both, term by term, the terms that make a difference first."""
    sides = [_by_term(items) for items in (one, other)]
    points = []
    for term in dict.fromkeys((*sides[0], *sides[1])):
        pair = [side.get(term, ()) for side in sides]
        said = [{_verdict(item) for item in items} for items in pair]
        if not all(pair):
            standing = Standing.ONE_SIDED
        else:
            standing = Standing.ALIKE if said[0] == said[1] else Standing.DIFFERS
        points.append(Point(standing, tuple(pair[0]), tuple(pair[1])))
    return tuple(sorted(points, key=lambda point: point.standing))


def _by_term(items: Sequence[EvidenceItem]) -> dict[str, list[EvidenceItem]]:
    """Items by what they speak of, whomever they speak of, and of whichever version."""
    found: dict[str, list[EvidenceItem]] = {}
    for item in items:
        found.setdefault(_term(item.key), []).append(item)
    return found


def _term(key: str) -> str:
    """What a key asks without of whom.

    >>> _term("claim:pytorch:export.onnx"), _term("fact:jax:operators.share:device=cpu:version=1.0")
    ('claim:export.onnx', 'fact:operators.share:device=cpu')
    """
    kind, _subject, *asked = key.split(":")
    return ":".join([kind, *(part for part in asked if not part.startswith("version="))])


def _verdict(item: EvidenceItem) -> str:
    """What a statement says of its term, in the least words: since when does not count.

    >>> said = "PyTorch: ONNX export: since 2.0, needs onnxscript. By the exporter."
    >>> _level(said.split(": ", 2)[-1])
    'yes'
    """
    return _level(item.statement.en.split(": ", 2)[-1])


def _level(told: str) -> str:
    for level, starts in _LEVELS.items():
        if re.match(rf"(?:{starts})\b", told):
            return level
    return told.partition(" (")[0]  # an amount, without what it is of


def _find(recommendation: Recommendation, name: str) -> RankedAlternative:
    """The ranked stack called `name`, or the one at that place."""
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
    raise KnownError(f"{name!r} is not ranked in this answer", hint=_hint(recommendation, name))


def _hint(recommendation: Recommendation, name: str) -> str:
    """How ranked stacks are named: by place, and the nearest id where one is near."""
    ids = [ranked.id for ranked in recommendation.ranking]
    if not ids:
        return ""
    near = "" if name.strip().isdecimal() else nearest_of(name, ids)
    if near:
        return f"did you mean {near}? places 1 to {len(ids)} will do as well"
    return f"places 1 to {len(ids)}, or an id such as {ids[0]}"
