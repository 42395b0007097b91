from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import KnownError
from knowledge.schema.stakes import Certainty, Method, Stated
from scoring.stakeholders import (
    acceptabilities,
    concentration,
    exchanged,
    group_weights,
    kendall,
    stakeholders,
)
from tests.scoring import build


def person(who: str, *weights: float, certainty: Certainty = Certainty.FAIR) -> Stated:
    return Stated(
        scenario="case",
        who=who,
        when=datetime(2026, 12, 1, tzinfo=UTC),
        method=Method.DIRECT,
        certainty=certainty,
        weights={f"c{i}": weight for i, weight in enumerate(weights)},
    )


VALUES = {"x": (1.0, 0.0, 0.5), "y": (0.0, 1.0, 0.5), "z": (0.4, 0.4, 0.5)}
MATRIX = build.matrix(VALUES)
CELLS = np.array(list(VALUES.values()))


def test_the_group_is_the_mean_and_names_differ() -> None:
    assert group_weights([person("ana", 0.5, 0.5), person("bo", 0.1, 0.9)]) == pytest.approx(
        {"c0": 0.3, "c1": 0.7}
    )
    with pytest.raises(KnownError, match="are ana's"):
        group_weights([person("ana", 0.5, 0.5), person("ana", 0.1, 0.9)])


@pytest.mark.parametrize("certainty", Certainty)
def test_one_person_s_concentration_is_what_was_said(certainty: Certainty) -> None:
    one = person("ana", 0.2, 0.3, 0.5, certainty=certainty)
    assert concentration([one]) == pytest.approx(certainty.concentration)
    twin = one.model_copy(update={"who": "bo"})
    assert concentration([one, twin]) == pytest.approx(certainty.concentration)


def test_all_weight_on_one_criterion_leaves_the_certainty() -> None:
    assert concentration([person("ana", 1.0, 0.0)]) == 30.0


def test_the_spread_of_many_draws_gives_their_concentration_back() -> None:
    drawn = np.random.default_rng(1).dirichlet([4.0, 6.0, 10.0], 2000)
    people = [
        person(f"p{i}", *map(float, row), certainty=Certainty.EXACT) for i, row in enumerate(drawn)
    ]
    assert concentration(people) == pytest.approx(20, rel=0.06)


def test_the_more_people_differ_the_less_sure_the_group_is() -> None:
    near = [person("ana", 0.5, 0.5), person("bo", 0.45, 0.55)]
    far = [person("ana", 0.9, 0.1), person("bo", 0.1, 0.9)]
    assert concentration(far) < concentration(near) < 30.0
    assert concentration([person("ana", 1.0, 0.0), person("bo", 0.0, 1.0)]) == 1.0


def test_who_disagrees_and_over_what() -> None:
    people = [person("ana", 0.7, 0.2, 0.1), person("bo", 0.2, 0.7, 0.1)]
    found = stakeholders(people, MATRIX, CELLS)
    assert [one.ranking for one in found.people] == [("x", "z", "y"), ("y", "z", "x")]
    (split,) = found.disagreements
    assert split.tau == -1.0
    assert split.criterion in ("c0", "c1")
    assert split.reordered == 6
    assert (split.one_first, split.other_first) == ("y", "x")


def test_how_often_each_stack_is_first_by_each_person_s_weights() -> None:
    sure = [person("ana", 0.7, 0.2, 0.1, certainty=Certainty.EXACT), person("bo", 0.2, 0.7, 0.1)]
    shares = acceptabilities(sure, MATRIX, 2000, seed=4)
    assert shares["ana"][0].tolist() == [1.0, 0.0, 0.0]
    assert 0.8 < shares["bo"][1, 0] < 1.0
    found = stakeholders(sure, MATRIX, CELLS, shares)
    assert found.people[0].rank_acceptability["x"] == (1.0, 0.0, 0.0)
    for one in found.people:
        for shares_of in one.rank_acceptability.values():
            assert sum(shares_of) == pytest.approx(1)
    assert acceptabilities(sure[:1], MATRIX, 2000, seed=4) == {}
    assert stakeholders(sure[:1], MATRIX, CELLS).people[0].rank_acceptability == {}


def test_people_who_differ_where_nothing_hangs_on_it_agree() -> None:
    people = [person("ana", 0.7, 0.2, 0.1), person("bo", 0.7, 0.1, 0.2)]
    (split,) = stakeholders(people, MATRIX, CELLS).disagreements
    assert split.tau == 1.0
    assert split.criterion is None


def test_the_least_agreement_comes_first() -> None:
    people = [
        person("ana", 0.7, 0.2, 0.1),
        person("bo", 0.6, 0.3, 0.1),
        person("cy", 0.1, 0.8, 0.1),
    ]
    found = stakeholders(people, MATRIX, CELLS).disagreements
    assert [(d.one, d.other) for d in found] == [("ana", "cy"), ("bo", "cy"), ("ana", "bo")]


def test_a_scale_of_one_alternative_has_no_order_to_disagree_on() -> None:
    matrix = build.matrix({"x": (1.0, 0.0, 0.5)})
    people = [person("ana", 0.7, 0.2, 0.1), person("bo", 0.2, 0.7, 0.1)]
    (split,) = stakeholders(people, matrix, CELLS[:1]).disagreements
    assert split.tau == 1.0


SCORES = st.lists(st.integers(0, 4).map(float), min_size=2, max_size=9)


@settings(deadline=None, max_examples=60)
@given(SCORES, st.randoms(use_true_random=False))
def test_kendall_is_that_of_scipy(one: list[float], random: object) -> None:
    from scipy.stats import kendalltau

    other = list(one)
    random.shuffle(other)  # type: ignore[attr-defined]
    expected = kendalltau(one, other).statistic
    found = kendall(np.array(one), np.array(other))
    assert found == pytest.approx(1.0 if np.isnan(expected) else expected)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=6), st.floats(0, 1))
def test_an_exchange_keeps_the_sum_and_the_proportions_of_the_others(
    raw: list[float], weight: float
) -> None:
    weights = np.array(raw) / sum(raw)
    found = exchanged(weights, 0, weight, weights)
    assert found.sum() == pytest.approx(1)
    assert found[0] == pytest.approx(weight)
    if len(raw) > 2:
        assert found[1] * weights[2] == pytest.approx(found[2] * weights[1])


def test_all_weight_on_one_criterion_takes_the_other_s_proportions() -> None:
    found = exchanged(np.array([1.0, 0.0, 0.0]), 0, 0.4, np.array([0.4, 0.2, 0.4]))
    assert found == pytest.approx([0.4, 0.2, 0.4])
    assert exchanged(np.array([1.0]), 0, 0.4, np.array([1.0])).tolist() == [1.0]
