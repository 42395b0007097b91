from __future__ import annotations

import math

import pytest

from knowledge.errors import KnownError
from scoring.weights import stated_weights
from tests.scoring import build

CASE = build.scenario(build.prefer("latency", 30), build.prefer("reach", 10))


def test_weights_are_normalised_and_overrides_are_on_the_scenario_s_scale() -> None:
    assert stated_weights(CASE, {}) == {"latency": 0.75, "reach": 0.25}
    assert stated_weights(CASE, {"latency": 10}) == {"latency": 0.5, "reach": 0.5}
    assert stated_weights(CASE, {"reach": 0}) == {"latency": 1.0, "reach": 0.0}


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf])
def test_a_weight_that_makes_no_sense_is_refused(weight: float) -> None:
    with pytest.raises(KnownError, match="weight of reach") as error:
        stated_weights(CASE, {"reach": weight})
    assert error.value.hint


def test_weights_that_are_all_zero_are_refused() -> None:
    with pytest.raises(KnownError, match="all weights are zero") as error:
        stated_weights(CASE, {"latency": 0, "reach": 0})
    assert "above zero" in error.value.hint


def test_a_criterion_outside_the_scenario_is_refused() -> None:
    with pytest.raises(KnownError, match="does not weigh by 'price'") as error:
        stated_weights(CASE, {"price": 1})
    assert error.value.hint == "it weighs by latency, reach"


def test_one_criterion_cannot_be_two_rows() -> None:
    twice = build.scenario(build.prefer("latency"), build.prefer("latency", measure=build.NET8))
    with pytest.raises(KnownError, match="latency twice"):
        stated_weights(twice, {})
