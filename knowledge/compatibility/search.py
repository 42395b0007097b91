"""Finding values for what a question leaves open, so that no table speaks against the whole.

Open are axes asked for without a value, and axes nobody asked for that tie two tables together: a
chip has a compute capability, and a build is made for some of these. Vetoes only grow with more
values, so a branch ends at its first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from knowledge.compatibility.judge import Judgement, Rules
from knowledge.compatibility.values import admits, exact
from knowledge.schema.compatibility import (
    AxisKind,
    CompatibilityRow,
    CompatibilityTable,
    Verdict,
)

Domains = Mapping[str, tuple[str, ...]]
PATIENCE = 10_000
"""Values tried before the search settles for what it has."""
MOST, FEW = 60, 3
"""Combinations that are judged: in all, and of one choice of what was asked."""


@dataclass(frozen=True)
class Outcome:
    """The best combination found, what the tables say of it, and what had to be chosen."""

    verdict: Verdict
    values: Mapping[str, str]
    judgement: Judgement
    admitted: frozenset[str]
    hidden: Domains = field(default_factory=dict)
    """Axes nobody asked for that got a value, with their candidates."""


class Search:
    """One search: the rules, and the axes of the question in order."""

    def __init__(self, rules: Rules, domains: Domains) -> None:
        """Fix what has one candidate, and what follows from it."""
        self._rules = rules
        self.asked = dict(domains)
        self.fixed = {axis: c[0] for axis, c in domains.items() if len(c) == 1}
        self.free = {axis: c for axis, c in domains.items() if len(c) != 1}
        self.hidden: dict[str, tuple[str, ...]] = {}
        self._steps = 0
        self._settle()
        for axis, term in rules.axes.terms.items():
            if term.default is not None and axis not in (*self.fixed, *self.free):
                self.fixed[axis] = term.default
        self._settle()
        ties = {axis: c for axis, c in self._ties().items() if c}
        self.hidden |= ties
        self.free |= ties

    def run(self) -> Outcome:
        """The first combination that works, else the best not ruled out, else a no."""
        unknown: Outcome | None = None
        if not self._rules.vetoed(self.fixed, self.fixed):
            strict = self._leaves(strict=True)
            doubtful = self._leaves(strict=False)
            for leaves, most in ((strict, MOST), (self._spread(), MOST), (doubtful, 1)):
                for values in islice(leaves, most):
                    outcome = self._outcome(values)
                    if outcome.verdict is Verdict.YES:
                        return outcome
                    if unknown is None or len(outcome.admitted) > len(unknown.admitted):
                        unknown = outcome
        return unknown or self._failure()

    def _outcome(self, values: Mapping[str, str]) -> Outcome:
        judgement = self._rules.judge(values, len(self.asked))
        admitted = self._admitted_axes(judgement, values)
        whole = len(admitted) == len(self.asked) and not judgement.doubts
        verdict = Verdict.YES if whole else Verdict.UNKNOWN
        if judgement.vetoes:
            verdict = Verdict.NO
        return Outcome(verdict, values, judgement, admitted, self.hidden)

    def _admitted_axes(self, judgement: Judgement, values: Mapping[str, str]) -> frozenset[str]:
        """The asked axes that rows tie together, less those a table relates without a word."""
        implied = self._implied(values)
        admitted = judgement.admitted(tuple(self.asked), implied)
        told = [axis for axis in self.asked if axis in admitted]
        follows = frozenset[str]().union(*(implied[axis] for axis in told))
        return admitted - self._rules.loose(
            judgement, values, [a for a in told if a not in follows]
        )

    def _implied(self, values: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
        """For every axis the others that have the value which follows from its having any."""
        terms = self._rules.axes.terms
        return {
            axis: frozenset(a for a, value in terms[axis].implies.items() if values.get(a) == value)
            for axis in values
        }

    def _imply(self) -> None:
        for axis in (*self.asked, *self.hidden):
            for other, value in self._rules.axes.terms[axis].implies.items():
                if other not in self.asked and other not in self.fixed:
                    self.fixed[other] = value
                    self.hidden[other] = (value,)

    def _settle(self) -> None:
        """Fix what follows from what is fixed, until nothing more does."""
        single: dict[str, tuple[str, ...]] = {"": ()}
        while single:
            self._imply()
            single = dict(self._follows())
            self.hidden |= single
            self.fixed |= {axis: c[0] for axis, c in single.items()}

    def _follows(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Axes for which the closed tables leave exactly one value."""
        for table in self._rules.speaking(self.fixed):
            if self._rules.closed(table, self.fixed):
                fits = self._fitting(table)
                if self._rules.given(
                    table.keys
                ):  # what hardware has, whatever else may be tried on it
                    fits = [row for row in fits if row.verdict is Verdict.YES] or fits
                for axis in table.axes:
                    if axis in self.fixed or axis in self.asked:
                        continue
                    if not (self._apt(axis) or self._rules.given((axis, *table.keys))):
                        continue
                    named = {row.when.get(axis, ()) for row in fits}
                    only = next(iter(named)) if len(named) == 1 else ()
                    if len(only) == 1 and exact(only[0], self._rules.axes.kind(axis)):
                        value = only[0].removeprefix("==")
                        yield axis, (value,)

    def _fitting(self, table: CompatibilityTable) -> list[CompatibilityRow]:
        return [
            row
            for row in table.rows
            if row.verdict is not Verdict.NO and self._rules.met(row, self.fixed) is not None
        ]

    def _ties(self) -> dict[str, tuple[str, ...]]:
        """Axes nobody asked for that tie tables together, with their candidates."""
        terms = self._rules.axes.terms
        here = {*self.fixed, *self.free}
        said = {axis for axis in here if self.fixed.get(axis, "") != terms[axis].default}
        seen: Counter[str] = Counter()
        provided: set[str] = set()
        for table in self._rules.on(said):
            missing = [key for key in table.keys if key not in here]
            if not missing:
                seen.update(table.axes)
                provided |= set(table.axes) if table.closed else set()
            elif len(missing) == 1:
                seen.update(missing)
        return {
            axis: self._candidates(axis)
            for axis, times in seen.items()
            if times > 1
            and axis in provided
            and axis not in here
            and not (terms[axis].given and not terms[axis].implies)
            and self._apt(axis)
        }

    def _apt(self, axis: str) -> bool:
        """Whether what `axis` implies is so: nobody has a CUDA version without an NVIDIA GPU."""
        implied = self._rules.axes.terms[axis].implies
        return all(self.fixed.get(other) == value for other, value in implied.items())

    def _candidates(self, axis: str) -> tuple[str, ...]:
        """Known values of `axis` that the closed tables with fixed keys have rows for."""
        result = self._rules.axes.known(axis)
        kind = self._rules.axes.kind(axis)
        for table in self._rules.speaking(self.fixed, [axis]):
            if not self._rules.closed(table, self.fixed):
                continue
            inside = self._admitted(table, axis, kind, result)
            result = inside or result
        return result

    def _admitted(
        self, table: CompatibilityTable, axis: str, kind: AxisKind, values: tuple[str, ...]
    ) -> tuple[str, ...]:
        fits = self._fitting(table)
        if any(axis not in row.when for row in fits):
            return values
        return tuple(v for v in values if any(admits(row.when[axis], v, kind) for row in fits))

    def _leaves(self, *, strict: bool) -> Iterator[dict[str, str]]:
        """Combinations without a veto (strict: nor a doubt), in the order of the candidates.

        Of those that differ only in what nobody asked for, a few will do.
        """
        asked = [axis for axis in self._order() if axis not in self.hidden]
        rest = [axis for axis in self._order() if axis in self.hidden]
        for values in self._descend(dict(self.fixed), asked, strict=strict):
            yield from islice(self._descend(dict(values), rest, strict=strict), FEW)

    def _spread(self) -> Iterator[dict[str, str]]:
        """One combination for every candidate of what nobody asked for, without veto or doubt.

        The first few may all have the newest JetPack, and what is known be about an older one.
        """
        order = self._order()
        asked = [axis for axis in order if axis not in self.hidden]
        for axis in (axis for axis in order if axis in self.hidden):
            rest = [other for other in order if other in self.hidden and other != axis]
            for values in islice(self._descend(dict(self.fixed), asked, strict=True), FEW):
                for candidate in self.free[axis][1:]:
                    chosen = {**values, axis: candidate}
                    if not self._rules.vetoed(chosen, [axis], strict=True):
                        yield from islice(self._descend(chosen, rest, strict=True), 1)

    def _order(self) -> list[str]:
        return sorted(self.free, key=lambda axis: (axis in self.hidden, len(self.free[axis])))

    def _descend(
        self, values: dict[str, str], order: list[str], *, strict: bool
    ) -> Iterator[dict[str, str]]:
        if not order:
            yield dict(values)
            return
        axis, *rest = order
        for candidate in self.free[axis]:
            self._steps += 1
            if self._steps > PATIENCE:
                break
            values[axis] = candidate
            if not self._rules.vetoed(values, [axis], strict=strict):
                yield from self._descend(values, rest, strict=strict)
        values.pop(axis, None)

    def _failure(self) -> Outcome:
        """Why nothing works: the fixed values alone, or the open ones that came furthest."""
        values = dict(self.fixed)
        judgement = self._rules.judge(values, len(self.asked))
        for axis in self._order():
            if judgement.vetoes or not self.free[axis]:
                break
            tried = [{**values, axis: candidate} for candidate in self.free[axis]]
            judged = [(self._rules.judge(each, len(self.asked)), each) for each in tried]
            order = self._telling if axis in self.asked else _mild
            judgement, values = min(judged, key=lambda pair: order(pair[0]))
        admitted = self._admitted_axes(judgement, values)
        sure = bool(judgement.vetoes) and self._steps <= PATIENCE and self._all_tried(values)
        verdict = Verdict.NO if sure else Verdict.UNKNOWN
        return Outcome(verdict, values, judgement, admitted, self.hidden)

    def _all_tried(self, values: Mapping[str, str]) -> bool:
        """Whether no further value of the chosen axes could have helped.

        So it is where a closed table names all that the rest leaves them; elsewhere another value,
        which no table knows, might work.
        """
        chosen = [axis for axis in values if axis in self.hidden and axis in self.free]
        rest = {axis: value for axis, value in values.items() if axis not in chosen}
        return all(
            any(
                self._rules.closed(table, rest) and self._named(table, axis, rest)
                for table in self._rules.speaking(rest, [axis])
            )
            for axis in chosen
        )

    def _named(self, table: CompatibilityTable, axis: str, values: Mapping[str, str]) -> bool:
        """Whether every row that fits has values for `axis`, or ranges between two bounds."""
        fits = (row for row in table.rows if self._rules.met(row, values) is not None)
        return all(
            axis in row.when
            and all(
                exact(text, self._rules.axes.kind(axis)) or ("<" in text and ">" in text)
                for text in row.when[axis]
            )
            for row in fits
        )

    def _telling(self, judgement: Judgement) -> tuple[int, int, int]:
        """What explains a no best: a row that was written for just this, then few vetoes.

        Candidates without a veto of their own come last: theirs follows from further axes.
        """
        vetoes = judgement.vetoes
        met = (len(r.axes & set(self.asked)) for r in vetoes if r.row is not None)
        return int(not vetoes), -max(met, default=0), len(vetoes)


def _mild(judgement: Judgement) -> tuple[int, int, int]:
    return 0, 0, len(judgement.vetoes)
