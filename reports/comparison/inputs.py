"""Which of what went into two recommendations is different.

Pure, and blind to languages: callers put the parts into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from knowledge.schema.base import LocalText
    from knowledge.schema.decision import Recommendation


@dataclass(frozen=True)
class OneSided:
    """Texts that only one of the two has, in the order it has them."""

    before: tuple[LocalText, ...]
    after: tuple[LocalText, ...]


def different(before: Recommendation, after: Recommendation) -> tuple[str, ...]:
    """The parts of the input that differ, by name.

    The names are the keys of `_PARTS`, "scales", "certainty" and "ages".
    """
    found = [name for name, of in _PARTS.items() if of(before) != of(after)]
    if before.scenario == after.scenario and scales(before, after):
        found.append("scales")
    certainties = {before.weight_certainty, after.weight_certainty}
    if None not in certainties and len(certainties) > 1:  # an early run did not keep it
        found.append("certainty")
    if _aged(before, after):
        found.append("ages")
    return tuple(found)


def requirements(before: Recommendation, after: Recommendation) -> OneSided:
    """What only one asks of every stack: requirements, what the user rules out, vetoes."""
    return _one_sided(before.requirements, after.requirements)


def assumptions(before: Recommendation, after: Recommendation) -> OneSided:
    """What only one takes for granted."""
    old, new = ([one.statement for one in answer.assumptions] for answer in (before, after))
    return _one_sided(old, new)


def scales(before: Recommendation, after: Recommendation) -> tuple[str, ...]:
    """Criteria of both whose values are not comparable, as unit or anchors are other ones."""
    old = {view.id: view for view in before.matrix.criteria}
    return tuple(
        view.id
        for view in after.matrix.criteria
        if view.id in old and (view.unit, view.anchors) != (old[view.id].unit, old[view.id].anchors)
    )


def unverified(before: Recommendation, after: Recommendation) -> dict[str, tuple[int, int]]:
    """Requirement to how many ranked stacks could not be checked against it, where that differs."""
    counts = [_unchecked(answer) for answer in (before, after)]
    found = {
        id_: (counts[0].get(id_, 0), counts[1].get(id_, 0)) for id_ in {**counts[0], **counts[1]}
    }
    return {id_: pair for id_, pair in found.items() if pair[0] != pair[1]}


def _aged(before: Recommendation, after: Recommendation) -> bool:
    """Whether evidence of both is past its shelf life in one alone."""
    old = {item.key: item.stale_since for item in before.evidence}
    return any(item.key in old and item.stale_since != old[item.key] for item in after.evidence)


def _unchecked(answer: Recommendation) -> dict[str, int]:
    stacks: dict[str, set[str]] = {}
    for one in answer.unverified:
        stacks.setdefault(one.requirement, set()).add(one.alternative)
    return {id_: len(found) for id_, found in stacks.items()}


def _one_sided(old: Iterable[LocalText], new: Iterable[LocalText]) -> OneSided:
    sides = [{text.en: text for text in side} for side in (old, new)]
    return OneSided(
        before=tuple(text for key, text in sides[0].items() if key not in sides[1]),
        after=tuple(text for key, text in sides[1].items() if key not in sides[0]),
    )


def _weights(answer: Recommendation) -> object:
    return {view.id: round(view.weight, 6) for view in answer.matrix.criteria if view.weight}


def _people(answer: Recommendation) -> object:
    return [p.who for p in answer.stakeholders.people] if answer.stakeholders else None


_PARTS: dict[str, Callable[[Recommendation], object]] = {
    "scenario": lambda a: a.scenario,
    "target": lambda a: (a.target, a.elsewhere),
    "requirements": lambda a: {text.en for text in a.requirements},
    "assumptions": lambda a: {one.pin for one in a.assumptions},
    "weights": _weights,
    "people": _people,
    "measurements": lambda a: ({m.id for m in a.measurements}, {m.id for m in a.nearby}),
    "machine": lambda a: a.host.id,
    "knowledge": lambda a: a.digests.knowledge,
    "overlays": lambda a: a.overlays,
    "program": lambda a: (a.version, a.digests.code),
    "seed": lambda a: a.seed,
    "draws": lambda a: a.draws,
}
