"""The answer to a question: the verdict, the rule that decided, what works, and what is nearest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from knowledge.catalog import Catalog
from knowledge.compatibility.axes import Axes
from knowledge.compatibility.decisions import decision, decisions
from knowledge.compatibility.judge import Rules, Ruling, Values
from knowledge.compatibility.leads import leads
from knowledge.compatibility.nearest import Change, nearest
from knowledge.compatibility.question import Question, question
from knowledge.compatibility.search import Domains, Outcome, Search
from knowledge.compatibility.tables import tables
from knowledge.compatibility.values import admits, newest_first, version
from knowledge.schema.compatibility import (
    AxisKind,
    CompatibilityAnswer,
    CompatibilityRow,
    CompatibilityTable,
    Decision,
    Neighbour,
    Verdict,
)

WARNINGS = 2
"""How many cases to beware of are told."""
ELSEWHERE = 2
"""More asked axes than this must be met by a row of a table that is about something else."""
ACCELERATOR = "accelerator"
"""Counts as asked for: a chip or the version of its software was."""


def rules(catalog: Catalog) -> Rules:
    """The tables of a catalog, ready to be asked."""
    everything = tables(catalog)
    return Rules(everything, Axes(catalog, everything))


def answer(catalog: Catalog, terms: Sequence[str]) -> CompatibilityAnswer:
    """The answer to `terms` such as "pytorch=2.6", "chip=rtx-5090", "cuda".

    Raises:
        KnownError: a term names no axis or value, or one axis twice.
    """
    ruled = rules(catalog)
    return ask(ruled, question(terms, ruled.axes))


def ask(ruled: Rules, asked: Question) -> CompatibilityAnswer:
    """The answer to a question already read."""
    outcome = Search(ruled, asked.domains).run()
    unverified = tuple(axis for axis in asked.domains if axis not in outcome.admitted)
    newest = _newest(ruled, asked, outcome)
    # An open-ended rule admits versions that are not there yet: nobody can know that they work.
    ahead = outcome.verdict is Verdict.YES and any(ruled.axes.latest(axis) for axis in newest)
    verdict = Verdict.UNKNOWN if ahead else outcome.verdict
    change = None if outcome.verdict is Verdict.YES else nearest(ruled, asked, outcome)
    return CompatibilityAnswer(
        verdict=verdict,
        asked=dict(asked.asked),
        values=_told(outcome, asked.domains),
        decided=tuple(decisions(ruled, outcome, asked.domains)),
        works=_works(ruled, asked, outcome),
        needs=_needs(ruled, outcome),
        unverified=() if outcome.verdict is Verdict.NO else unverified,
        leads=leads(ruled, asked, outcome) if verdict is Verdict.UNKNOWN else (),
        newest=newest,
        beware=tuple(_beware(ruled, asked, outcome)),
        nearest=None if change is None else _neighbour(ruled, asked, change),
    )


def judge(ruled: Rules, asked: Question) -> CompatibilityAnswer:
    """The verdict with the rules that made it, without what works elsewhere: many times faster."""
    outcome = Search(ruled, asked.domains).run()
    unverified = tuple(axis for axis in asked.domains if axis not in outcome.admitted)
    newest = _newest(ruled, asked, outcome)
    ahead = outcome.verdict is Verdict.YES and any(ruled.axes.latest(axis) for axis in newest)
    return CompatibilityAnswer(
        verdict=Verdict.UNKNOWN if ahead else outcome.verdict,
        asked=dict(asked.asked),
        values=_told(outcome, asked.domains),
        decided=tuple(decisions(ruled, outcome, asked.domains)),
        unverified=() if outcome.verdict is Verdict.NO else unverified,
        newest=newest,
    )


def _told(outcome: Outcome, asked: Domains) -> dict[str, str]:
    """Asked values, and those of other axes that could not be different."""
    sure = {axis for axis, candidates in outcome.hidden.items() if len(candidates) == 1}
    order = [*asked, *(axis for axis in outcome.values if axis not in asked)]
    return {
        axis: outcome.values[axis]
        for axis in order
        if axis in outcome.values and (axis in asked or axis in sure)
    }


def _works(ruled: Rules, asked: Question, outcome: Outcome) -> dict[str, tuple[str, ...]]:
    """For every open axis the candidates with which the rest can be had as well."""
    if outcome.verdict is not Verdict.YES:
        return {}
    return {
        axis: tuple(
            candidate
            for candidate in asked.domains[axis]
            if Search(ruled, {**asked.domains, axis: (candidate,)}).run().verdict is Verdict.YES
        )
        for axis in asked.open
    }


def _needs(ruled: Rules, outcome: Outcome) -> dict[str, tuple[str, ...]]:
    """Axes that were not asked for and cannot have any value."""
    if outcome.verdict is Verdict.NO:
        return {}
    needs = dict(_chosen(ruled, outcome))
    for table in ruled.speaking(outcome.values):
        for axis in table.axes:
            if axis not in outcome.values and axis not in needs and _apt(ruled, axis, outcome):
                needs[axis] = _ordered(ruled, axis, _requiring(ruled, table, axis, outcome.values))
    return {axis: some for axis, some in needs.items() if some and _narrow(ruled, axis, some)}


def _apt(ruled: Rules, axis: str, outcome: Outcome) -> bool:
    """Whether it can have a value at all: nobody has a CUDA version without an NVIDIA GPU."""
    implied = ruled.axes.terms[axis].implies.items()
    return all(outcome.values.get(other) == value for other, value in implied)


def _requiring(
    ruled: Rules, table: CompatibilityTable, axis: str, values: Values
) -> list[CompatibilityRow]:
    """The rows that admit `values`, if the table is closed and all of them name `axis`."""
    if axis not in table.axes or not ruled.closed(table, values):
        return []
    met = [row for row in table.rows if ruled.met(row, values) is not None]
    fits = [row for row in met if row.verdict is Verdict.YES]
    return fits if all(axis in row.when for row in fits) else []


def _narrow(ruled: Rules, axis: str, admitted: tuple[str, ...]) -> bool:
    """Whether it is worth a word: of names most of which will do it is not."""
    names = ruled.axes.kind(axis) is AxisKind.NAME
    return not names or 2 * len(admitted) <= len(ruled.axes.known(axis))


def _ordered(ruled: Rules, axis: str, rows: Iterable[CompatibilityRow]) -> tuple[str, ...]:
    every = (text.removeprefix("==") for row in rows for text in row.when[axis])
    admitted = tuple(dict.fromkeys(every))
    if ruled.axes.kind(axis) is AxisKind.NAME or any(version(text) is None for text in admitted):
        return admitted
    return newest_first(set(admitted))


def _chosen(ruled: Rules, outcome: Outcome) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Values the search chose where a closed table has only some, and others would not do."""
    for axis, candidates in outcome.hidden.items():
        rest = {a: v for a, v in outcome.values.items() if a != axis}
        tables = ruled.speaking(rest, [axis])
        if len(candidates) < 2 or not any(_requiring(ruled, t, axis, rest) for t in tables):
            continue
        works = tuple(
            c for c in candidates if not ruled.vetoed({**rest, axis: c}, [axis], strict=True)
        )
        if len(works) < len(ruled.axes.known(axis)):
            yield axis, works


