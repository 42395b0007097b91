"""Full-text search in English and Chinese over documents held in memory, by SQLite's FTS5.

FTS5 splits text at spaces, which Chinese has none of, so every Chinese character becomes a token of
its own and a Chinese word a phrase: words of any length are found, also inside longer ones. Several
Chinese words written as one are found apart too, and a word by its synonyms. English is stemmed,
and -ise is the same as -ize. A query is words, never FTS5 syntax.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from knowledge.errors import KnownError

OPEN, CLOSE = "\ue000", "\ue001"
"""Private characters around a match in a snippet."""
WEIGHTS = (10.0, 3.0, 1.0)
"""Of a match in the names, the summary and the statements of a document."""
OWN_LANGUAGE = 1.5
"""How much more a snippet in the reader's language counts."""
PREFIX = 3
"""Letters from which a word also finds longer ones that begin with it."""
SHORTEST, LONGEST = 2, 8
"""Characters of a Chinese word, and of several written as one that are still told apart."""
_JOINT = "\u200b"
"""Stands between the tokens of Chinese in the index: a break for FTS5, invisible otherwise."""
_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CHARACTER = re.compile(f"(?<=[{_CJK}])|(?=[{_CJK}])")
_PIECE = re.compile(f"[{_CJK}]+|[^\\W_{_CJK}]+")
_ISE = re.compile(r"(?<=[a-z]{2})is(?=(?:e|ed|es|er|ers|ing|ation|ations|able)(?![a-z]))")
_TABLES = """
CREATE TABLE owners (owner INTEGER PRIMARY KEY, key TEXT, weight REAL);
CREATE VIRTUAL TABLE documents USING fts5(
    names, about, statements, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE pieces USING fts5(
    piece, shown UNINDEXED, language UNINDEXED, owner UNINDEXED,
    tokenize = 'porter unicode61 remove_diacritics 2');
"""


