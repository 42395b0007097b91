"""What two recommendations have different: evidence, measurements, exclusions.

Pure, and blind to languages: callers put the pairs into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from knowledge.schema.probing import Estimate, Measurement

if TYPE_CHECKING:
    from knowledge.schema.decision import EvidenceItem, Exclusion, Recommendation

Change = Literal["added", "removed", "changed"]


@dataclass(frozen=True)
class EvidenceChange:
    """A piece of evidence that only one answer cites, or that reads otherwise now.

    "added" and "removed" are said of the answer, not of the knowledge base: a fact that is not
    needed any more is not cited any more.
    """

    key: str
    kind: Change
    before: EvidenceItem | None
    after: EvidenceItem | None


@dataclass(frozen=True)
class Pair:
    """The results of one task in both answers."""

    before: Measurement
    after: Measurement

    @property
    def ratio(self) -> Estimate | None:
        """Time after by time before, with the interval that both intervals leave.

        The same result kept in both is no pair to compare.
        """
        old, new = self.before.latency, self.after.latency
        if old is None or new is None or min(old.low, new.low) <= 0:
            return None
        return Estimate(
            point=new.point / old.point, low=new.low / old.high, high=new.high / old.low
        )


@dataclass(frozen=True)
class Lone:
    """The result of a task that the other answer has no result of."""

    measurement: Measurement
    now: bool
    """Whether the later answer has it."""


def evidence(before: Recommendation, after: Recommendation) -> list[EvidenceChange]:
    """Cited evidence that differs in what it says, its grade, its source or its age.

    Measurements are compared apart, since every run gives them new ids. First what reads otherwise,
    in what it says before in where it stands; then what one alone cites.
    """
    old, new = _cited(before), _cited(after)
    found = []
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        if one is None or other is None:
            found.append(EvidenceChange(key, "added" if one is None else "removed", one, other))
        elif _said(one) != _said(other):
            found.append(EvidenceChange(key, "changed", one, other))
    order = {"changed": 0, "added": 1, "removed": 2}
    return sorted(found, key=lambda one: (order[one.kind], moved_only(one), one.key))


def moved_only(change: EvidenceChange) -> bool:
    """Whether nothing but the place in the source is another one."""
    one, other = change.before, change.after
    return one is not None and other is not None and _said(one)[:3] == _said(other)[:3]


def _cited(answer: Recommendation) -> dict[str, EvidenceItem]:
    return {i.key: i for i in answer.evidence if not i.key.startswith("measurement:")}


def _said(item: EvidenceItem) -> tuple[object, ...]:
    stale = item.stale_since is not None
    return item.statement.en, item.grade, stale, item.address, item.locator


def measurements(before: Recommendation, after: Recommendation) -> list[Pair]:
    """The tasks that both answers have a result of, those of another measurement alone.

    The largest change first, changes of the outcome before all.
    """
    old = {m.task: m for m in before.measurements}
    pairs = [
        Pair(old[m.task], m) for m in after.measurements if m.task in old and m.id != old[m.task].id
    ]
    return sorted(pairs, key=_weight)


def measured_once(before: Recommendation, after: Recommendation) -> list[Lone]:
    """Results of tasks that one answer alone has: those of the later one first."""
    tasks = [{m.task for m in answer.measurements} for answer in (before, after)]
    return [
        *(Lone(m, True) for m in after.measurements if m.task not in tasks[0]),
        *(Lone(m, False) for m in before.measurements if m.task not in tasks[1]),
    ]


def _weight(pair: Pair) -> tuple[bool, float, str]:
    ratio = pair.ratio
    same = pair.before.status is pair.after.status
    size = 0.0 if ratio is None else max(ratio.point, 1 / ratio.point)
    return same, -size, pair.after.stack


def clear(pair: Pair) -> bool:
    """Whether the difference is larger than both intervals together."""
    ratio = pair.ratio
    return ratio is not None and not ratio.low <= 1 <= ratio.high


def exclusions(one: Recommendation, other: Recommendation) -> Iterator[Exclusion]:
    """Exclusions of `one` that `other` does not have, one a stack and requirement."""
    known = {(e.alternative, e.requirement) for e in other.excluded}
    for exclusion in one.excluded:
        if (exclusion.alternative, exclusion.requirement) not in known:
            yield exclusion
