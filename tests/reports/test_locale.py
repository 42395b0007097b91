"""The report's texts: all used, all there, the same placeholders in every language."""

from __future__ import annotations

import re
from pathlib import Path

import reports
from knowledge.texts import Texts, languages

SOURCES = Path(reports.__file__).parent
KEY = re.compile(r"report\.[a-z0-9_.{}]+[a-z0-9_}]")
# Forms chosen by a number or a state are written without their last part in the code.
FORMS = {"report.answer.unverified", "report.answer.none_by", "report.answer.stale"}


def written() -> str:
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.html")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def patterns() -> list[re.Pattern[str]]:
    """Every key named in the code, `{name}` in an f-string standing for one part."""
    keys = set(KEY.findall(written()))
    regular = (re.sub(r"\\\{.*?\\\}", "[a-z_-]+", re.escape(key)) for key in keys)
    return [re.compile(rf"{pattern}(\.one|\.many)?") for pattern in regular]


def test_every_text_of_the_report_is_used() -> None:
    known = patterns()
    unused = [
        key
        for key in Texts("en").keys("report.")
        if not any(pattern.fullmatch(key) for pattern in known)
        and not key.startswith("report.unit.")
    ]
    assert unused == []


def test_every_language_has_the_same_keys_and_placeholders() -> None:
    english = Texts("en")
    for language in languages():
        other = Texts(language)
        assert other.keys("report.") == english.keys("report.")
        for key in english.keys("report."):
            assert other.placeholders(key) == english.placeholders(key), key


SIGNS = re.compile(
    r"report\.(mark|unit|separator|dash|interval|quantity|context\.separator)|.*arrow"
)
LATIN = frozenset({"report.adoption.python", "report.adoption.axis"})
"""Names and signs that are the same in every language."""


def test_every_text_is_written_in_both_languages() -> None:
    english, chinese = Texts("en"), Texts("zh")
    keys = english.keys("report.")
    assert len(keys) == len(chinese.keys("report.")) > 300
    bare = [
        key
        for key in keys
        if not SIGNS.match(key)
        and key not in LATIN
        and re.search(r"[A-Za-z]{3}", _fixed(english, key))
        and not re.search(r"[\u4e00-\u9fff]", _fixed(chinese, key))
    ]
    assert bare == []


def _fixed(texts: Texts, key: str) -> str:
    """What a text says besides its placeholders."""
    return texts.t(key, **dict.fromkeys(texts.placeholders(key), ""))


def test_chinese_texts_are_chinese() -> None:
    chinese = Texts("zh")
    for key in chinese.keys("report."):
        text = chinese.t(key, **dict.fromkeys(chinese.placeholders(key), "x"))
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]", text), f"{key}: half-width punctuation"
        assert "  " not in text, key
