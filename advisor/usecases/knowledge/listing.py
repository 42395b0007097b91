"""Which families there are, and which entries a family has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from advisor.usecases.knowledge.families import entries, families, family, state, title, version
from advisor.usecases.knowledge.stated import Stated
from advisor.usecases.knowledge.statements import Reader
from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.requirements import TERMS
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.framework import Lifecycle, Role
from knowledge.schema.system import SystemState

LASTING = {"role": tuple(Role), "lifecycle": (*Lifecycle, *SystemState)}
"""Values that may be asked for though no entry has them at present."""


@dataclass(frozen=True)
class Family:
    """A family, its size, and how old the oldest reading in it is."""

    id: str
    entries: int
    statements: int
    oldest: date | None


@dataclass(frozen=True)
class Row:
    """An entry in a list."""

    family: str
    id: str
    title: LocalText
    kinds: tuple[str, ...]
    """Roles of a framework, kind of a system, device or source."""
    state: str
    version: str
    statements: int
    """Its own; of a term or a source, those that use it."""
    oldest: date | None
    overlaid: bool


def overview(catalog: Catalog, today: date) -> tuple[Family, ...]:
    """Every family that has entries."""
    said = _said(catalog, today)
    return tuple(
        Family(
            id=name,
            entries=len(nouns),
            statements=sum(len(said.get((name, id_), ())) for id_ in nouns),
            oldest=_oldest([s for id_ in nouns for s in said.get((name, id_), ())]),
        )
        for name, nouns in families(catalog).items()
    )


def requirements() -> tuple[Row, ...]:
    """What can be required of a stack: a vocabulary of the program, not of the data."""
    return tuple(
        Row("requirements", term.usage, term.about, (), "", "", 0, None, overlaid=False)
        for term in TERMS.values()
    )


def listing(
    catalog: Catalog, today: date, family_name: str | None, filters: Mapping[str, str]
) -> tuple[Row, ...]:
    """The entries of a family, or of every family that has all the properties filtered by.

    Args:
        catalog: what to list.
        today: the day readings are counted from.
        family_name: id of the family; None for all.
        filters: property ("role", "kind", "lifecycle") to the value it must have.

    Raises:
        KnownError: an unknown family, a property the family has not, or a value nothing has.
    """
    if family_name == "requirements" and not filters:
        return requirements()
    chosen = (
        families(catalog) if family_name is None else {family_name: family(catalog, family_name)}
    )
    rows = [(name, id_, noun) for name, nouns in chosen.items() for id_, noun in nouns.items()]
    for key, value in filters.items():
        _check(key, value, [noun for _, _, noun in rows])
    said = _said(catalog, today)
    return tuple(
        _row(catalog, name, id_, noun, said.get((name, id_), []))
        for name, id_, noun in rows
        if all(value in properties(noun).get(key, ()) for key, value in filters.items())
    )


def properties(noun: Noun) -> dict[str, tuple[str, ...]]:
    """What an entry can be filtered by: property to its values."""
    found = {}
    roles, kind = vars(noun).get("roles"), vars(noun).get("kind")
    if roles is not None:
        found["role"] = tuple(str(role) for role in roles)
    if kind is not None:
        found["kind"] = (str(kind),)
    if state(noun):
        found["lifecycle"] = (state(noun),)
    return found


def _check(key: str, value: str, nouns: Iterable[Noun]) -> None:
    """Refuse a property that none of the entries has, and a value that none ever has."""
    given = [properties(noun) for noun in nouns]
    known = {value for one in given for value in one.get(key, ())}
    if not known:
        others = sorted({name for one in given for name in one})
        hint = f"they have: {', '.join(others)}" if others else "they have nothing to filter by"
        raise KnownError(f"these entries have no {key}", hint=hint)
    known |= set(map(str, LASTING.get(key, ())))
    if value not in known:
        raise KnownError(f"no entry has the {key} {value!r}", hint=did_you_mean(value, known))


def _row(catalog: Catalog, name: str, id_: str, noun: Noun, said: list[Stated]) -> Row:
    given = properties(noun)
    return Row(
        family=name,
        id=id_,
        title=title(noun, id_),
        kinds=given.get("role", given.get("kind", ())),
        state=state(noun),
        version=version(noun),
        statements=len(said),
        oldest=_oldest(said),
        overlaid=f"{name}/{id_}" in catalog.overlaid,
    )


def _said(catalog: Catalog, today: date) -> dict[tuple[str, str], list[Stated]]:
    """The statements of each entry, and those that use each term and source."""
    reader = Reader(catalog, today)
    found: dict[tuple[str, str], list[Stated]] = {}
    for name, id_, noun in entries(catalog):
        for stated in reader.statements(name, id_, noun):
            for place in _places(name, id_, stated):
                found.setdefault(place, []).append(stated)
    return found


def _places(name: str, id_: str, stated: Stated) -> Iterator[tuple[str, str]]:
    yield name, id_
    if stated.kind == "claim":
        yield "capabilities", stated.term
    elif stated.kind == "fact":
        yield "quantities", stated.term
    yield from dict.fromkeys(("sources", cited.source) for cited in stated.evidence)


def _oldest(said: list[Stated]) -> date | None:
    return min((stated.oldest for stated in said), default=None)
