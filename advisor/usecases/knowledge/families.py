"""The families of entries in the knowledge base and what any entry can be asked for.

Pure. A family that is added to the catalog is listed, shown and searched without a line here.
Fields that only some nouns have are read with `vars`: asking a noun for one it lacks is slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.environment import EnvironmentSpec
from knowledge.schema.framework import Framework
from knowledge.schema.system import System

PRODUCTS = ("frameworks", "systems", "devices")
"""What people ask for by name; their entries come before others of the same name."""
TERMS = ("sources", "capabilities", "quantities", "axes")
"""What statements are made of; found by their full names alone."""
ORDER = (
    *PRODUCTS,
    "routes",
    "compatibility",
    "scenarios",
    "criteria",
    "environments",
    "operators",
    "claims",
    "recipes",
    *TERMS,
)


@dataclass(frozen=True)
class Ref:
    """An entry by family, id and title."""

    family: str
    id: str
    title: LocalText


def families(catalog: Catalog) -> dict[str, Mapping[str, Noun]]:
    """Every family that has entries, in the order they are listed in."""
    found = {}
    for field in fields(catalog):
        entries = getattr(catalog, field.name)
        if isinstance(entries, Mapping) and isinstance(next(iter(entries.values()), None), Noun):
            found[field.name] = entries
    rank = {name: place for place, name in enumerate(ORDER)}
    return dict(sorted(found.items(), key=lambda item: rank.get(item[0], len(rank))))


def family(catalog: Catalog, name: str) -> Mapping[str, Noun]:
    """The entries of the family `name`; KnownError when there is none."""
    known = families(catalog)
    if name not in known:
        raise KnownError(f"unknown family {name!r}", hint=did_you_mean(name, known))
    return known[name]


def entries(catalog: Catalog) -> Iterator[tuple[str, str, Noun]]:
    """Every entry as family, id and noun."""
    for name, nouns in families(catalog).items():
        for id_, noun in nouns.items():
            yield name, id_, noun


def title(noun: Noun, id_: str) -> LocalText:
    """What an entry is called in each language; its id where it has no title."""
    named = vars(noun).get("title") or id_
    return named if isinstance(named, LocalText) else LocalText(en=str(named), zh=str(named))


def ref(catalog: Catalog, family_name: str, id_: str) -> Ref:
    """The entry `id_` of a family, which must be there."""
    return Ref(family_name, id_, title(families(catalog)[family_name][id_], id_))


def product(catalog: Catalog, id_: str) -> Ref | None:
    """The framework, system or device with this id: their ids are distinct."""
    for name in PRODUCTS:
        if id_ in getattr(catalog, name):
            return ref(catalog, name, id_)
    return None


def summary(noun: Noun) -> LocalText | None:
    """What an entry says of itself in a sentence."""
    for name in ("summary", "about", "note"):
        text = vars(noun).get(name)
        if isinstance(text, LocalText):
            return text
    return None


def version(noun: Noun) -> str:
    """The release an entry describes; empty where it describes none.

    >>> from knowledge.schema.base import LocalText
    >>> _purl_version("pkg:pypi/torch@2.15.0?os=linux")
    '2.15.0'
    """
    if isinstance(noun, Framework):
        return _purl_version(noun.package)
    if isinstance(noun, System):
        return noun.version or _purl_version(noun.package or "")
    if isinstance(noun, EnvironmentSpec):
        return noun.requirements[0].partition("==")[2]
    return ""


def package_name(noun: Noun) -> str:
    """The name people install an entry by; empty where there is none.

    >>> _purl_name("pkg:pypi/torch@2.15.0"), _purl_name("pkg:github/openxla/xla@v1")
    ('torch', 'xla')
    """
    if isinstance(noun, Framework | System):
        return _purl_name(noun.package or "")
    return ""


def state(noun: Noun) -> str:
    """The word for how alive an entry is: "active", "dead", ...; empty where that is not told."""
    if isinstance(noun, Framework):
        return noun.lifecycle.value
    return noun.state.value if isinstance(noun, System) else ""


def _purl_version(purl: str) -> str:
    return purl.partition("@")[2].partition("?")[0]


def _purl_name(purl: str) -> str:
    return purl.partition("@")[0].rpartition("/")[2]
