"""What moves a lead adds up to the change of it, and goes to weights or evidence rightly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.schema.decision import Recommendation
from reports.comparison.causes import lead
from tests.reports import sample

BASE = sample.recommendation()
shares = st.lists(st.floats(0.01, 1.0), min_size=7, max_size=7)
values = st.lists(st.floats(0.0, 1.0), min_size=14, max_size=14)


def answer(weights: list[float], worth: list[float]) -> Recommendation:
    """The first two stacks of the sample at these weights, worth these values."""
    base, total = BASE, sum(weights)
    criteria = tuple(
        view.model_copy(update={"weight": weight / total})
        for view, weight in zip(base.matrix.criteria, weights, strict=True)
    )
    ranking = tuple(
        row.model_copy(
            update={
                "contributions": {
                    view.id: view.weight * worth[7 * number + place]
                    for place, view in enumerate(criteria)
                }
            }
        )
        for number, row in enumerate(base.ranking[:2])
    )
    matrix = base.matrix.model_copy(update={"criteria": criteria})
    return base.model_copy(update={"matrix": matrix, "ranking": ranking})


@settings(deadline=None)
@given(shares, shares, values, values)
def test_causes_sum_to_the_change(
    w1: list[float], w2: list[float], v1: list[float], v2: list[float]
) -> None:
    found = lead(answer(w1, v1), answer(w2, v2))
    assert found is not None
    total = sum(cause.together for cause in found.causes)
    assert total == pytest.approx(found.after - found.before, abs=1e-9)


@settings(deadline=None)
@given(shares, values, values)
def test_the_same_weights_cause_nothing(w: list[float], v1: list[float], v2: list[float]) -> None:
    found = lead(answer(w, v1), answer(w, v2))
    assert found is not None
    assert all(abs(cause.by_weight) < 1e-12 for cause in found.causes)


@settings(deadline=None)
@given(shares, shares, values)
def test_the_same_values_cause_nothing(w1: list[float], w2: list[float], v: list[float]) -> None:
    found = lead(answer(w1, v), answer(w2, v))
    assert found is not None
    assert all(abs(cause.by_evidence) < 1e-9 for cause in found.causes)


def test_a_weight_that_is_new_takes_all_of_its_part() -> None:
    worth = [0.9] * 7 + [0.1] * 7
    found = lead(answer([1.0] * 6 + [0.0], worth), answer([1.0] * 7, worth))
    assert found is not None
    new = next(c for c in found.causes if c.criterion == sample.matrix().criteria[6].id)
    assert new.by_evidence == 0
    assert new.by_weight == pytest.approx(0.8 / 7)


def test_where_a_first_place_is_not_ranked_there_is_no_lead() -> None:
    before, after = sample.recommendation(), sample.recommendation()
    alone = after.model_copy(update={"ranking": after.ranking[2:]})
    assert lead(before, alone) is None
    assert lead(before, sample.nothing_feasible()) is None
