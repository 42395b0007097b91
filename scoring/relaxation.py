"""Relaxations: the smallest sets of requirements whose dropping brings stacks back.

Pure. A stack comes back when all that it misses is dropped; so the smallest sets are those sets of
missed requirements that contain no other one. What does not work (a route that loses an operator,
a run that failed) comes back by no decision, and is in no set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knowledge.schema.decision import DecisionMatrix, Exclusion, Relaxation
from scoring.duplicates import without

MOST = 12
"""Sets kept; there are rarely as many."""


def minimal_sets(excluded: Sequence[Exclusion]) -> dict[frozenset[str], tuple[str, ...]]:
    """Each smallest set of requirements with the alternatives it brings back, fewest first.

    Sets that contain another one are left out: the smaller already makes something feasible.
    """
    missed: dict[str, set[str]] = {}
    lost = {exclusion.alternative for exclusion in excluded if not exclusion.waivable}
    for exclusion in excluded:
        missed.setdefault(exclusion.alternative, set()).add(exclusion.requirement)
    wanted = sorted(
        {frozenset(found) for name, found in missed.items() if name not in lost},
        key=lambda names: (len(names), sorted(names)),
    )
    smallest: list[frozenset[str]] = []
    for names in wanted:
        if not any(other < names for other in smallest):
            smallest.append(names)
    return {
        names: tuple(a for a, found in missed.items() if a not in lost and found <= names)
        for names in smallest
    }


def returning(whole: DecisionMatrix, excluded: Sequence[Exclusion]) -> DecisionMatrix | None:
    """The beliefs about everything that would come back; None where nothing would.

    Args:
        whole: beliefs about the stacks that are ranked and those that would come back.
        excluded: every alternative that is ruled out, with each requirement it misses.
    """
    lost = {exclusion.alternative for exclusion in excluded if not exclusion.waivable}
    missing = {exclusion.alternative for exclusion in excluded} - lost
    kept = {a.id for a in whole.alternatives if a.id in missing}
    if not kept:
        return None
    return without(whole, frozenset(a.id for a in whole.alternatives) - kept)


def relaxations(
    excluded: Sequence[Exclusion], expected: Mapping[str, float]
) -> tuple[Relaxation, ...]:
    """The smallest sets, those of fewest requirements first, then by what comes back.

    Args:
        excluded: every alternative that is ruled out, with each requirement it misses.
        expected: alternative -> expected value it would have; those without are left out.
    """
    by_name: dict[str, list[Exclusion]] = {}
    for exclusion in excluded:
        by_name.setdefault(exclusion.alternative, []).append(exclusion)
    found = []
    for alternatives in minimal_sets(excluded).values():
        back = sorted((a for a in alternatives if a in expected), key=lambda a: (-expected[a], a))
        if not back:
            continue
        of_back = [e for a in back for e in by_name[a]]
        titles = {e.requirement: e.title for e in of_back}
        order = list(titles)
        found.append(
            Relaxation(
                requirements=tuple(order),
                titles=tuple(titles[name] for name in order),
                brings_back=tuple(back),
                labels=tuple(by_name[a][0].label for a in back),
                expected=expected[back[0]],
                evidence=tuple(dict.fromkeys(k for e in of_back for k in e.evidence)),
            )
        )
    found.sort(key=lambda r: (len(r.requirements), -r.expected, r.requirements))
    return tuple(found[:MOST])
