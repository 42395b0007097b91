"""The answer to a question: the verdict, the rule that decided, what works, and what is nearest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from knowledge.catalog import Catalog
from knowledge.compatibility.axes import Axes
from knowledge.compatibility.judge import Judgement, Rules, Ruling, Values
from knowledge.compatibility.nearest import Change, nearest
from knowledge.compatibility.question import Question, question
from knowledge.compatibility.search import Domains, Outcome, Search
from knowledge.compatibility.tables import tables
from knowledge.compatibility.values import admits, newest_first, version
from knowledge.schema.compatibility import (
    AxisKind,
    CompatibilityAnswer,
    CompatibilityRow,
    Decision,
    Neighbour,
    Verdict,
)

WARNINGS = 2
"""How many cases to beware of are told."""
ELSEWHERE = 2
"""More asked axes than this must be met by a row of a table that is about something else."""


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
    change = None if outcome.verdict is Verdict.YES else nearest(ruled, asked, outcome)
    return CompatibilityAnswer(
        verdict=outcome.verdict,
        asked=dict(asked.asked),
        values=_told(outcome, asked.domains),
        decided=tuple(_decisions(ruled, outcome, asked.domains)),
        works=_works(ruled, asked, outcome),
        needs=_needs(ruled, outcome),
        unverified=() if outcome.verdict is Verdict.NO else unverified,
        newest=_newest(ruled, asked),
        beware=tuple(_beware(ruled, asked, outcome)),
        nearest=None if change is None else _neighbour(ruled, asked, change),
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


def _decisions(ruled: Rules, outcome: Outcome, asked: Domains) -> Iterator[Decision]:
    """The rulings that made the verdict: explicit ones first, then those on more axes."""
    judgement = outcome.judgement
    if outcome.verdict is Verdict.NO:
        speaking = sorted(judgement.vetoes, key=lambda r: (r.row is None, -len(r.axes)))
    else:
        speaking = [*judgement.doubts, *_covering(judgement, asked)]
    for ruling in speaking:
        yield _decision(ruled, ruling, outcome.values)
    if outcome.verdict is Verdict.NO:
        yield from _conflicts(ruled, outcome)


def _conflicts(ruled: Rules, outcome: Outcome) -> Iterator[Decision]:
    """What other closed tables have where an axis that nobody asked for cannot suit them all."""
    blamed = {ruling.table.id for ruling in outcome.judgement.vetoes}
    open_ = {axis for axis, candidates in outcome.hidden.items() if len(candidates) > 1}
    for ruling in outcome.judgement.vetoes:
        for axis in sorted(ruling.axes & open_):
            for table in ruled.speaking(outcome.values, [axis]):
                told = table.id in blamed or axis in table.keys
                if not told and ruled.closed(table, outcome.values):
                    blamed.add(table.id)
                    named = frozenset({*table.keys, axis})
                    yield _decision(ruled, Ruling(table, None, named), outcome.values)


def _covering(judgement: Judgement, asked: Domains) -> list[Ruling]:
    """Few grants that tie all axes that any of them ties, first those on most that was asked."""
    chosen: list[Ruling] = []
    pairs: set[tuple[str, str]] = set()
    width = {id(r): (-len(r.axes & set(asked)), -len(r.axes)) for r in judgement.grants}
    for ruling in sorted(judgement.grants, key=lambda r: width[id(r)]):
        new = {(a, b) for a in ruling.axes for b in ruling.axes} - pairs
        if new:
            chosen.append(ruling)
            pairs |= new
    return chosen


def _decision(ruled: Rules, ruling: Ruling, values: Values) -> Decision:
    table, number, _ = ruling
    if number is None:
        return Decision(
            verdict=Verdict.NO,
            table=table.id,
            title=table.title,
            when=_offered(ruled, ruling, values),
            note=table.note,
            action=table.action,
            evidence=table.evidence,
        )
    row = table.rows[number]
    return Decision(
        verdict=row.verdict,
        table=table.id,
        row=number,
        title=table.title,
        when={axis: _met(ruled, axis, text, values) for axis, text in row.when.items()},
        note=row.note,
        action=row.action or (None if row.verdict is Verdict.YES else table.action),
        evidence=row.evidence or table.evidence,
    )


def _met(ruled: Rules, axis: str, admitted: tuple[str, ...], values: Values) -> str:
    """What a row says of an axis: of a list of names the one that was met."""
    known = ruled.axes.kind(axis) is AxisKind.NAME and axis in values
    return values[axis] if known else _spelled(admitted)


def _spelled(admitted: Iterable[str]) -> str:
    return " | ".join(text.removeprefix("==") for text in admitted)


def _offered(ruled: Rules, ruling: Ruling, values: Values) -> dict[str, str]:
    """What a closed table has for the values of its keys, on the axes that were asked for."""
    offered: dict[str, dict[str, None]] = {}
    for row in ruled.of_keys(ruling.table, values):
        if row.verdict is Verdict.YES:
            for axis in ruling.axes & set(row.when):
                offered.setdefault(axis, {}).update(dict.fromkeys(row.when[axis]))
    order = [axis for axis in ruling.table.axes if axis in offered]
    return {
        axis: values[axis] if axis in ruling.table.keys else _spelled(offered[axis])
        for axis in order
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
        if not ruled.closed(table, outcome.values):
            continue
        fits = [
            row
            for row in table.rows
            if row.verdict is Verdict.YES and ruled.met(row, outcome.values) is not None
        ]
        for axis in table.axes:
            implied = ruled.axes.terms[axis].implies.items()
            apt = all(outcome.values.get(other) == value for other, value in implied)
            if axis in outcome.values or not apt or axis in needs:
                continue
            if fits and all(axis in row.when for row in fits):
                needs[axis] = _ordered(ruled, axis, fits)
    return {axis: some for axis, some in needs.items() if some and _narrow(ruled, axis, some)}


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
    """Values the search chose, where others would not do."""
    for axis, candidates in outcome.hidden.items():
        if len(candidates) < 2:
            continue
        rest = {a: v for a, v in outcome.values.items() if a != axis}
        works = tuple(
            c for c in candidates if not ruled.vetoed({**rest, axis: c}, [axis], strict=True)
        )
        if len(works) < len(ruled.axes.known(axis)):
            yield axis, works


def _newest(ruled: Rules, asked: Question) -> dict[str, str]:
    """Asked versions newer than any that a table knows, with the newest of these."""
    found = {}
    for axis, text in asked.asked.items():
        known, number = ruled.axes.known(axis), version(text)
        if ruled.axes.kind(axis) is AxisKind.VERSION and number is not None and known:
            newest = version(known[0])
            inside = any(admits((text,), each, AxisKind.VERSION) for each in known)
            if newest is not None and number > newest and not inside:
                found[axis] = known[0]
    return found


def _beware(ruled: Rules, asked: Question, outcome: Outcome) -> list[Decision]:
    """Rows that say no to much of what was asked, given one more value that was not."""
    if outcome.verdict is Verdict.NO:
        return []
    sure = {a: v for a, v in outcome.values.items() if len(outcome.hidden.get(a, ("",))) == 1}
    speaking = {table.id for table in ruled.speaking(sure)}
    found = []
    for table in ruled.on(sure):
        for number, row in enumerate(table.rows):
            met = ruled.met(row, sure) if row.verdict is Verdict.NO else None
            if met is None or len(row.when) - len(met) != 1:
                continue
            close = len(met & set(asked.domains))
            if (len(met) > 1 and table.id in speaking) or close > ELSEWHERE:
                found.append((close, Ruling(table, number, met)))
    found.sort(key=lambda pair: -pair[0])
    return [_decision(ruled, ruling, sure) for _, ruling in found[:WARNINGS]]


def _neighbour(ruled: Rules, asked: Question, change: Change) -> Neighbour:
    outcome = change.outcome
    kept = {axis: c for axis, c in asked.domains.items() if axis in outcome.values}
    domains = {**kept, **{axis: (value,) for axis, (_, value) in change.changes.items()}}
    return Neighbour(
        changes=dict(change.changes),
        values=_told(outcome, domains),
        needs=_needs(ruled, outcome),
        decided=tuple(_decisions(ruled, outcome, domains)),
    )
