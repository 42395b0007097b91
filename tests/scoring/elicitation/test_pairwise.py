from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import KnownError
from scoring.elicitation.pairwise import pairwise


def read(text: str) -> dict[tuple[str, str], float]:
    pairs = (entry.split() for entry in text.split(", "))
    return {tuple(names.split(":")): float(value) for names, value in pairs}  # type: ignore[misc]


DRINKS = (
    "coffee:wine 9, coffee:tea 5, coffee:beer 2, coffee:soda 1, coffee:milk 1, water:coffee 2, "
    "water:wine 9, water:tea 9, water:beer 3, water:soda 2, water:milk 3, tea:wine 3, beer:wine 9, "
    "beer:tea 3, beer:milk 1, soda:wine 9, soda:tea 4, soda:beer 2, soda:milk 2, milk:wine 9, "
    "milk:tea 3"
)
LEADER = "ex:ed 4, ex:ch 3, ex:ag 7, ch:ed 3, ed:ag 3, ch:ag 5"


def test_saatys_drinks() -> None:
    """Saaty, International Journal of Services Sciences 1(1), 2008, 83-98."""
    names = ["coffee", "wine", "tea", "beer", "soda", "milk", "water"]
    found = pairwise(names, read(DRINKS))
    expected = [0.177, 0.019, 0.042, 0.116, 0.190, 0.129, 0.327]
    assert list(found.weights.values()) == pytest.approx(expected, abs=5e-4)
    assert found.consistency_ratio == pytest.approx(0.022, abs=5e-4)
    assert found.consistent


def test_choosing_a_leader() -> None:
    criteria = pairwise(["ex", "ed", "ch", "ag"], read(LEADER))
    expected = [0.5476, 0.1266, 0.2699, 0.0559]
    assert list(criteria.weights.values()) == pytest.approx(expected, abs=5e-5)
    assert criteria.consistency_ratio == pytest.approx(0.044, abs=5e-4)
    below = {
        "ex": "moll:nell 0.25, moll:sue 4, nell:sue 9",
        "ed": "moll:nell 3, moll:sue 0.2, nell:sue 0.142857142857",
        "ch": "moll:nell 5, moll:sue 9, nell:sue 4",
        "ag": "moll:nell 0.333333333333, moll:sue 5, nell:sue 9",
    }
    total = dict.fromkeys(("moll", "nell", "sue"), 0.0)
    for criterion, judged in below.items():
        local = pairwise(list(total), read(judged)).weights
        for name, weight in local.items():
            total[name] += criteria.weights[criterion] * weight
    assert list(total.values()) == pytest.approx([0.358, 0.493, 0.149], abs=5e-4)


def test_a_missing_judgement_is_completed() -> None:
    """Bozoki, Fulop and Ronyai, Mathematical and Computer Modelling 52, 2010, 318-333."""
    found = pairwise(list("abcd"), read("a:b 1, a:c 5, a:d 2, b:c 3, b:d 4"))
    assert found.completed == {("c", "d"): pytest.approx(0.7303, abs=5e-5)}
    expected = [0.3738, 0.392, 0.0985, 0.1357]
    assert list(found.weights.values()) == pytest.approx(expected, abs=5e-5)


def test_the_judgement_that_fits_least_is_named() -> None:
    found = pairwise(list("abc"), {("a", "b"): 2, ("b", "c"): 2, ("a", "c"): 0.25})
    assert found.misfit is not None
    assert not found.consistent
    assert {found.misfit.first, found.misfit.second} <= set("abc")
    revised = pairwise(list("abc"), {("a", "b"): 2, ("b", "c"): 2, ("a", "c"): 4})
    assert revised.misfit is None
    assert revised.consistency_ratio == pytest.approx(0, abs=1e-9)


@settings(deadline=None)
@given(st.lists(st.floats(0.05, 20), min_size=2, max_size=7))
def test_consistent_judgements_give_back_their_weights(raw: list[float]) -> None:
    weights = np.array(raw) / sum(raw)
    names = [f"c{i}" for i in range(len(raw))]
    judged = {
        (names[i], names[j]): float(weights[i] / weights[j])
        for i in range(len(raw))
        for j in range(i)
    }
    found = pairwise(names, judged)
    assert list(found.weights.values()) == pytest.approx(list(weights), rel=1e-6)
    assert found.consistency_ratio == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("names", "judged", "words"), [
    (["a"], {}, "two or more"),
    (["a", "b"], {("a", "x"): 2.0}, "unknown criterion 'x'"),
    (["a", "b"], {("a", "b"): 0.0}, "cannot be used"),
    (["a", "b"], {("a", "b"): math.nan}, "cannot be used"),
    (["a", "b"], {("a", "a"): 1.0}, "cannot be used"),
    (["a", "b"], {("a", "b"): 2.0, ("b", "a"): 2.0}, "judged twice"),
    (["a", "b", "c", "d"], {("a", "b"): 2.0, ("c", "d"): 2.0}, "no judgement connects c, d with a"),
])  # fmt: skip
def test_what_cannot_be_used_is_refused(
    names: list[str], judged: dict[tuple[str, str], float], words: str
) -> None:
    with pytest.raises(KnownError, match=words):
        pairwise(names, judged)
