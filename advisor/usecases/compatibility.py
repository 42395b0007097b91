"""Whether versions, systems and chips go together, with the sources of the rules resolved.

Pure: a catalog, what is asked and a day in, frozen values out.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from advisor.usecases.knowledge.stated import Cited, Kind
from advisor.usecases.knowledge.stating import EMPTY, Maker
from knowledge.catalog import Catalog
from knowledge.compatibility.answer import ask, rules
from knowledge.compatibility.question import question
from knowledge.compatibility.values import OPERATOR
from knowledge.schema.base import LocalText
from knowledge.schema.compatibility import CompatibilityAnswer, Decision, Neighbour, Verdict


@dataclass(frozen=True)
class Rule:
    """A row or table that spoke, with its evidence, the best first."""

    verdict: Verdict
    table: str
    row: int | None
    title: LocalText
    when: Mapping[str, str]
    offers: tuple[Mapping[str, str], ...]
    note: LocalText | None
    action: LocalText | None
    evidence: tuple[Cited, ...]


@dataclass(frozen=True)
class Nearest:
    """The nearest combination that works, and why."""

    changes: Mapping[str, tuple[str, str]]
    values: Mapping[str, str]
    needs: Mapping[str, tuple[str, ...]]
    decided: tuple[Rule, ...]
    command: str
    """The command that asks for it."""


@dataclass(frozen=True)
class Further:
    """A table that would speak on an asked axis, and the command that asks for what it lacks."""

    table: str
    title: LocalText
    about: str
    axes: tuple[str, ...]
    command: str


@dataclass(frozen=True)
class Compatibility:
    """An answer in which every rule has its sources, and every axis its name."""

    verdict: Verdict
    asked: Mapping[str, str]
    values: Mapping[str, str]
    decided: tuple[Rule, ...]
    works: Mapping[str, tuple[str, ...]]
    needs: Mapping[str, tuple[str, ...]]
    unverified: tuple[str, ...]
    leads: tuple[Further, ...]
    newest: Mapping[str, str]
    beware: tuple[Rule, ...]
    nearest: Nearest | None
    axes: Mapping[str, LocalText]


def compatibility(catalog: Catalog, terms: Sequence[str], today: date) -> Compatibility:
    """Whether `terms` ("pytorch=2.6", "chip=rtx-5090", "cuda") go together.

    Raises:
        KnownError: a term names no axis, no value of it, or an axis twice.
    """
    ruled = rules(catalog)
    answer = ask(ruled, question(terms, ruled.axes))
    make = Maker(catalog, today)
    near = answer.nearest
    return Compatibility(
        verdict=answer.verdict,
        asked=answer.asked,
        values=answer.values,
        decided=_rules(make, answer.decided),
        works=answer.works,
        needs=answer.needs,
        unverified=answer.unverified,
        leads=tuple(
            Further(
                lead.table,
                lead.title,
                lead.about,
                lead.axes,
                _command({**answer.asked, **dict.fromkeys(lead.axes, "")}),
            )
            for lead in answer.leads
        ),
        newest=answer.newest,
        beware=_rules(make, answer.beware),
        nearest=None if near is None else _nearest(make, answer.asked, near),
        axes={axis: ruled.axes.title(axis) for axis in sorted(_named(answer))},
    )


def _nearest(make: Maker, asked: Mapping[str, str], near: Neighbour) -> Nearest:
    named = {axis: near.values[axis] for axis in asked if axis in near.values}
    changed = {axis: after for axis, (_, after) in near.changes.items()}
    command = _command({**named, **changed})
    return Nearest(near.changes, near.values, near.needs, _rules(make, near.decided), command)


def _command(values: Mapping[str, str]) -> str:
    """The command line that asks about `values`; an axis with "" asks which values work.

    >>> _command({"pytorch": "2.6", "cuda": ">=12.4", "chip": ""})
    "advisor kb compat pytorch=2.6 'cuda>=12.4' chip"
    """
    terms = [
        axis + (value if OPERATOR.match(value) else f"={value}" if value else "")
        for axis, value in values.items()
    ]
    return shlex.join(["advisor", "kb", "compat", *terms])


def _rules(make: Maker, decisions: Iterable[Decision]) -> tuple[Rule, ...]:
    return tuple(
        Rule(
            verdict=decision.verdict,
            table=decision.table,
            row=decision.row,
            title=decision.title,
            when=decision.when,
            offers=decision.offers,
            note=decision.note,
            action=decision.action,
            evidence=make.stated(decision.table, Kind.ROW, decision.evidence, EMPTY).evidence,
        )
        for decision in decisions
    )


def _named(answer: CompatibilityAnswer) -> set[str]:
    """Every axis that the answer speaks of."""
    near = answer.nearest
    decided = (*answer.decided, *answer.beware, *(() if near is None else near.decided))
    spoken: list[Mapping[str, object]] = [answer.asked, answer.values, answer.works, answer.needs]
    spoken += [dict.fromkeys((*lead.axes, lead.about), "") for lead in answer.leads]
    if near is not None:
        spoken += [near.changes, near.values, near.needs]
    return {axis for mapping in (*spoken, *(one.when for one in decided)) for axis in mapping}
