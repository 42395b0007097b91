"""What facts bring along cannot hide, reorder or drive anything."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.texts import Texts
from reports import literal
from reports.build import build
from reports.literal import HIDDEN, JOINERS, visible
from tests.reports import sample

ANY = st.text(st.characters(), max_size=60)


@given(ANY)
def test_nothing_hidden_is_left(text: str) -> None:
    for character in visible(text):
        assert character in JOINERS or unicodedata.category(character) not in HIDDEN


@given(ANY)
def test_it_can_be_written_as_utf8_and_is_stable(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert visible(shown) == shown


def test_ordinary_text_of_any_script_stays() -> None:
    for text in ("Größe ± 3 µs", "昇腾 910B，延迟", "שלום", "नमस्ते", 'x < y & "z"', "🙂"):
        assert visible(text) == text


def test_line_breaks_become_spaces() -> None:
    assert visible("a\r\nb\tc") == "a  b c"


@pytest.mark.parametrize(
    "hidden", ["\x00", "\x08", "\n", "\x1b", "\x7f", "\u202e", "\u2028", "\ud800"]
)
def test_one_hidden_character_of_any_kind_is_found_in_a_clean_report(hidden: str) -> None:
    clean = build(sample.clear_winner(), Texts("en"))
    assert literal.report(clean) is clean
    marred = clean.model_copy(update={"title": f"a{hidden}b"})
    assert literal.report(marred).title == visible(f"a{hidden}b") != marred.title
