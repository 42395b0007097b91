"""Numbers are rounded alike everywhere and never say more than is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.probing import Estimate
from knowledge.texts import Texts
from reports import wording

EN, ZH = Texts("en"), Texts("zh")


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (3.4182, "ms", "3.42 ms"),
        (12.0, "ms", "12.0 ms"),
        (1234.5, "items/s", "1,234 items/s"),
        (71.4, "points", "71 points"),
        (0.0, "MiB", "0 MiB"),
        (0.00123, "W", "0.00123 W"),
    ],
)
def test_amount(value: float, unit: str, expected: str) -> None:
    assert wording.amount(EN, value, unit) == expected


def test_units_have_names_in_each_language() -> None:
    assert wording.amount(ZH, 498.0, "items/s") == "498 样本/秒"
    for unit in wording.NAMED_UNITS:
        assert wording.unit_name(EN, unit) == unit


def test_the_ends_of_an_interval_are_rounded_like_its_point() -> None:
    estimate = Estimate(point=9.98, low=9.1, high=10.91)
    assert wording.interval(EN, estimate, "ms") == "9.10–10.91"
    assert wording.interval(ZH, estimate, "ms") == "9.10～10.91"


@pytest.mark.parametrize(
    ("value", "table", "sentence"),
    [
        (0.0, "0%", "0%"),
        (0.0004, "<1%", "under 1%"),
        (0.0099, "<1%", "under 1%"),
        (0.9901, ">99%", "over 99%"),
        (0.473, "47%", "47%"),
        (0.9996, ">99%", "over 99%"),
        (1.0, "100%", "100%"),
        (0.1 + 0.2 + 0.7, "100%", "100%"),
    ],
)
def test_shares_never_round_a_doubt_away(value: float, table: str, sentence: str) -> None:
    assert wording.share(EN, value) == table
    assert wording.share_in_words(EN, value) == sentence


def test_lists_of_names() -> None:
    assert wording.names(EN, ["A"]) == "A"
    assert wording.names(EN, ["A", "B", "C"]) == "A, B, and C"
    assert wording.names(ZH, ["甲", "乙", "丙"]) == "甲、乙和丙"
    assert wording.names(ZH, ["JAX (jit)", "PyTorch"]) == "JAX (jit) 和 PyTorch"


def test_singular_and_plural_are_sentences_of_their_own() -> None:
    assert wording.counted(EN, "report.answer.stale", 1).startswith("One piece")
    assert wording.counted(EN, "report.answer.stale", 3).startswith("3 pieces")


@given(st.floats(1e-4, 1e6))
def test_three_figures_are_always_shown(value: float) -> None:
    shown = float(wording.plain(EN, value, "ms").replace(",", ""))
    assert shown == pytest.approx(value, rel=0.005, abs=5e-7)


def test_declared_values_stay_as_declared() -> None:
    assert wording.exact(EN, 2.0, "ms") == "2 ms"
    assert wording.exact(EN, 1000.0, "items/s") == "1,000 items/s"
    assert wording.exact(EN, 2.5, "ms") == "2.5 ms"


def test_runs_of_ranks_become_ranges() -> None:
    assert wording.places(EN, [2]) == "2"
    assert wording.places(EN, [9, 1, 2, 4, 5, 6, 7]) == "1, 2, 4–7, 9"
    assert wording.places(ZH, [1, 3, 4, 5]) == "1、3～5"
    assert wording.places(EN, []) == ""
