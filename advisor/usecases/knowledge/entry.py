"""Everything the knowledge base says of one entry, with the evidence of every statement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from advisor.usecases.knowledge.families import (
    Ref,
    entries,
    families,
    product,
    ref,
    state,
    version,
)
from advisor.usecases.knowledge.lookup import Found, find
from advisor.usecases.knowledge.stated import Stated
from advisor.usecases.knowledge.statements import Reader
from advisor.usecases.knowledge.stating import word
from knowledge.catalog import Catalog
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.framework import Framework, Route
from knowledge.schema.system import System

OVER = frozenset({"dead", "never-existed"})


class Standing(StrEnum):
    """How a version that was asked for relates to what is known."""

    NEVER_RELEASED = "never-released"
    DESCRIBED = "described"
    OLDER = "older"
    NEWER = "newer"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Asked:
    """A version somebody asked for: whether there is one, and which one the entry describes."""

    version: str
    standing: Standing
    described: str
    statement: Stated | None = None
    """Who says that it was never released."""


@dataclass(frozen=True)
class Over:
    """An entry that is over: what follows it and how to get there."""

    state: str
    wording: LocalText
    successors: tuple[Ref, ...] = ()
    """The successor, then its own successor where that is over too, and so on."""
    migration: LocalText | None = None
    routes: tuple[Ref, ...] = ()
    """Conversion routes from the entry to its successor."""


@dataclass(frozen=True)
class Way:
    """A route from or to an entry, with the framework at its other end."""

    route: Ref
    other: Ref
    statements: tuple[Stated, ...]
    """The route itself, then its limits."""


@dataclass(frozen=True)
class Link:
    """Another entry that names this one, and in which of its fields."""

    entry: Ref
    field: str


@dataclass(frozen=True)
class Use:
    """A statement of another entry on this term, or from this source."""

    entry: Ref
    statement: Stated


@dataclass(frozen=True)
class View:
    """One entry, its statements, and how it hangs together with others."""

    found: Found
    noun: Noun
    overlaid: bool
    asked: Asked | None
    over: Over | None
    statements: tuple[Stated, ...]
    routes_from: tuple[Way, ...]
    routes_to: tuple[Way, ...]
    links: tuple[Link, ...]
    uses: tuple[Use, ...]


def view(catalog: Catalog, name: str, today: date) -> View:
    """The entry that `name` means (see `lookup.find`), as of `today`.

    Raises:
        KnownError: no entry, or several, may be meant.
    """
    found = find(catalog, name)
    family, id_ = found.entry.family, found.entry.id
    noun = families(catalog)[family][id_]
    reader = Reader(catalog, today)
    said = tuple(reader.statements(family, id_, noun))
    ways = tuple(_ways(catalog, reader, id_)) if isinstance(noun, Framework) else ()
    return View(
        found=found,
        noun=noun,
        overlaid=f"{family}/{id_}" in catalog.overlaid,
        asked=_asked(noun, said, found.version) if found.version else None,
        over=_over(catalog, noun),
        statements=said,
        routes_from=tuple(way for leaves, way in ways if leaves),
        routes_to=tuple(way for leaves, way in ways if not leaves),
        links=tuple(_links(catalog, family, id_)),
        uses=tuple(_uses(catalog, reader, family, id_)),
    )


def _asked(noun: Noun, said: tuple[Stated, ...], asked: str) -> Asked:
    described = version(noun)
    if isinstance(noun, Framework):
        for index, never in enumerate(noun.never_released):
            if _order(never.version, asked) == 0:
                statement = said[len(said) - len(noun.never_released) + index]
                return Asked(asked, Standing.NEVER_RELEASED, described, statement)
    order = _order(asked, described) if described else None
    standing = {0: Standing.DESCRIBED, -1: Standing.OLDER, 1: Standing.NEWER}
    return Asked(asked, Standing.UNKNOWN if order is None else standing[order], described)


def _order(one: str, other: str) -> int | None:
    """-1, 0 or 1 as `one` is older than, equal to or newer than `other`; None if none can tell.

    >>> _order("3.0", "3"), _order("2.9", "2.10"), _order("26.04-py3", "2.1")
    (0, -1, None)
    """
    from packaging.version import InvalidVersion, Version

    if one == other:
        return 0
    try:
        first, second = Version(one), Version(other)
    except InvalidVersion:
        return None
    return (first > second) - (first < second)


def _over(catalog: Catalog, noun: Noun) -> Over | None:
    named = vars(noun).get("successor")
    if state(noun) not in OVER and named is None:
        return None
    if not isinstance(noun, Framework | System):
        return None
    kind = "lifecycle" if isinstance(noun, Framework) else "kb.state"
    successors = tuple(_successors(catalog, noun))
    routes = tuple(
        ref(catalog, "routes", route.id)
        for route in catalog.routes.values()
        if route.source == noun.id and route.target in {successor.id for successor in successors}
    )
    return Over(
        state=state(noun),
        wording=word(f"{kind}.{state(noun)}"),
        successors=successors,
        migration=noun.migration,
        routes=routes,
    )


def _successors(catalog: Catalog, noun: Framework | System) -> Iterator[Ref]:
    seen = {noun.id}
    current: Noun = noun
    while isinstance(current, Framework | System) and current.successor not in {None, *seen}:
        following = product(catalog, _current(catalog, current.successor or ""))
        if following is None:
            return
        seen.add(following.id)
        yield following
        current = families(catalog)[following.family][following.id]
        if state(current) not in OVER:
            return


def _current(catalog: Catalog, id_: str) -> str:
    """The id that a former id of a framework or system has now."""
    for family in ("frameworks", "systems"):
        moved = catalog.moved.get(f"{family}/{id_}")
        if moved is not None:
            return moved.partition("/")[2]
    return id_


def _ways(catalog: Catalog, reader: Reader, id_: str) -> Iterator[tuple[bool, Way]]:
    """The routes at a framework, each with whether it leaves there."""
    for route in catalog.routes.values():
        if id_ not in (route.source, route.target):
            continue
        leaves = route.source == id_
        end = catalog.framework(route.target if leaves else route.source)
        other = ref(catalog, "frameworks", end.id)
        said = tuple(reader.statements("routes", route.id, route))
        yield leaves, Way(ref(catalog, "routes", route.id), other, said)


def _links(catalog: Catalog, family: str, id_: str) -> Iterator[Link]:
    """Entries that name this one in a field of theirs; routes and sources are told elsewhere."""
    for other_family, other_id, noun in entries(catalog):
        if isinstance(noun, Route) or (other_family, other_id) == (family, id_):
            continue
        for field in _naming(noun, family, id_):
            yield Link(ref(catalog, other_family, other_id), field)


# family -> fields that hold an id of it, fields that hold several, and (field, field of its items)
_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    "frameworks": (
        ("successor", "extends", "framework"),
        ("candidates", "axes"),
        (("claims", "about"),),
    ),
    "systems": (("successor",), (), (("claims", "about"),)),
    "devices": ((), (), (("claims", "about"),)),
    "environments": (("environment",), (), ()),
    "criteria": ((), (), (("preferences", "criterion"), ("branches", "criterion"))),
    "capabilities": ((), (), (("indicators", "capability"), ("requirements", "capability"))),
    "quantities": ((), (), (("indicators", "quantity"),)),
    "axes": ((), ("axes",), ()),
}


def _naming(noun: Noun, family: str, id_: str) -> Iterator[str]:
    """The fields of `noun` that name the entry `id_` of `family`."""
    single, several, items = _FIELDS.get(family, ((), (), ()))
    held = vars(noun)
    yield from (field for field in single if held.get(field) == id_)
    yield from (field for field in several if id_ in held.get(field, ()))
    for field, inner in items:
        named = (vars(item).get(inner) for item in held.get(field, ()) if isinstance(item, Noun))
        if any(value == id_ or (isinstance(value, tuple) and id_ in value) for value in named):
            yield field


def _uses(catalog: Catalog, reader: Reader, family: str, id_: str) -> Iterator[Use]:
    """Statements of all entries on a term or from a source; none for other families."""
    if family not in ("capabilities", "quantities", "sources"):
        return
    for other_family, other_id, noun in entries(catalog):
        for stated in reader.statements(other_family, other_id, noun):
            cited = family == "sources" and any(c.source == id_ for c in stated.evidence)
            kind = {"capabilities": "claim", "quantities": "fact"}.get(family)
            if cited or (stated.kind == kind and stated.term == id_):
                yield Use(ref(catalog, other_family, other_id), stated)
