"""What differs between two knowledge bases: entries, statements, and the evidence for them.

An overlay replaces whole files, so what its file leaves out is gone; that is shown as removed. Two
statements on one thing that cannot both be true are a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from advisor.usecases.knowledge.families import Ref, families, title
from advisor.usecases.knowledge.stated import Kind, Stated
from advisor.usecases.knowledge.statements import Reader
from advisor.wiring import Wiring
from knowledge.catalog import Catalog
from knowledge.errors import KnownError, check_all
from knowledge.overlay import gather
from knowledge.schema.base import Noun
from knowledge.schema.claims import Support
from knowledge.schema.compatibility import CompatibilityTable
from knowledge.schema.device import Device
from knowledge.schema.evidence import Grade
from knowledge.schema.framework import Framework, Route
from knowledge.schema.system import System

WHOLE = "grades.yaml"
"""The file that only a whole knowledge base has."""
_STRENGTH = {grade: rank for rank, grade in enumerate(Grade)}
_STATEMENTS: dict[type[Noun], tuple[str, ...]] = {
    Framework: ("claims", "facts", "caveats", "never_released"),
    Device: ("claims", "facts"),
    System: ("state", "summary", "evidence"),
    Route: ("support", "note", "limits", "evidence"),
    CompatibilityTable: ("rows", "note", "evidence"),
}
"""Fields of entries that are compared as statements, not as fields."""


class Change(StrEnum):
    """What became of an entry or a statement."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class Aspect(StrEnum):
    """In what a statement changed."""

    VERDICT = "verdict"
    VALUE = "value"
    NOTE = "note"
    EVIDENCE = "evidence"


@dataclass(frozen=True)
class StatementChange:
    """One statement before and after."""

    change: Change
    before: Stated | None
    after: Stated | None
    aspects: tuple[Aspect, ...] = ()
    contradiction: bool = False
    weaker: bool = False
    """Whether the evidence after is of a lower grade than before."""


