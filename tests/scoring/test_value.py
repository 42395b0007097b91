from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.criterion import Anchors, Shape
from scoring.value import ignorance, inverse, value
from tests.scoring import build

AMOUNTS = st.floats(0.01, 1e6)
SMOOTH = (Shape.LINEAR, Shape.LOG)


@st.composite
def anchors(draw: st.DrawFn, shapes: Sequence[Shape] = tuple(Shape)) -> Anchors:
    worst = draw(AMOUNTS)
    ratio = draw(st.floats(1.01, 1e4))
    best = worst * ratio if draw(st.booleans()) else worst / ratio
    return Anchors(worst=worst, best=best, shape=draw(st.sampled_from(shapes)))


@build.LAW
@given(anchors(), AMOUNTS)
def test_values_stay_between_zero_and_one(a: Anchors, x: float) -> None:
    assert 0.0 <= value(a, np.array([x]))[0] <= 1.0


@build.LAW
@given(anchors())
def test_the_anchors_are_worth_zero_and_one(a: Anchors) -> None:
    np.testing.assert_allclose(value(a, np.array([a.worst, a.best])), [0.0, 1.0], atol=1e-9)


@build.LAW
@given(anchors((*SMOOTH, Shape.STEP)), AMOUNTS, AMOUNTS)
def test_an_amount_nearer_the_best_is_never_worth_less(a: Anchors, x: float, y: float) -> None:
    low, high = min(x, y), max(x, y)
    worse, better = (low, high) if a.best > a.worst else (high, low)
    v = value(a, np.array([worse, better]))
    assert v[0] <= v[1]


@build.LAW
@given(anchors(), AMOUNTS, st.floats(1e-3, 1e3))
def test_the_unit_does_not_matter(a: Anchors, x: float, scale: float) -> None:
    if a.shape is Shape.STEP and abs(x - a.best) <= 1e-9 * a.best:
        return  # on the edge of the step, rounding decides
    scaled = Anchors(worst=a.worst * scale, best=a.best * scale, shape=a.shape)
    np.testing.assert_allclose(
        value(scaled, np.array([x * scale])), value(a, np.array([x])), atol=1e-6
    )


@build.LAW
@given(anchors(SMOOTH), st.floats(0, 1))
def test_the_inverse_undoes_the_value(a: Anchors, v: float) -> None:
    np.testing.assert_allclose(value(a, inverse(a, np.array([v]))), [v], atol=1e-6)


@pytest.mark.parametrize("shape", [Shape.STEP, Shape.TARGET])
def test_no_inverse_where_amounts_share_a_value(shape: Shape) -> None:
    with pytest.raises(ValueError, match="no inverse"):
        inverse(Anchors(worst=0, best=1, shape=shape), np.array([0.5]))


def test_nothing_and_less_are_beyond_the_anchors_of_a_log() -> None:
    faster = Anchors(worst=100, best=2, shape=Shape.LOG)
    more = Anchors(worst=2, best=100, shape=Shape.LOG)
    x = np.array([0.0, -1.0])
    assert value(faster, x).tolist() == [1.0, 1.0]
    assert value(more, x).tolist() == [0.0, 0.0]


@build.LAW
@given(anchors())
def test_not_knowing_makes_every_value_equally_likely(a: Anchors) -> None:
    family, start, end = ignorance(a)
    u = (np.arange(1000) + 0.5) / 1000
    x = start + u * (end - start) if family == "uniform" else start * (end / start) ** u
    v = value(a, x)
    if a.shape is Shape.STEP:
        assert v.mean() == pytest.approx(0.5, abs=0.002)
    else:
        np.testing.assert_allclose(v, u, atol=1e-6)
