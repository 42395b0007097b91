"""The rules that made a verdict, in the words of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from knowledge.compatibility.judge import Judgement, Rules, Ruling, Values
from knowledge.compatibility.search import Domains, Outcome
from knowledge.compatibility.values import admits
from knowledge.schema.compatibility import AxisKind, CompatibilityRow, Decision, Verdict

Offer = dict[str, tuple[str, ...]]
"""Values that go together: axis -> specifiers."""
TOLD = 6
"""More combinations than this are told axis by axis only."""


def decisions(ruled: Rules, outcome: Outcome, asked: Domains) -> Iterator[Decision]:
    """The rulings that made the verdict: explicit ones first, then those on more axes."""
    judgement = outcome.judgement
    if outcome.verdict is Verdict.NO:
        speaking = sorted(judgement.vetoes, key=lambda r: (r.row is None, -len(r.axes)))
    else:
        speaking = [*judgement.doubts, *_covering(judgement, asked)]
    if outcome.verdict is not Verdict.NO:
        speaking = _telling(ruled, speaking, outcome, asked)
    for ruling in speaking:
        yield decision(ruled, ruling, outcome.values)
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
                    yield decision(ruled, Ruling(table, None, named), outcome.values)


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


def _telling(
    ruled: Rules, speaking: list[Ruling], outcome: Outcome, asked: Domains
) -> list[Ruling]:
    """The rulings without those that have nothing to do with the question.

    What ties the asked axes together as well without a ruling does not need it; of an answer that
    is not known only what speaks on two of the asked axes, or doubts, says anything.
    """
    doubts = outcome.judgement.doubts
    grants = [ruling for ruling in speaking if ruling not in doubts]
    if len(asked) < 2:
        return speaking
    if outcome.verdict is Verdict.UNKNOWN:
        return [*doubts, *(r for r in grants if len(r.axes & {*asked}) > 1)]
    terms, values = ruled.axes.terms, outcome.values
    implied = {
        axis: frozenset(a for a, value in terms[axis].implies.items() if values.get(a) == value)
        for axis in values
    }
    for ruling in sorted(grants, key=lambda r: len(r.axes & {*asked})):
        rest = [other for other in grants if other is not ruling]
        tied = Judgement(grants=tuple(rest)).admitted(tuple(asked), implied)
        if rest and tied >= outcome.admitted:
            grants = rest
    return [*doubts, *grants]


def decision(ruled: Rules, ruling: Ruling, values: Values) -> Decision:
    """What a ruling says on `values`, with its reason, its advice and its evidence."""
    table, number, _ = ruling
    if number is None:
        return _lacking(ruled, ruling, values)
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
    return " | ".join(dict.fromkeys(text.removeprefix("==") for text in admitted))


def _lacking(ruled: Rules, ruling: Ruling, values: Values) -> Decision:
    """What a closed table has instead, for the values of its keys, on the axes asked for."""
    table = ruling.table
    free = [axis for axis in table.axes if axis in ruling.axes and axis not in table.keys]
    rows = _closest(ruled, ruling, values, free)
    keys = {a: values[a] for a in table.keys if a in values and any(a in r.when for r in rows)}
    offers = [
        {
            a: (values[a],) if _has(ruled, row, a, values) else row.when[a]
            for a in free
            if a in row.when
        }
        for row in rows
    ]
    named = {a: _spelled(text for offer in offers for text in offer.get(a, ())) for a in free}
    together = _together(offers, free)
    told = together if 1 < len(together) <= TOLD else []
    evidence = dict.fromkeys(cited for row in rows for cited in row.evidence or table.evidence)
    return Decision(
        verdict=Verdict.NO,
        table=table.id,
        title=table.title,
        when={**keys, **{axis: text for axis, text in named.items() if text}},
        offers=tuple({axis: _spelled(some) for axis, some in offer.items()} for offer in told),
        note=table.note,
        action=table.action,
        evidence=tuple(evidence) or table.evidence,
    )


def _closest(
    ruled: Rules, ruling: Ruling, values: Values, axes: Sequence[str]
) -> list[CompatibilityRow]:
    """The rows for the values of the keys that have most of the values on `axes`."""
    rows = [row for row in ruled.of_keys(ruling.table, values) if row.verdict is Verdict.YES]
    had = [sum(_has(ruled, row, axis, values) for axis in axes) for row in rows]
    most = max(had, default=0)
    return [row for row, count in zip(rows, had, strict=True) if count == most]


def _has(ruled: Rules, row: CompatibilityRow, axis: str, values: Values) -> bool:
    return axis in row.when and admits(row.when[axis], values[axis], ruled.axes.kind(axis))


def _together(offers: Iterable[Offer], axes: Sequence[str]) -> list[Offer]:
    """Offers that differ on one axis only as one, axis by axis."""
    merged = list(offers)
    for axis in axes:
        groups: dict[tuple[tuple[str, tuple[str, ...]], ...], dict[str, None]] = {}
        for offer in merged:
            rest = tuple((a, some) for a, some in offer.items() if a != axis)
            groups.setdefault(rest, {}).update(dict.fromkeys(offer.get(axis, ())))
        merged = [
            {**({axis: tuple(some)} if some else {}), **dict(rest)} for rest, some in groups.items()
        ]
    return [{axis: offer[axis] for axis in axes if axis in offer} for offer in merged]