class Piece(NamedTuple):
    """A text in one language; "" for names that are the same in all."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Document:
    """Something to be found: its names, what it is about, and the statements in it."""

    key: str
    names: Sequence[Piece]
    about: Sequence[Piece]
    statements: Sequence[Piece]
    unshown: Sequence[Piece] = ()
    """What it is found by too, but what shows nobody why."""
    weight: float = 1.0
    """Factor on its score: what is seldom meant comes later."""


@dataclass(frozen=True)
class Hit:
    """A document that was found, and the piece of it that shows why."""

    key: str
    score: float
    """Higher is better; only comparable within one search."""
    snippet: str
    """The name, summary or statement that fits best; OPEN and CLOSE enclose what matched."""
    whole: bool
    """Whether the document has all words, not only some."""


class Index:
    """An index of documents; `search` may be called any number of times."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """An index that stands in `database`; see `build` and `restore`."""
        self._database = database

    @classmethod
    def build(cls, documents: Iterable[Document]) -> Index:
        """An index of `documents`.

        Raises:
            KnownError: this Python's SQLite has no full-text search.
        """
        database = sqlite3.connect(":memory:")
        try:
            database.executescript(_TABLES)
        except sqlite3.OperationalError as error:
            message = f"texts cannot be searched here: {error}"
            raise KnownError(message, hint="use a Python whose SQLite has FTS5") from error
        for owner, document in enumerate(documents):
            _insert(database, owner, document)
        database.commit()
        return cls(database)

    @classmethod
    def restore(cls, content: bytes) -> Index | None:
        """The index that `content` gave; None where it is not one or SQLite cannot take it."""
        if not content:
            return None
        database = sqlite3.connect(":memory:")
        try:
            database.deserialize(content)
            database.execute("SELECT key, weight FROM owners LIMIT 1").fetchall()
        except (sqlite3.Error, AttributeError):
            database.close()
            return None
        return cls(database)

    def content(self) -> bytes:
        """The whole index as bytes for `restore`; empty where SQLite cannot give them."""
        return self._database.serialize() if hasattr(self._database, "serialize") else b""

    def close(self) -> None:
        """Give the memory back; nothing can be searched any more."""
        self._database.close()

    def search(
        self,
        query: str,
        limit: int = 20,
        language: str = "en",
        synonyms: Sequence[Sequence[str]] = (),
    ) -> tuple[Hit, ...]:
        """The best `limit` documents with all words of `query`; where none has, with some.

        Args:
            query: words in any language; signs only separate them.
            limit: documents at most.
            language: the language snippets should rather be in.
            synonyms: groups of words that mean the same.
        """
        groups = [[_folded(word) for word in group] for group in synonyms]
        wants = [_want(word, groups, self._held) for word in _wanted(query)]
        phrases = tuple(dict.fromkeys(phrase for want in wants for phrase in want.phrases))
        found = self._ranked(" AND ".join(want.expression for want in wants), limit)
        whole = bool(found)
        if not whole:
            phrases = tuple(dict.fromkeys(_parts(query)))
            found = self._ranked(" OR ".join(phrases), limit)
        shown = self._snippets(" OR ".join(phrases), [owner for owner, _, _ in found], language)
        return tuple(Hit(key, score, shown.get(owner, ""), whole) for owner, key, score in found)

    @lru_cache(maxsize=256)  # noqa: B019 - an index lives as long as its process
    def _held(self, match: str) -> int:
        """In how many documents an expression is found."""
        query = "SELECT count(*) FROM documents WHERE documents MATCH ?"
        return int(self._database.execute(query, (match,)).fetchone()[0])

    def _ranked(self, match: str, limit: int) -> list[tuple[int, str, float]]:
        """The best owners with their keys and scores."""
        if not match:
            return []
        return self._database.execute(
            "SELECT owner, key, -bm25(documents, ?, ?, ?) * weight AS score"
            " FROM documents JOIN owners ON owner = documents.rowid"
            " WHERE documents MATCH ? ORDER BY score DESC, owner LIMIT ?",
            (*WEIGHTS, match, limit),
        ).fetchall()

    def _snippets(self, match: str, owners: Sequence[int], language: str) -> dict[int, str]:
        """The best piece of each owner, what matched in it marked."""
        if not owners:
            return {}
        rows = self._database.execute(
            "SELECT owner, shown, highlight(pieces, 0, ?, ?) FROM pieces WHERE pieces MATCH ?"
            " AND owner IN (SELECT value FROM json_each(?))"
            " ORDER BY bm25(pieces) * (CASE language WHEN ? THEN ? ELSE 1 END)",
            (OPEN, CLOSE, match, json.dumps(owners), language, OWN_LANGUAGE),
        )
        found: dict[int, str] = {}
        for owner, shown, marked in rows:
            if owner not in found:
                found[owner] = _marked(shown, marked)
        return found


def _insert(database: sqlite3.Connection, owner: int, document: Document) -> None:
    parts = (document.names, document.about, document.statements)
    indexed = (document.names, (*document.about, *document.unshown), document.statements)
    texts = ["\n".join(_indexed(piece.text) for piece in part) for part in indexed]
    database.execute("INSERT INTO owners VALUES (?, ?, ?)", (owner, document.key, document.weight))
    database.execute(
        "INSERT INTO documents (rowid, names, about, statements) VALUES (?, ?, ?, ?)",
        (owner, *texts),
    )
    pieces = dict.fromkeys(piece for part in reversed(parts) for piece in part)
    database.executemany(
        "INSERT INTO pieces VALUES (?, ?, ?, ?)",
        [(_indexed(text), text, language, owner) for text, language in pieces],
    )


class _Want(NamedTuple):
    """What a document must have for one word of the query."""

    expression: str
    """In FTS5's syntax."""
    phrases: tuple[str, ...]
    """What of a text is marked."""


