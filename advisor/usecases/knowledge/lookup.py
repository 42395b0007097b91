"""Which entry a name means: id, title, alias, package, former id, or words that only it has.

Pure. Names are compared by letters and digits alone, so "onnx runtime" finds ONNXRuntime. Products
come before other entries of the same name, and an id before a title before an alias.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple
from unicodedata import normalize

from advisor.usecases.knowledge.families import (
    PRODUCTS,
    TERMS,
    Ref,
    entries,
    families,
    package_name,
    product,
    ref,
    summary,
)
from knowledge.catalog import Catalog
from knowledge.errors import KnownError

CLOSE = 75
"""Similarity, of 100, from which a name is offered to one who mistyped it."""
FEW = 3
"""Entries at most that are offered when a name is not clear."""
LISTED = 12
"""Candidates named when a name may mean several."""
Entry = tuple[str, str]
"""Family and id."""
_WORD = re.compile(r"[^\W_]+[+#]*")
_VERSION = re.compile(r"^(?P<name>.+?)(?:\s*(?P<sign>@|==?)\s*|\s+)v?(?P<version>\d[\w.+-]*)$")


class By(IntEnum):
    """How a name matched, the most certain way first."""

    ID = 0
    TITLE = 1
    ALIAS = 2
    MOVED = 3
    PACKAGE = 4
    WORDS = 5


class Name(NamedTuple):
    """One name of an entry."""

    by: By
    text: str
    entry: Entry


@dataclass(frozen=True)
class Found:
    """The entry a name means."""

    entry: Ref
    by: By
    called: str
    """The name of the entry that matched, as the entry writes it."""
    version: str = ""
    """The version that was asked for beside the name."""
    also: tuple[Ref, ...] = ()
    """Other entries that go by exactly this name."""


def find(catalog: Catalog, asked: str) -> Found:
    """The entry that `asked` names, a version after it ("tensorflow 3.0", "torch@2.1") included.

    Raises:
        KnownError: no entry, or several that none of them stands out from.
    """
    asked = " ".join(asked.split())
    if (entry := product(catalog, asked)) is not None:
        return Found(entry, By.ID, asked)  # the usual case, without a look at all names
    index = _Index(catalog)
    pinned = _VERSION.match(asked)
    # "torch@2.1" holds a version for certain; "rtx 4090" may well be a whole name.
    found = (
        None if pinned and pinned["sign"] else index.exact(asked) or index.spoken(asked, PRODUCTS)
    )
    if found is None and pinned is not None:
        found = index.exact(pinned["name"]) or index.spoken(pinned["name"], PRODUCTS)
        if found is not None:
            return replace(found, version=pinned["version"])
    others = tuple(name for name in families(catalog) if name not in {*PRODUCTS, *TERMS})
    found = found or index.spoken(asked, others)
    if found is None:
        raise KnownError(f"there is no entry {asked!r}", hint=index.nearest(asked))
    return found


def names(catalog: Catalog) -> Iterator[Name]:
    """Every name of every entry, former ids included."""
    for family, id_, noun in entries(catalog):
        entry = (family, id_)
        yield Name(By.ID, id_, entry)
        called = vars(noun).get("title")
        if isinstance(called, str):
            yield Name(By.TITLE, called, entry)
        elif called is not None:
            yield from (Name(By.TITLE, text, entry) for text in {called.en: 0, called.zh: 0})
        yield from (Name(By.ALIAS, text, entry) for text in vars(noun).get("aliases", ()))
        if package_name(noun):
            yield Name(By.PACKAGE, package_name(noun), entry)
    for old, new in catalog.moved.items():
        family, _, id_ = _follow(catalog, new).partition("/")
        if id_ in families(catalog).get(family, ()):
            yield Name(By.MOVED, old.partition("/")[2], (family, id_))


def compact(text: str) -> str:
    """Letters, digits, + and # of a name in lower case; everything else is how one writes it.

    >>> compact("ONNX-Runtime"), compact("ＰｙＴｏｒｃｈ 2"), compact("昇腾 910B")
    ('onnxruntime', 'pytorch2', '昇腾910b')
    """
    return "".join(_words(text))


def _words(text: str) -> list[str]:
    return _WORD.findall((text if text.isascii() else normalize("NFKC", text)).casefold())


class _Index:
    """The names of a catalog's entries, compared in the ways that people write them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = tuple(names(catalog))

    def exact(self, asked: str) -> Found | None:
        """The entry one of whose names `asked` is, but for how it is written."""
        family, slash, id_ = asked.partition("/")
        if slash and id_ in families(self._catalog).get(family, ()):
            return Found(ref(self._catalog, family, id_), By.ID, id_)
        wanted = compact(asked)
        same = [name for name in self._names if wanted and compact(name.text) == wanted]
        products = [name for name in same if name.entry[0] in PRODUCTS]
        return self._one(products or same, same, asked) if same else None

    def spoken(self, asked: str, among: tuple[str, ...]) -> Found | None:
        """The one entry of some families in whose names every word of `asked` stands."""
        words = set(_words(asked))
        holding = [entry for entry, theirs in self._spoken(among).items() if words <= theirs]
        candidates = [Name(By.WORDS, asked, entry) for entry in holding]
        return self._one(candidates, candidates, asked) if words and candidates else None

    def nearest(self, asked: str) -> str:
        """A hint with a few products whose names or summaries come close to `asked`."""
        near = [*self._begun(asked), *self._similar(asked), *self._partly(asked)]
        shown = [
            f"{id_} ({ref(self._catalog, family, id_).title.en})"
            for family, id_ in list(dict.fromkeys(near))[:FEW]
        ]
        if not shown:
            return (
                "advisor kb search finds words inside entries; advisor kb list shows all there are"
            )
        return f"did you mean {' or '.join(shown)}?"

    def _spoken(self, among: tuple[str, ...]) -> dict[Entry, set[str]]:
        """The words of all names of an entry: an id and a title name the same thing."""
        found: dict[Entry, set[str]] = {}
        for name in self._names:
            if name.entry[0] in among:
                found.setdefault(name.entry, set()).update(_words(name.text))
        return found

    def _begun(self, asked: str) -> list[Entry]:
        """Products whose names or summary have each word, or a word that begins with it."""
        words = _words(asked)
        found = []
        for entry, theirs in self._spoken(PRODUCTS).items():
            about = summary(families(self._catalog)[entry[0]][entry[1]])
            text = " ".join(theirs) + " " + compact(about.zh if about else "")
            if words and all(f" {word}" in f" {text}" or _chinese(word, text) for word in words):
                found.append(entry)
        return found

    def _partly(self, asked: str) -> list[Entry]:
        """Products that have a word of `asked` which few others have."""
        spoken = self._spoken(PRODUCTS)
        holding = [[e for e, theirs in spoken.items() if word in theirs] for word in _words(asked)]
        return [entry for found in holding if len(found) <= FEW for entry in found]

    def _similar(self, asked: str) -> list[Entry]:
        from rapidfuzz import fuzz, process

        known = {name: compact(name.text) for name in self._names if name.entry[0] != "sources"}
        wanted = compact(asked)
        close = process.extract(wanted, known, scorer=fuzz.ratio, score_cutoff=CLOSE, limit=9)
        entries_ = [name.entry for _, _, name in close]
        return [entry for entry in entries_ if entry[0] in PRODUCTS] or entries_

    def _kin(self, asked: str, entry: Entry) -> Iterator[Entry]:
        """Other devices in whose names all of `asked` stands: "H100" is a family of them."""
        words = set(_words(asked))
        for other, theirs in self._spoken(("devices",)).items():
            if other != entry and words <= theirs:
                yield other

    def _shown(self, entry: Entry) -> str:
        family, id_ = entry
        title = ref(self._catalog, family, id_).title.en
        return f"{family}/{id_} ({title})" if title != id_ else f"{family}/{id_}"

    def _one(self, candidates: list[Name], everything: list[Name], asked: str) -> Found:
        """The candidate that matched most certainly; KnownError when several did."""
        certain = min(name.by for name in candidates)
        # of several names of one entry, the one written as it was asked for
        ordered = sorted(candidates, key=lambda name: name.text == asked)
        best = list({name.entry: name for name in ordered if name.by == certain}.values())
        if len(best) > 1:
            listed = sorted(self._shown(name.entry) for name in best)
            more = f", and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
            hint = f"name one: {', '.join(listed[:LISTED])}{more}"
            raise KnownError(_ambiguous(asked, best), hint=hint)
        others = dict.fromkeys(n.entry for n in everything if n.entry != best[0].entry)
        if best[0].entry[0] == "devices" and certain is not By.WORDS:
            others |= dict.fromkeys(self._kin(asked, best[0].entry))
        also = tuple(ref(self._catalog, *entry) for entry in others)
        return Found(ref(self._catalog, *best[0].entry), certain, best[0].text, also=also)


def _ambiguous(asked: str, names: list[Name]) -> str:
    """That a name is a family's, where only devices go by it, or means several things."""
    devices = {name.entry[0] for name in names} == {"devices"}
    if devices and all(name.by is not By.WORDS for name in names):
        return f"{asked!r} is a family of {len(names)} devices"
    return f"{asked!r} may mean {len(names)} entries"


def _chinese(word: str, text: str) -> bool:
    """Whether a word that is not written in Latin letters stands in `text`, without spaces."""
    return not word.isascii() and word in text


def _follow(catalog: Catalog, key: str) -> str:
    seen = {key}
    while key in catalog.moved and catalog.moved[key] not in seen:
        key = catalog.moved[key]
        seen.add(key)
    return key
