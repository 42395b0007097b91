from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.robustness.weights import Array, first, flip, left_out, stability

UNIT = st.floats(0, 1, allow_nan=False, width=32)


@st.composite
def problems(draw: st.DrawFn) -> tuple[Array, Array, list[str], list[str]]:
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    values = draw(arrays(np.float64, (rows, columns), elements=UNIT))
    raw = draw(arrays(np.float64, columns, elements=st.floats(0.0625, 1, width=32)))
    return (
        values,
        raw / raw.sum(),
        [f"a{i}" for i in range(rows)],
        [f"c{i}" for i in range(columns)],
    )


def moved(weights: Array, column: int, to: float) -> Array:
    """The weight of one criterion set to `to`, the others in proportion."""
    rest = np.delete(weights, column)
    changed = rest / rest.sum() * (1 - to)
    return np.insert(changed, column, to)


@settings(max_examples=60, deadline=None)
@given(problems())
def test_first_place_goes_exactly_at_the_bounds(
    problem: tuple[Array, Array, list[str], list[str]],
) -> None:
    values, weights, names, criteria = problem
    leader = first(values, weights, names)
    for column, found in enumerate(stability(values, weights, names, criteria)):
        low, high = found.low or 0.0, 1.0 if found.high is None else found.high
        for t in np.linspace(low, high, 7):
            totals = values @ moved(weights, column, float(t))
            assert totals[leader] >= totals.max() - 1e-9
        for bound, beyond, rival in (
            (found.low, -1e-3, found.below),
            (found.high, 1e-3, found.above),
        ):
            if bound is None or not 0 <= bound + beyond <= 1:
                continue
            totals = values @ moved(weights, column, bound + beyond)
            assert rival is not None
            assert totals[names.index(rival)] >= totals[leader] - 1e-9


def test_a_bound_by_hand() -> None:
    values = np.array([[1.0, 0.2, 0.5], [0.4, 0.9, 0.5]])
    weights = np.array([0.5, 0.25, 0.25])
    found = stability(values, weights, ["x", "y"], ["a", "b", "c"])
    # lead: 0.6 t + (1 - t)(-0.7 / 2) = 0 at t = 0.35 / 0.95
    assert found[0].low == pytest.approx(0.35 / 0.95)
    assert found[0].below == "y"
    assert found[0].high is None
    assert found[2].low is None
    assert found[2].high is None


@settings(max_examples=40, deadline=None)
@given(problems())
def test_the_nearest_flip_is_a_tie_and_nothing_nearer_is(
    problem: tuple[Array, Array, list[str], list[str]],
) -> None:
    values, weights, names, criteria = problem
    leader, found = first(values, weights, names), flip(values, weights, names, criteria)
    if found is None:
        better = (values > values[leader]).any(axis=1)
        assert not better.any()
        return
    at = np.array([found.weights[c] for c in criteria])
    assert at.sum() == pytest.approx(1)
    assert (at >= -1e-9).all()
    rival = names.index(found.alternative)
    assert values[rival] @ at >= values[leader] @ at - 1e-8
    assert np.abs(at - weights).sum() == pytest.approx(found.distance, abs=1e-8)
    rng = np.random.default_rng(0)
    for _ in range(50):
        step = rng.normal(size=len(weights))
        step -= step.mean()
        near = weights + step / np.abs(step).sum() * found.distance * 0.98
        if (near >= 0).all():
            totals = values @ near
            assert totals[leader] >= totals.max() - 1e-9


def test_leaving_out_the_criterion_that_decides() -> None:
    values = np.array([[1.0, 0.2], [0.4, 0.9]])
    found = left_out(values, np.array([0.8, 0.2]), ["x", "y"], ["a", "b"])
    assert [(one.criterion, one.first) for one in found] == [("a", "y"), ("b", "x")]


def test_a_single_criterion_has_no_bounds() -> None:
    values, weights = np.array([[1.0], [0.5]]), np.array([1.0])
    (found,) = stability(values, weights, ["x", "y"], ["a"])
    assert (found.low, found.high) == (None, None)
    assert left_out(values, weights, ["x", "y"], ["a"]) == ()