def _wanted(query: str) -> Iterator[str]:
    """The words of a query; signs inside a word become spaces, Chinese stands for itself.

    >>> list(_wanted("昇腾npu torch.compile"))
    ['昇腾', 'npu', 'torch compile']
    """
    for word in query.split():
        latin: list[str] = []
        for piece in _PIECE.findall(_folded(word)):
            if _is_chinese(piece):
                yield from filter(None, [" ".join(latin)])
                latin = []
                yield piece
            else:
                latin.append(piece)
        yield from filter(None, [" ".join(latin)])


def _want(word: str, groups: Sequence[Sequence[str]], held: Callable[[str], int]) -> _Want:
    """The word or a synonym; or Chinese as two words, each with its synonyms.

    Args:
        word: a word of the query.
        groups: words that mean the same.
        held: in how many documents an expression is found; Chinese is cut where both sides are
            found most.

    >>> _want("昇腾", [], lambda _: 1).expression, _want("npu", [], lambda _: 1).expression
    ('("昇 腾")', '("npu" *)')
    >>> _want("模型推理", [["推理", "inference"]], lambda _: 1).expression
    '("模 型 推 理" OR (("模 型") AND ("推 理" OR "inference" *)))'
    """
    phrases = [phrase for same in _same(word, groups) for phrase in _phrase(same)]
    told, cuts = list(phrases), []
    if _is_chinese(word) and len(word) <= LONGEST:
        cuts = [
            tuple(_want(part, groups, held) for part in (word[:at], word[at:]))
            for at in range(SHORTEST, len(word) - SHORTEST + 1)
        ]
    if cuts:
        best = max(cuts, key=lambda cut: min(held(part.expression) for part in cut))
        told.append(f"({' AND '.join(part.expression for part in best)})")
        phrases += [phrase for part in best for phrase in part.phrases]
    return _Want(f"({' OR '.join(told)})", tuple(phrases))


def _same(word: str, groups: Sequence[Sequence[str]]) -> list[str]:
    return [word, *(other for group in groups if word in group for other in group if other != word)]


def _phrase(word: str) -> Iterator[str]:
    """The FTS5 phrase of a word, of Chinese character by character."""
    if _is_chinese(word):
        yield f'"{" ".join(word)}"'
    else:
        yield from _latin(_PIECE.findall(word))


def _is_chinese(piece: str) -> bool:
    return re.match(f"[{_CJK}]", piece) is not None


def _latin(words: Sequence[str]) -> Iterator[str]:
    if words:
        yield f'"{" ".join(words)}"' + (" *" if len(words[-1]) >= PREFIX else "")


def _parts(query: str) -> Iterator[str]:
    """The smallest phrases that still mean something: single words, pairs of Chinese characters."""
    for piece in _PIECE.findall(_folded(query)):
        if _is_chinese(piece):
            pairs = [piece[at : at + 2] for at in range(max(1, len(piece) - 1))]
            yield from (f'"{" ".join(pair)}"' for pair in pairs)
        else:
            yield from _latin([piece])


def _indexed(text: str) -> str:
    """`text` as FTS5 gets it; as long as `text` but for the joints, so that marks fit both."""
    return _CHARACTER.sub(_JOINT, _folded(text))


def _folded(text: str) -> str:
    """`text` in lower case and plain forms, sign by sign, with -ize for -ise and cpp for c++."""
    if not text.isascii():
        text = "".join(map(_plain, text))
    return _ISE.sub("iz", text.lower() if text.isascii() else text).replace("c++", "cpp")


@lru_cache(maxsize=4096)
def _plain(sign: str) -> str:
    folded = normalize("NFKC", sign).lower()
    return folded if len(folded) == 1 else sign


def _marked(shown: str, marked: str) -> str:
    """The text as it is shown, with the marks that FTS5 set in its indexed form."""
    result, at = [], 0
    for sign in marked:
        if sign in (OPEN, CLOSE):
            result.append(sign)
        elif sign != _JOINT:
            result.append(shown[at : at + 1])
            at += 1
    # matches that touch are one: every Chinese character was marked for itself
    return "".join(result).replace(CLOSE + OPEN, "")
