"""Which versions, systems and chips go together: tables of what works and what does not.

A table relates axes (a framework's version, Python, CUDA, a chip, ...). A row names values for some
of them. A table speaks only where all of its `keys` have a value. A closed one tells everything of
the values its rows have for the keys: what no row admits does not work. An open one knows cases.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Evidence
from knowledge.schema.evidence import Citation


class AxisKind(StrEnum):
    """What the values of an axis are."""

    VERSION = "version"
    NAME = "name"


class AxisTerm(Noun):
    """Something a combination can fix: a version of something, a system, a chip, a number format.

    The id of any framework is an axis of versions too; a term of the same id adds other names.
    """

    title: LocalText
    kind: AxisKind
    aliases: tuple[str, ...] = ()
    values: dict[Id, tuple[str, ...]] = {}
    """Names: every one with its other names, or {} where any may occur. Versions: those there are,
    as far as tables name them only as bounds."""
    implies: dict[Id, str] = {}
    """What is so wherever the axis has a value: who gives a CUDA version means an NVIDIA GPU."""
    default: str | None = None
    """What is taken for granted where nothing says otherwise."""
    effort: Annotated[int, Field(ge=0)] = 0
    """How much a change costs beside a change of version (0): what is suggested is the cheapest."""
    given: bool = False
    """It is not for the asked to change: hardware, or what somebody wants."""


class Verdict(StrEnum):
    """Whether a combination works."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def _several(data: Any) -> Any:
    return (data,) if isinstance(data, str) else data


Specifiers = Annotated[tuple[str, ...], BeforeValidator(_several), Field(min_length=1)]
"""Any of these. Versions: "3.11" (and its patches), ">=2.7,<3", "==2.9.0"; else names."""


class CompatibilityRow(Noun):
    """One combination: what it admits on each axis it names, and whether that works."""

    when: Annotated[dict[Id, Specifiers], Field(min_length=1)]
    verdict: Verdict = Verdict.YES
    note: LocalText | None = None
    """The reason, or what to know."""
    action: LocalText | None = None
    """What to do instead."""
    evidence: tuple[Citation, ...] = ()
    """Where it stands, if elsewhere than the table's."""

    @model_validator(mode="after")
    def _reasoned(self) -> CompatibilityRow:
        if self.verdict is not Verdict.YES and self.note is None:
            raise ValueError("a row that says no or unknown needs a note with the reason")
        return self


class CompatibilityTable(Noun):
    """Rows over the same axes, from one source."""

    id: Id
    title: LocalText
    axes: Annotated[tuple[Id, ...], Field(min_length=1)]
    keys: Annotated[tuple[Id, ...], Field(min_length=1)]
    """What it is about: it says nothing where one of these has no value."""
    closed: bool = False
    """Whether it tells everything of the keys' values that its rows name."""
    scope: dict[Id, Specifiers] = {}
    """Key -> the values it speaks of at all; for a closed table all of these, named or not."""
    note: LocalText | None = None
    action: LocalText | None = None
    """What to do about a combination that the table lacks."""
    rows: Annotated[tuple[CompatibilityRow, ...], Field(min_length=1)]
    evidence: Evidence
    moved_to: Id | None = None

    @model_validator(mode="after")
    def _over_its_axes(self) -> CompatibilityTable:
        repeated = [axis for axis, count in Counter(self.axes).items() if count > 1]
        if repeated:
            raise ValueError(f"the axis {repeated[0]} stands twice")
        for place, axes in (("keys", self.keys), ("scope", self.scope)):
            outside = [axis for axis in axes if axis not in self.axes]
            if outside:
                raise ValueError(f"{place}: {outside[0]} is no axis of the table")
        if not set(self.scope) <= set(self.keys):
            raise ValueError("scope: only a key has one")
        for number, row in enumerate(self.rows):
            outside = [axis for axis in row.when if axis not in self.axes]
            if outside:
                raise ValueError(f"row {number}: {outside[0]} is no axis of the table")
        named = {axis for row in self.rows for axis in row.when}
        idle = set(self.axes) - named - set(self.scope)
        if idle:
            raise ValueError(f"no row has the axis {min(idle)}")
        return self


class Decision(Noun):
    """A row, or a whole closed table, that spoke on a combination."""

    verdict: Verdict
    table: str
    row: int | None = None
    """Its place in the table, from 0; None where no row admits the combination."""
    title: LocalText
    when: dict[str, str]
    """What the row says; for a closed table, what it has for the asked values of its keys."""
    offers: tuple[dict[str, str], ...] = ()
    """For a closed table whose values go together only in part: which go with which."""
    note: LocalText | None = None
    action: LocalText | None = None
    evidence: tuple[Citation, ...]


class Neighbour(Noun):
    """The nearest combination that works: what changes, and what it is then."""

    changes: dict[str, tuple[str, str]]
    """Axis -> from what to what."""
    values: dict[str, str]
    needs: dict[str, tuple[str, ...]] = {}
    decided: tuple[Decision, ...]


class Lead(Noun):
    """A table that would speak on an axis of the question, had more been asked."""

    table: str
    title: LocalText
    about: str
    """The asked axis on which it would speak."""
    axes: tuple[str, ...]
    """What the question would have to say as well."""


class CompatibilityAnswer(Noun):
    """Whether a combination works, by which rule, and what does."""

    verdict: Verdict
    asked: dict[str, str]
    """The question as it was understood; "" where any value would do."""
    values: dict[str, str]
    """The combination the answer is about: asked values made precise, and what follows."""
    decided: tuple[Decision, ...] = ()
    """What decided, the first foremost."""
    works: dict[str, tuple[str, ...]] = {}
    """For each axis that was left open: the known values that work, in order."""
    needs: dict[str, tuple[str, ...]] = {}
    """Axes that were not asked for and must have one of these values."""
    unverified: tuple[str, ...] = ()
    """Asked axes on which no table says anything in this combination."""
    leads: tuple[Lead, ...] = ()
    """Where an answer is not known: what would have to be asked as well."""
    newest: dict[str, str] = {}
    """For asked versions beyond all tables: the newest version any of them knows."""
    beware: tuple[Decision, ...] = ()
    """What would not work once an axis that was not asked for has a certain value."""
    nearest: Neighbour | None = None
