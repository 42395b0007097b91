from __future__ import annotations

import math

import pytest

from knowledge.errors import KnownError
from scoring.elicitation.points import direct, swing


def test_points_are_shares_whatever_their_scale() -> None:
    assert direct({"a": 30, "b": 10}) == direct({"a": 3, "b": 1}) == {"a": 0.75, "b": 0.25}


@pytest.mark.parametrize("points", [{"a": -1.0}, {"a": math.nan}, {"a": 0.0, "b": 0.0}, {}])
def test_points_that_say_nothing_are_refused(points: dict[str, float]) -> None:
    with pytest.raises(KnownError, match="points"):
        direct(points)


def test_the_largest_swing_has_a_hundred() -> None:
    assert swing({"a": 50, "b": 100})["b"] == pytest.approx(2 / 3)
    with pytest.raises(KnownError, match="the largest swing, b, has 80 points"):
        swing({"a": 50, "b": 80})
