"""Which published examples with known answers are tested where, and which cannot be.

The numbers are those of the collection the project keeps. Two of them are tested here.
"""

from __future__ import annotations

import importlib
import math

import pytest

from scoring.elicitation.best_worst import best_worst
from scoring.elicitation.pairwise import RANDOM_INDEX, pairwise
from tests.scoring.elicitation.test_pairwise import DRINKS, read

TESTED = {
    1: "elicitation.test_pairwise:test_saatys_drinks",
    2: "elicitation.test_pairwise:test_choosing_a_leader",
    3: "test_worked_examples:test_ahp_cities",
    5: "elicitation.test_pairwise:test_a_missing_judgement_is_completed",
    6: "crosscheck.test_worked_examples:test_topsis_tzeng_and_huang",
    7: "crosscheck.test_worked_examples:test_mountains_by_topsis_and_vikor",
    8: "crosscheck.test_worked_examples:test_topsis_fighters",
    9: "crosscheck.test_worked_examples:test_mountains_by_topsis_and_vikor",
    13: "crosscheck.test_worked_examples:test_promethee_hydroelectric_plants",
    15: "crosscheck.test_worked_examples:test_spotis_dezert",
    19: "test_worked_examples:test_best_worst_of_both_of_rezaeis_examples",
    21: "test_simulate:test_smaa_oracle_of_the_identity",
}
CANNOT = {
    17: "CRITIC takes weights from how much the alternatives differ, so that who competes decides "
    "what matters; weights here are stated by people, and nothing computes CRITIC",
}


@pytest.mark.parametrize("number", TESTED)
def test_an_example_has_a_test_of_its_own(number: int) -> None:
    module, name = TESTED[number].split(":")
    assert callable(getattr(importlib.import_module(f"tests.scoring.{module}"), name))
    assert number not in CANNOT


CITIES = ["bethesda", "boston", "pittsburgh", "santafe"]
CRITERIA = (
    "culture:housing 3, culture:transport 5, family:culture 5, family:housing 7, "
    "family:transport 7, housing:transport 3, jobs:culture 2, jobs:housing 4, jobs:transport 7, "
    "family:jobs 1"
)
BELOW = {
    "culture": "bethesda:pittsburgh 1, boston:bethesda 2, boston:pittsburgh 2.5, "
    "boston:santafe 1, santafe:bethesda 2, santafe:pittsburgh 2.5",
    "family": "bethesda:boston 2, bethesda:santafe 4, boston:santafe 2, pittsburgh:bethesda 3, "
    "pittsburgh:boston 8, pittsburgh:santafe 9",
    "housing": "bethesda:boston 5, bethesda:santafe 2.5, pittsburgh:bethesda 2, "
    "pittsburgh:boston 9, pittsburgh:santafe 7, santafe:boston 4",
    "jobs": "bethesda:pittsburgh 3, bethesda:santafe 4, boston:bethesda 2, boston:pittsburgh 6, "
    "boston:santafe 8, pittsburgh:santafe 1",
    "transport": "bethesda:boston 1.5, bethesda:santafe 4, boston:santafe 2.5, "
    "pittsburgh:bethesda 2, pittsburgh:boston 3.5, pittsburgh:santafe 9",
}


def test_ahp_cities() -> None:
    """T. L. Saaty, Theory and Applications of the Analytic Network Process, 2005."""
    goal = pairwise(list(BELOW), read(CRITERIA)).weights
    total = dict.fromkeys(CITIES, 0.0)
    for criterion, said in BELOW.items():
        for city, weight in pairwise(CITIES, read(said)).weights.items():
            total[city] += goal[criterion] * weight
    assert list(total.values()) == pytest.approx([0.229, 0.275, 0.385, 0.111], abs=5e-4)
    assert list(total.values()) == pytest.approx([0.2291, 0.2748, 0.3852, 0.1110], abs=1e-4)


DODD = {4: 0.8286, 7: 1.2519}
"""Mean index of random matrices by H. A. Donegan, F. J. Dodd, Mathematical and Computer Modelling
15(10), 1991, 135-137; ours is Saaty's."""


def test_the_ratios_by_another_index_of_random_matrices() -> None:
    """Examples 1 and 5 give them too: .0235 and .0372."""
    drinks = pairwise(["coffee", "wine", "tea", "beer", "soda", "milk", "water"], read(DRINKS))
    some = pairwise(list("abcd"), read("a:b 1, a:c 5, a:d 2, b:c 3, b:d 4"))
    for found, count, ratio in ((drinks, 7, 0.0235), (some, 4, 0.0372)):
        index = found.consistency_ratio * RANDOM_INDEX[count - 1]
        assert index / DODD[count] == pytest.approx(ratio, abs=6e-5)


def test_best_worst_of_both_of_rezaeis_examples() -> None:
    """J. Rezaei, Omega 53 (2015) and 64 (2016). The nonlinear model of the first paper has
    xi = 4 - sqrt(14) for the transport example, and many solutions in general; ours is the linear
    one of the second, whose weights are near.
    """
    names = list("abcde")
    best, worst = (2.0, 1.0, 4.0, 2.0, 8.0), (4.0, 8.0, 2.0, 4.0, 1.0)
    car = best_worst(
        names, dict(zip(names, best, strict=True)), dict(zip(names, worst, strict=True))
    )
    assert car.deviation == pytest.approx(0, abs=1e-9)
    assert car.ratio == 0.0
    transport = best_worst(list("abc"), {"a": 8, "b": 2, "c": 1}, {"a": 1, "b": 5, "c": 8})
    assert transport.deviation == pytest.approx(0.0357, abs=5e-5)
    assert transport.ratio == pytest.approx(2 / 56)
    nonlinear = {"a": 0.0714, "b": 0.3387, "c": 0.5899}
    assert transport.weights == pytest.approx(nonlinear, abs=0.02)
    xi = 4 - math.sqrt(14)
    assert abs(nonlinear["c"] / nonlinear["b"] - 2) == pytest.approx(xi, abs=2e-3)