@dataclass(frozen=True)
class FieldChange:
    """One other field of an entry, by its path; None where it is not there."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class EntryChange:
    """One entry that is not the same in both."""

    change: Change
    entry: Ref
    statements: tuple[StatementChange, ...]
    fields: tuple[FieldChange, ...]


def compare(before: Catalog, after: Catalog, today: date) -> tuple[EntryChange, ...]:
    """Every entry that differs, family by family in order of ids."""
    old, new = families(before), families(after)
    readers = Reader(before, today), Reader(after, today)
    return tuple(
        change
        for family in dict.fromkeys((*old, *new))
        for change in _family(family, old.get(family, {}), new.get(family, {}), readers)
    )


def contradictions(changes: tuple[EntryChange, ...]) -> int:
    """How many statements contradict what they replace."""
    return sum(statement.contradiction for entry in changes for statement in entry.statements)


def tally(changes: tuple[EntryChange, ...]) -> dict[str, int]:
    """How many entries differ, and what became of how many statements."""
    statements = [statement for entry in changes for statement in entry.statements]
    counts = {str(change): sum(one.change is change for one in statements) for change in Change}
    return {"entries": len(changes), **counts, "contradictions": contradictions(changes)}


def contradicts(before: Stated, after: Stated) -> bool:
    """Whether two statements on the same thing cannot both be true."""
    if before.support is not None and after.support is not None:
        return _unlike(before.support, after.support)
    if before.kind in (Kind.STANDING, Kind.ROW):
        return before.term != after.term
    return before.value != after.value


def _unlike(one: Support, other: Support) -> bool:
    """Whether two support statements exclude each other.

    "Yes" and "since 2.0" agree, as do "≤2.2" and "2.0": one only knows more.
    """
    if one.level != other.level:
        return True
    if one.removed != other.removed and one.removed and other.removed:
        return True
    exact = [s.added for s in (one, other) if isinstance(s.added, str) and s.added[:1] != "≤"]
    return len(set(exact)) > 1


def _family(
    family: str,
    old: Mapping[str, Noun],
    new: Mapping[str, Noun],
    readers: tuple[Reader, Reader],
) -> Iterator[EntryChange]:
    for id_ in sorted(old.keys() | new.keys()):
        before, after = old.get(id_), new.get(id_)
        if before == after:
            continue
        said = [
            {} if noun is None else {_identity(s): s for s in reader.statements(family, id_, noun)}
            for noun, reader in zip((before, after), readers, strict=True)
        ]
        statements = tuple(_statements(*said))
        fields = tuple(_fields(before, after)) if before and after else ()
        change = Change.ADDED if before is None else Change.REMOVED if after is None else None
        held = after or before
        if held is not None and (change or statements or fields):
            entry = Ref(family, id_, title(held, id_))
            yield EntryChange(change or Change.CHANGED, entry, statements, fields)


def _identity(stated: Stated) -> str:
    """What makes two statements speak of the same thing; one without a name is its own text."""
    if stated.kind is Kind.ROW:
        return f"{stated.kind} {stated.title.en}"
    if stated.kind in (Kind.CAVEAT, Kind.REASON, Kind.OTHER):
        return f"{stated.kind} {stated.title.en} {stated.verdict.en}"
    return stated.key


def _statements(old: Mapping[str, Stated], new: Mapping[str, Stated]) -> Iterator[StatementChange]:
    for key in dict.fromkeys((*old, *new)):
        before, after = old.get(key), new.get(key)
        if before is None or after is None:
            yield StatementChange(Change.ADDED if before is None else Change.REMOVED, before, after)
            continue
        aspects = tuple(_aspects(before, after))
        if aspects:
            ranks = [_STRENGTH[stated.evidence[0].grade] for stated in (before, after)]
            yield StatementChange(
                Change.CHANGED,
                before,
                after,
                aspects,
                contradiction=contradicts(before, after),
                weaker=ranks[1] > ranks[0],
            )


def _aspects(before: Stated, after: Stated) -> Iterator[Aspect]:
    said = [(s.support, s.term, s.verdict) for s in (before, after)]
    if before.value is None and said[0] != said[1]:
        yield Aspect.VERDICT
    if (before.value, before.unit) != (after.value, after.unit):
        yield Aspect.VALUE
    if before.note != after.note:
        yield Aspect.NOTE
    if _cited(before) != _cited(after):
        yield Aspect.EVIDENCE


def _cited(stated: Stated) -> set[tuple[object, ...]]:
    return {(c.source, c.locator, c.read, c.grade) for c in stated.evidence}


def _fields(before: Noun, after: Noun) -> Iterator[FieldChange]:
    old, new = _flat(before), _flat(after)
    for path in dict.fromkeys((*old, *new)):
        if old.get(path) != new.get(path):
            yield FieldChange(path, old.get(path), new.get(path))


def _flat(noun: Noun) -> dict[str, Any]:
    """The plain values of an entry's fields by dotted path, statements left out."""
    flat: dict[str, Any] = {}
    dumped = noun.model_dump(
        mode="json", exclude_defaults=True, exclude=set(_STATEMENTS.get(type(noun), ()))
    )
    stack: list[tuple[str, Any]] = [("", dumped)]
    while stack:
        path, value = stack.pop()
        parts = _parts(value)
        if parts is None:
            flat[path] = value
        else:
            stack += reversed([(f"{path}.{key}".lstrip("."), part) for key, part in parts])
    return flat


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    """What a value is made of, items of a list by their ids; None for what is shown as one."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return [
            (str(item.get("id", place) if isinstance(item, dict) else place), item)
            for place, item in enumerate(value)
        ]
    return None


def _holds_facts(folder: Path) -> None:
    """KnownError where a folder is none, or holds no file that could be facts."""
    gathered = gather((folder,))
    if not gathered.files and not gathered.problems:
        hint = "a knowledge folder holds frameworks/, devices/, ... with YAML files"
        raise KnownError(f"{folder} holds no facts", hint=hint)


def difference(wiring: Wiring, one: Path, other: Path | None) -> tuple[EntryChange, ...]:
    """What the overlay `one` changes in the knowledge base; with `other`, how that differs from it.

    Of two folders, one that is not whole is laid over the knowledge base first.

    Raises:
        KnowledgeError: something in the files is wrong.
        KnownError: a folder is not there, or holds no facts.
    """
    check_all(partial(_holds_facts, folder) for folder in (one, other) if folder is not None)
    today = wiring.now().date()
    if other is None:
        return compare(wiring.catalog, wiring.load((*wiring.folders, one)), today)
    before, after = (
        wiring.load((folder,) if (folder / WHOLE).is_file() else (*wiring.folders, folder))
        for folder in (one, other)
    )
    return compare(before, after, today)
