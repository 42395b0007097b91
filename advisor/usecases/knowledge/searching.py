"""Find the entries that speak of something, in the words of either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256

from advisor.usecases.digests import code_digest, digest
from advisor.usecases.knowledge.families import (
    Ref,
    entries,
    families,
    package_name,
    summary,
    title,
)
from advisor.usecases.knowledge.lookup import compact
from advisor.usecases.knowledge.stated import Stated
from advisor.usecases.knowledge.statements import Reader
from advisor.wiring import Wiring
from knowledge.catalog import Catalog
from knowledge.dialect import parse
from knowledge.errors import KnownError
from knowledge.nearest import close
from knowledge.paths import data_dir
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.evidence import Source
from knowledge.schema.framework import Framework
from knowledge.search import CLOSE, OPEN, Document, Hit, Index, Piece

SELDOM = 0.5
"""Weight of sources: who searches for a word seldom means a document that has it in its title."""
AROUND = 60
"""Characters of a long text that are shown before and after what matched."""


@dataclass(frozen=True)
class Match:
    """An entry that was found; the snippet is cut up into (text, whether it matched)."""

    entry: Ref
    score: float
    snippet: tuple[tuple[str, bool], ...]
    whole: bool


def search(wiring: Wiring, words: str, *, language: str, limit: int) -> tuple[Match, ...]:
    """The entries that fit `words` best, those with all of them or else those with some.

    Args:
        wiring: where the catalog comes from and the index may be kept.
        words: words in any language.
        language: the language snippets should rather be in.
        limit: entries at most.

    Raises:
        KnownError: there are no words, or SQLite cannot search texts here.
    """
    if not compact(words):
        hint = "for example advisor kb search quantisation"
        raise KnownError("there are no words to search for", hint=hint)
    known = families(wiring.catalog)
    with closing(_index(wiring)) as index:
        hits = index.search(words, limit, language, synonyms())
    return tuple(_match(known, hit, language) for hit in hits)


def meant(catalog: Catalog, words: str) -> tuple[str, ...]:
    """Titles and other names that come close to `words`, of which nothing was found."""
    known: dict[str, None] = {}
    for family, id_, noun in entries(catalog):
        if family != "sources":
            known |= dict.fromkeys(piece.text for piece in _names(id_, noun))
    return close(words, known)


@cache
def synonyms() -> tuple[tuple[str, ...], ...]:
    """The groups of words that are searched for together."""
    found = parse((data_dir() / "phrases" / "synonyms.yaml").read_text(encoding="utf-8")).value
    return tuple(tuple(group) for group in found["groups"])


def documents(catalog: Catalog) -> Iterator[Document]:
    """Every entry as a document: its names, its summary, its statements in both languages."""
    reader = Reader(catalog, date.min)  # no text says what is stale
    for family, id_, noun in entries(catalog):
        yield Document(
            key=f"{family}/{id_}",
            names=tuple(dict.fromkeys(_names(id_, noun))),
            about=tuple(_about(noun)),
            unshown=tuple(_good_for(catalog, noun)),
            statements=tuple(
                piece
                for stated in reader.statements(family, id_, noun)
                for piece in _pieces(stated)
            ),
            weight=SELDOM if family == "sources" else 1.0,
        )


def _index(wiring: Wiring) -> Index:
    """The index of the catalog, kept under a digest of the facts, the words and the code."""
    name = f"{digest(wiring.catalog.digest, wording_digest(), code_digest())}.index"
    content = wiring.kept(name)
    index = None if content is None else Index.restore(content)
    if index is None:
        index = Index.build(documents(wiring.catalog))
        wiring.keep(name, index.content())
    return index


def wording_digest() -> str:
    """A digest of all texts that statements are worded with."""
    folders = (data_dir() / "locales", data_dir() / "phrases")
    texts = [file.read_bytes() for one in folders for file in sorted(one.glob("*.yaml"))]
    return sha256(b"\0".join(texts)).hexdigest()


def _names(id_: str, noun: Noun) -> Iterator[Piece]:
    called = title(noun, id_)
    if called.en == called.zh:
        yield Piece(called.en)
    else:
        yield from _local(called)
    yield Piece(id_)
    yield from map(Piece, vars(noun).get("aliases", ()))
    if package_name(noun):
        yield Piece(package_name(noun))


def _about(noun: Noun) -> Iterator[Piece]:
    about = summary(noun)
    if about is not None:
        yield from _local(about)
    migration = vars(noun).get("migration")
    if migration is not None:
        yield from _local(migration)
    yield from map(Piece, vars(noun).get("steps", ()))
    for mode in vars(noun).get("modes", ()):
        yield from _local(mode.title)
    if isinstance(noun, Source):
        yield Piece(f"{noun.publisher}: {noun.address}")


def _good_for(catalog: Catalog, noun: Noun) -> Iterator[Piece]:
    """The criteria most of whose capabilities a framework has: what one would look for it by."""
    if not isinstance(noun, Framework):
        return
    has = {claim.capability for claim in noun.claims if claim.support.level > 0}
    for criterion in catalog.criteria.values():
        asked = {one.capability for one in criterion.indicators if one.capability}
        if asked and 2 * len(asked & has) >= len(asked):
            yield from _local(criterion.title)


def _pieces(stated: Stated) -> Iterator[Piece]:
    """A statement in each language, as one sentence."""
    for language, join in (("en", ": "), ("zh", "：")):
        said = (stated.title, stated.verdict, stated.note)
        told = [text.in_language(language) for text in said if text is not None]
        told[0] = told[0] or stated.term
        yield Piece(join.join(text for text in told if text), language)


def _local(text: LocalText) -> Iterator[Piece]:
    yield Piece(text.en, "en")
    yield Piece(text.zh, "zh")


def _match(known: Mapping[str, Mapping[str, Noun]], hit: Hit, language: str) -> Match:
    family, _, id_ = hit.key.partition("/")
    noun = known[family][id_]
    entry, about = Ref(family, id_, title(noun, id_)), summary(noun)
    shown = hit.snippet or (about.in_language(language) if about is not None else "")
    return Match(entry, round(hit.score, 3), tuple(_cut(shown)), hit.whole)


def _cut(snippet: str) -> Iterator[tuple[str, bool]]:
    """The snippet as runs of text, shortened far from what matched.

    >>> list(_cut(f"can be {OPEN}quantised{CLOSE}"))
    [('can be ', False), ('quantised', True)]
    """
    runs = [part for piece in snippet.split(OPEN) for part in _halves(piece)]
    last = len(runs) - 1
    for place, (text, matched) in enumerate(runs):
        if not matched and len(text) > 2 * AROUND:
            head = "" if place == 0 else _until(text[:AROUND])
            tail = "" if place == last else _until(text[-AROUND:][::-1])[::-1]
            yield f"{head} … {tail}" if head and tail else f"{head}…{tail}", False
        elif text:
            yield text, matched


def _until(text: str) -> str:
    """The text without a Latin word that was cut in two at its end; Chinese has no such ends."""
    whole = re.sub(r"[^\s\u3000-\u9fff\uff00-\uffef]+$", "", text)
    return whole if len(whole) > len(text) // 2 else text


def _halves(piece: str) -> Iterator[tuple[str, bool]]:
    matched, closed, rest = piece.partition(CLOSE)
    if closed:
        yield matched, True
        yield rest, False
    else:
        yield piece, False
