"""The nearest combination that works: as few axes changed as can be, each as little as can be.

What was given (hardware, what somebody wants) is left alone unless something speaks against it and
nothing else helps; then it is the compute capability that is asked for. Between equally near
combinations the newer one wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from packaging.version import Version

from knowledge.compatibility.judge import Rules
from knowledge.compatibility.question import Question
from knowledge.compatibility.search import Outcome, Search
from knowledge.compatibility.values import newest_first, version
from knowledge.schema.compatibility import AxisKind, Verdict

CAPABILITY, CHIP = "compute-capability", "chip"
MOST = 3
"""Axes changed at most: a combination further away is another question."""
WIDTH = 400
"""Combinations of new values that are looked at for one set of axes, the nearest first."""
TRIES = 300
"""Combinations that are searched in all: a question nothing answers must end too."""


@dataclass(frozen=True)
class Change:
    """A combination that works, and what of the question it changes."""

    changes: Mapping[str, tuple[str, str]]
    outcome: Outcome


def nearest(rules: Rules, asked: Question, outcome: Outcome) -> Change | None:
    """The nearest combination to a failed or unknown outcome, None where none is found."""
    terms = rules.axes.terms
    mine = [axis for axis in asked.domains if not terms[axis].given]
    blamed = frozenset().union(*(r.axes for r in outcome.judgement.vetoes)) or frozenset(mine)
    found = _Around(rules, asked.domains, outcome).nearest(mine, blamed)
    capability = outcome.values.get(CAPABILITY)
    if found is not None or capability is None or outcome.verdict is not Verdict.NO:
        return found  # where nothing is known no chip was found wanting
    domains = {axis: c for axis, c in asked.domains.items() if axis != CHIP}
    domains[CAPABILITY] = (capability,)
    return _Around(rules, domains, outcome).nearest([CAPABILITY], frozenset({CAPABILITY}))


class _Around:
    """Combinations around a failed one, the nearest first."""

    def __init__(
        self, rules: Rules, domains: Mapping[str, tuple[str, ...]], outcome: Outcome
    ) -> None:
        self._rules = rules
        self._domains = domains
        self._outcome = outcome
        self._left = TRIES

    def nearest(self, mine: Sequence[str], blamed: frozenset[str]) -> Change | None:
        """The cheapest change of the fewest of the axes `mine`, one of the `blamed` among them."""
        values = self._outcome.values
        steps = {axis: _steps(self._rules, axis, values.get(axis, "")) for axis in mine}
        for size in range(1, MOST + 1):
            best: tuple[int, Change] | None = None
            for axes in combinations(mine, size):
                if not blamed.isdisjoint(axes):
                    limit = None if best is None else best[0]
                    best = self._best({a: steps[a] for a in axes}, limit) or best
            if best is not None:
                return best[1]
        return None

    def _best(
        self, steps: Mapping[str, Sequence[tuple[int, str]]], limit: int | None
    ) -> tuple[int, Change] | None:
        """The cheapest change of exactly the axes of `steps`, cheaper than `limit`."""
        for cost, values in _cheapest(steps):
            if (limit is not None and cost >= limit) or self._left == 0:
                return None
            changed = {**self._domains, **{axis: (value,) for axis, value in values.items()}}
            fixed = {axis: c[0] for axis, c in changed.items() if len(c) == 1}
            if self._rules.vetoed(fixed, values):
                continue
            self._left -= 1
            found = Search(self._rules, changed).run()
            if self._better(found, values):
                before = self._outcome.values
                moves = {axis: (before.get(axis, ""), value) for axis, value in values.items()}
                return cost, Change(moves, found)
        return None

    def _better(self, found: Outcome, values: Mapping[str, str]) -> bool:
        """Whether it works, or (after a no) leaves open only what the question left open."""
        if found.verdict is not Verdict.UNKNOWN or self._outcome.verdict is not Verdict.NO:
            return found.verdict is Verdict.YES
        open_ = frozenset(self._domains) - found.admitted
        return (
            not found.judgement.doubts
            and open_ <= frozenset(self._domains) - self._outcome.admitted
            and found.admitted.issuperset(values)
        )


def _cheapest(
    steps: Mapping[str, Sequence[tuple[int, str]]],
) -> Iterator[tuple[int, dict[str, str]]]:
    """New values for all axes, the cheapest first, at most WIDTH of them."""
    combined: list[tuple[int, dict[str, str]]] = [(0, {})]
    for axis, choices in steps.items():
        wider = [(c + d, {**v, axis: value}) for c, v in combined for d, value in choices]
        combined = sorted(wider, key=lambda pair: pair[0])[:WIDTH]
    yield from combined


def _steps(rules: Rules, axis: str, value: str) -> Sequence[tuple[int, str]]:
    """Other values of `axis` with what a change to them costs, the cheapest first."""
    others = [known for known in rules.axes.known(axis) if known != value]
    term = rules.axes.terms[axis]
    if term.kind is AxisKind.NAME:
        places = {name: place for place, name in enumerate(term.values)}
        here = places.get(value, 0)
        far = [(term.effort + abs(places.get(o, len(places)) - here), o) for o in others]
        return sorted(far, key=lambda pair: pair[0])
    order = newest_first({*others, value})
    number = version(value)
    place = next((i for i, v in enumerate(order) if version(v) == number), 0)
    away = [
        (abs(i - place) + term.effort + _leap(number, version(v)), v)
        for i, v in enumerate(order)
        if version(v) != number
    ]
    return sorted(away, key=lambda pair: pair[0])


def _leap(old: Version | None, new: Version | None) -> int:
    """More where another minor release is meant, whose patches are nearer, or an unfinished one."""
    another = old is None or new is None or old.release[:2] != new.release[:2]
    return int(another) + int(new is not None and new.is_prerelease)
