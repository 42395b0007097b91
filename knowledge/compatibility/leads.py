"""What is missing in a question that no table answers: tables that would speak, had they been told
more.

Pure: rules, the question and its outcome in, frozen values out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from knowledge.compatibility.judge import Rules
from knowledge.compatibility.question import Question, about
from knowledge.compatibility.search import Outcome, Search
from knowledge.schema.compatibility import AxisKind, CompatibilityTable, Lead, Verdict

MOST = 3
"""Tables that are told."""


def leads(ruled: Rules, question: Question, outcome: Outcome) -> tuple[Lead, ...]:
    """Tables on the axes left open that lack a part of the question, those that lack least first.

    A table counts that has a row on an open axis which nothing in the question speaks against, and
    only if the question with what it lacks is answered.

    Args:
        ruled: the tables.
        question: what was asked.
        outcome: what became of it.
    """
    asked = question.domains
    if outcome.judgement.doubts:
        return ()  # something spoke: it is not the question that lacks a part
    open_ = [axis for axis in asked if axis not in outcome.admitted]
    known = {a: v for a, v in outcome.values.items() if len(outcome.hidden.get(a, ("",))) == 1}
    found = [
        Lead(table=table.id, title=table.title, axes=missing, about=axis)
        for axis in open_
        for table in ruled.on([axis])
        # that a product's own tables lack something is no news: they say nothing of the rest
        if ruled.axes.kind(axis) is AxisKind.NAME or len({*asked} & {*table.axes}) > 1
        for missing in [_missing(ruled, table, axis, known)]
        if missing
    ]
    found.sort(key=lambda lead: (-_shared(ruled, lead, asked), len(lead.axes)))
    once = {lead.table: lead for lead in reversed(found)}
    single = (lead for lead in found if once[lead.table] is lead)
    return tuple(islice((lead for lead in single if _answered(ruled, question, lead)), MOST))


def _answered(ruled: Rules, question: Question, lead: Lead) -> bool:
    """Whether the question is answered once it also says, with any value, what it lacks."""
    whole = about({**question.asked, **dict.fromkeys(lead.axes, "")}, ruled.axes)
    return Search(ruled, whole.domains).run().verdict is not Verdict.UNKNOWN


def _shared(ruled: Rules, lead: Lead, asked: Collection[str]) -> int:
    """How many of the asked axes the table of a lead has."""
    table = next(table for table in ruled.tables if table.id == lead.table)
    return len({*asked} & {*table.axes})


def _missing(
    ruled: Rules, table: CompatibilityTable, axis: str, values: dict[str, str]
) -> tuple[str, ...]:
    """The axes without which no row of the table speaks on `axis`; empty where none would."""
    lacking = [
        tuple(other for other in table.axes if other in row and other not in values)
        for row in _rows(ruled, table, axis, values)
    ]
    return min((some for some in lacking if _sayable(ruled, some)), key=len, default=())


def _rows(
    ruled: Rules, table: CompatibilityTable, axis: str, values: dict[str, str]
) -> Iterator[Collection[str]]:
    keys = [key for key in table.keys if key not in values]
    for row in table.rows:
        if axis in row.when and ruled.met(row, values) is not None:
            yield {*row.when, *keys}


def _sayable(ruled: Rules, axes: tuple[str, ...]) -> bool:
    """Whether something is missing, and it is no second product: that is another question."""
    return bool(axes) and all(
        ruled.axes.terms[axis].given or ruled.axes.kind(axis) is AxisKind.NAME for axis in axes
    )
