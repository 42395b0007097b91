"""What facts bring along cannot hide, reorder or drive anything."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from reports.literal import HIDDEN, JOINERS, visible

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