def _newest(ruled: Rules, asked: Question, outcome: Outcome) -> dict[str, str]:
    """Asked versions newer than the newest release, or than any that a table knows, with that."""
    found = {}
    for axis, text in asked.asked.items():
        known, number = ruled.axes.known(axis), version(text)
        if number is None or ruled.axes.kind(axis) is AxisKind.NAME:
            continue
        latest = ruled.axes.latest(axis)
        released = None if latest is None else version(latest)
        if latest is not None and released is not None:
            if number > released:
                found[axis] = latest
            continue
        if axis in outcome.admitted:
            continue
        newest = next((value for value in map(version, known)), None)
        if newest is not None and number > newest and not _within(ruled, axis, text):
            found[axis] = known[0]
    return found


def _within(ruled: Rules, axis: str, value: str) -> bool:
    """Whether some row has `value` between its bounds, or patches of a version that it has."""
    rows = (row.when.get(axis, ()) for table in ruled.on([axis]) for row in table.rows)
    bounded = (tuple(text for text in some if "<" in text or text[0] != ">") for some in rows)
    return any(admits(some, value, AxisKind.VERSION) for some in bounded)


def _beware(ruled: Rules, asked: Question, outcome: Outcome) -> list[Decision]:
    """Rows that say no to much of what was asked, given one more value that was not."""
    if outcome.verdict is Verdict.NO:
        return []
    sure = {a: v for a, v in outcome.values.items() if len(outcome.hidden.get(a, ("",))) == 1}
    named = {*asked.domains, *(a for a, t in ruled.axes.terms.items() if t.default is not None)}
    speaking = {table.id for table in ruled.speaking(sure) if named.issuperset(table.keys)}
    found = []
    for table in ruled.on(sure):
        for number, row in enumerate(table.rows):
            met = ruled.met(row, sure) if row.verdict is Verdict.NO else None
            if met is None or len(row.when) - len(met) != 1:
                continue
            close = len(met & {*asked.domains, ACCELERATOR})
            if close > (1 if table.id in speaking else ELSEWHERE):
                found.append((close, Ruling(table, number, met)))
    found.sort(key=lambda pair: -pair[0])
    return [decision(ruled, ruling, sure) for _, ruling in found[:WARNINGS]]


def _neighbour(ruled: Rules, asked: Question, change: Change) -> Neighbour:
    outcome = change.outcome
    kept = {axis: c for axis, c in asked.domains.items() if axis in outcome.values}
    domains = {**kept, **{axis: (value,) for axis, (_, value) in change.changes.items()}}
    return Neighbour(
        changes=dict(change.changes),
        values=_told(outcome, domains),
        needs=_needs(ruled, outcome),
        decided=tuple(decisions(ruled, outcome, domains)),
    )
