"""What is written in English in code, facts and history, in the reader's language.

Errors, hints and the reasons of measurements are English where they arise, and are stored so; the
phrasebook of a language (data/phrases) has a pattern with placeholders for each of them. What it
does not have stays English: nothing is ever lost, and a test lists what is missing.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from knowledge.paths import data_dir

_FORMATTER = string.Formatter()
_ANY = ".+?"
_QUOTE, _BARE = "__quote", "__bare"


class _Phrase(NamedTuple):
    pattern: re.Pattern[str]
    translation: str
    sentences: frozenset[str]
    """Placeholders that hold a sentence of their own."""
    wordless: bool
    """Whether the pattern has no word of its own: it only joins sentences that must be known."""


class Phrasebook:
    """The words and sentences of one language."""

    def __init__(self, words: Mapping[str, str], sentences: Mapping[str, str]) -> None:
        """Compile nothing yet: most commands never say an error.

        Args:
            words: English terms of facts with their translations.
            sentences: English patterns with theirs. `{name}` stands for any text, `{name!r}` for a
                value in quotes (which the translation sets itself), `{name!s}` for a sentence that
                is looked up too.
        """
        self._words = words
        self._sentences = sentences
        self._phrases: tuple[_Phrase, ...] | None = None
        self.say = lru_cache(maxsize=4096)(self._say)
        """The sentence in the language; as it is where no pattern fits."""

    def word(self, term: str) -> str:
        """A term of the facts in the language; names, and what is not known, as they are.

        >>> Phrasebook({"speed-up": "加速"}, {}).word("speed-up")
        '加速'
        """
        return self._words.get(term, term)

    def knows(self, sentence: str) -> bool:
        """Whether some pattern fits the whole sentence.

        >>> Phrasebook({}, {"unknown {what} {name!r}": "未知"}).knows("unknown axis 'x'")
        True
        """
        return self._found(sentence) is not None

    def _say(self, sentence: str) -> str:
        found = self._found(sentence)
        return sentence if found is None else found

    def _found(self, sentence: str) -> str | None:
        if self._phrases is None:
            self._phrases = tuple(_compiled(self._sentences))
        for phrase in self._phrases:
            match = phrase.pattern.fullmatch(sentence)
            if match is None:
                continue
            parts = _values(match)
            if phrase.wordless and not all(self.knows(parts[name]) for name in phrase.sentences):
                continue
            told = {
                name: self.say(text) if name in phrase.sentences else text
                for name, text in parts.items()
            }
            return phrase.translation.format_map(told)
        return None


def phrasebook(language: str) -> Phrasebook:
    """The phrasebook of `language`; an empty one where there is none, as for English."""
    return _book(language)


@cache
def _book(language: str) -> Phrasebook:
    return Phrasebook(_read(language, "words"), _read(language, "sentences"))


def _read(language: str, what: str) -> Mapping[str, str]:
    file = data_dir() / "phrases" / f"{language}-{what}.yaml"
    if not file.is_file():
        return {}
    from knowledge import dialect  # only where a phrasebook is needed: not in English

    found: Mapping[str, str] = dialect.parse(file.read_text(encoding="utf-8")).value
    return found


def _compiled(sentences: Mapping[str, str]) -> Iterator[_Phrase]:
    """The patterns, those with the most text of their own first: they are the most specific."""
    parsed = [(list(_FORMATTER.parse(english)), said) for english, said in sentences.items()]
    parsed.sort(key=lambda pair: -sum(len(literal) for literal, *_ in pair[0]))
    for parts, translation in parsed:
        literals = "".join(literal for literal, *_ in parts)
        yield _Phrase(
            re.compile("".join(map(_part, parts)), re.DOTALL),
            translation,
            frozenset(name for _, name, _, kind in parts if name and kind == "s"),
            not any(sign.isalpha() for sign in literals),
        )


def _values(match: re.Match[str]) -> dict[str, str]:
    """What stands in the places of the placeholders."""
    return {
        name.removesuffix(_BARE): text
        for name, text in match.groupdict().items()
        if text is not None and not name.endswith(_QUOTE)
    }


def _part(part: tuple[str, str | None, str | None, str | None]) -> str:
    literal, name, _, kind = part
    text = re.escape(literal)
    if not name:
        return text
    if kind == "r":  # the translation sets quotes of its own
        quote, inside = f"{name}{_QUOTE}", f"(?:(?!(?P={name}{_QUOTE})).)*"
        quoted = f"(?P<{quote}>['\"])(?P<{name}>{inside})(?P={quote})"
        return f"{text}(?:{quoted}|(?P<{name}{_BARE}>[^\\s'\"]+))"
    return f"{text}(?P<{name}>{_ANY})"
