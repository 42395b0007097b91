from __future__ import annotations

import numpy as np
import pytest

from knowledge.errors import KnownError
from scoring.elicitation.ranks import centroid, ordered, ranked


def test_the_centroid_of_three() -> None:
    assert centroid(3) == pytest.approx((11 / 18, 5 / 18, 2 / 18))
    assert sum(centroid(12)) == pytest.approx(1)


def test_a_full_order_is_the_centroid() -> None:
    above = [("a", "b"), ("b", "c"), ("c", "d")]
    assert ordered(["d", "c", "b", "a"], above) == pytest.approx(ranked(["a", "b", "c", "d"]))


def test_a_partial_order_is_the_mean_of_the_weights_that_agree() -> None:
    names, above = ["a", "b", "c", "d"], [("a", "b"), ("a", "c")]
    drawn = np.random.default_rng(1).dirichlet(np.ones(4), 200_000)
    agree = drawn[(drawn[:, 0] > drawn[:, 1]) & (drawn[:, 0] > drawn[:, 2])]
    found = [ordered(names, above)[name] for name in names]
    assert found == pytest.approx(list(agree.mean(axis=0)), abs=0.003)


def test_nothing_said_leaves_all_equal() -> None:
    assert ordered(["a", "b"], []) == {"a": 0.5, "b": 0.5}


def test_contradictions_name_the_circle() -> None:
    with pytest.raises(KnownError, match="a > b > c > a") as caught:
        ordered(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "a")])
    assert "take one of them back" in (caught.value.hint or "")


def test_too_little_about_too_many_is_refused() -> None:
    with pytest.raises(KnownError, match="leave more than"):
        ordered([f"c{i}" for i in range(14)], [("c0", "c1")])


def test_a_criterion_is_named_once() -> None:
    with pytest.raises(KnownError, match="name each criterion once"):
        ranked(["a", ["b", "a"]])
    with pytest.raises(KnownError, match="unknown criterion 'x'"):
        ordered(["a", "b"], [("a", "x")])
