"""The phrasebook: how sentences are matched, and that its files are whole."""

from __future__ import annotations

import string

import pytest

from knowledge import dialect
from knowledge.paths import data_dir
from knowledge.phrasebook import Phrasebook, phrasebook
from knowledge.texts import Texts, languages

FOLDER = data_dir() / "phrases"
TRANSLATED = [name for name in languages() if name != "en"]


def read(language: str, what: str) -> dict[str, str]:
    file = FOLDER / f"{language}-{what}.yaml"
    found: dict[str, str] = dialect.parse(file.read_text(encoding="utf-8")).value
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def example(pattern: str) -> str:
    """A sentence of the pattern, its placeholders filled with a word of their own."""
    return "".join(
        literal + ("" if not name else f"'{name}x'" if kind == "r" else f"{name}x")
        for literal, name, _, kind in string.Formatter().parse(pattern)
    )


def test_what_is_not_known_stays_as_it_is() -> None:
    book = Phrasebook({}, {"no {what} here": "这里没有{what}"})
    assert book.say("no tea here") == "这里没有tea"
    assert book.say("some tea here") == "some tea here"
    assert book.word("tea") == "tea"


def test_the_pattern_with_most_words_of_its_own_wins() -> None:
    book = Phrasebook({}, {"no {what}": "无{what}", "no {what} in {place}": "{place}无{what}"})
    assert book.say("no tea in London") == "London无tea"


def test_quotes_of_a_value_are_set_by_the_translation() -> None:
    book = Phrasebook({}, {"unknown {name!r}": "未知“{name}”"})
    assert book.say("unknown 'a b'") == book.say('unknown "a b"') == "未知“a b”"
    assert book.say("unknown 3") == "未知“3”"


def test_a_sentence_inside_a_sentence_is_looked_up_too() -> None:
    book = Phrasebook({}, {"{one!s} ({other!s})": "{one}（{other}）", "yes": "是", "no": "否"})
    assert book.say("yes (no)") == "是（否）"
    assert book.say("yes (perhaps)") == "yes (perhaps)"  # joins only what it knows


def test_english_needs_none() -> None:
    assert phrasebook("en").say("all weights are zero") == "all weights are zero"
    assert Texts("en").word("releases") == "releases"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_both_files(language: str) -> None:
    assert read(language, "words")
    assert read(language, "sentences")


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_only_placeholders_of_their_pattern(language: str) -> None:
    for pattern, said in read(language, "sentences").items():
        assert fields(said) <= fields(pattern), pattern


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_pattern_is_hidden_by_another(language: str) -> None:
    sentences = read(language, "sentences")
    book = Phrasebook({}, sentences)
    for pattern, said in sentences.items():
        parts = {name: f"{name}x" for name in fields(pattern)}
        literals = (literal for literal, *_ in string.Formatter().parse(pattern))
        if any(letter.isalpha() for letter in "".join(literals)):
            assert book.say(example(pattern)) == said.format_map(parts), pattern


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_group_of_synonyms_has_at_least_two_words(language: str) -> None:
    del language
    groups = dialect.parse((FOLDER / "synonyms.yaml").read_text(encoding="utf-8")).value["groups"]
    assert all(len(group) > 1 for group in groups)
