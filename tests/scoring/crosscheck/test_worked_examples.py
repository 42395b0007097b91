"""Published examples, and what must hold of the methods for any numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.crosscheck.promethee import Preference, promethee
from scoring.crosscheck.spotis import spotis
from scoring.crosscheck.topsis import topsis
from scoring.crosscheck.vikor import vikor

UP = [True] * 6
MOUNTAINS = np.array([[1.0, 3000.0], [2.0, 3750.0], [5.0, 4500.0]])


def test_topsis_tzeng_and_huang() -> None:
    amounts = np.array([[5.0, 8, 4], [7, 6, 8], [8, 8, 6], [7, 4, 6]])
    found = topsis(amounts, np.array([0.3, 0.4, 0.3]), UP[:3])
    assert found == pytest.approx([0.5037, 0.6581, 0.7482, 0.3340], abs=5e-5)


def test_topsis_fighters() -> None:
    """Hwang and Yoon, 1981."""
    amounts = np.array(
        [
            [2.0, 1500, 20000, 5.5, 5, 9],
            [2.5, 2700, 18000, 6.5, 3, 5],
            [1.8, 2000, 21000, 4.5, 7, 7],
            [2.2, 1800, 20000, 5.0, 5, 5],
        ]
    )
    weights = np.array([0.2, 0.1, 0.1, 0.1, 0.2, 0.3])
    found = topsis(amounts, weights, [True, True, True, False, True, True])
    assert found == pytest.approx([0.643, 0.268, 0.6135, 0.312], abs=5e-4)


def test_mountains_by_topsis_and_vikor() -> None:
    """Opricovic and Tzeng, 2004: risk (less is better) and altitude."""
    weights, benefit = np.array([0.5, 0.5]), [False, True]
    found = topsis(MOUNTAINS, weights, benefit, "min-max")
    assert found == pytest.approx([0.5, 0.617, 0.5], abs=5e-4)
    other = vikor(MOUNTAINS, weights, benefit)
    assert other.s == pytest.approx([0.5, 0.375, 0.5])
    assert other.r == pytest.approx([0.5, 0.25, 0.5])
    assert other.q == pytest.approx([1, 0, 1])
    assert other.compromise() == (1,)


def test_promethee_hydroelectric_plants() -> None:
    """Brans, Vincke and Mareschal, 1986: inputs as printed there, flows recomputed."""
    amounts = np.array(
        [
            [80.0, 90, 6, 5.4, 8, 5],
            [65, 58, 2, 9.7, 1, 1],
            [83, 60, 4, 7.2, 4, 7],
            [40, 80, 10, 7.5, 7, 10],
            [52, 72, 6, 2.0, 3, 8],
            [94, 96, 7, 3.6, 5, 6],
        ]
    )
    chosen = [
        Preference("u-shape", q=10),
        Preference("v-shape", p=30),
        Preference("linear", q=0.5, p=5),
        Preference("level", q=1, p=6),
        Preference("usual"),
        Preference("gaussian", s=5),
    ]
    found = promethee(amounts, np.ones(6), [False, True, False, False, False, True], chosen)
    leaving = [0.2199, 0.3963, 0.2466, 0.3293, 0.4547, 0.3001]
    entering = [0.3655, 0.3791, 0.3362, 0.3493, 0.1618, 0.3549]
    net = [-0.1457, 0.0172, -0.0895, -0.0200, 0.2929, -0.0549]
    assert found.leaving == pytest.approx(leaving, abs=1e-4)
    assert found.entering == pytest.approx(entering, abs=1e-4)
    assert found.net == pytest.approx(net, abs=1e-4)


def test_spotis_dezert() -> None:
    amounts = np.array([[10.5, -3.1, 1.7], [-4.7, 0, 3.4], [8.1, 0.3, 1.3], [3.2, 7.3, -5.3]])
    bounds = np.array([[-5.0, 12], [-6, 10], [-8, 5]])
    found = spotis(amounts, np.array([0.2, 0.3, 0.5]), [True, False, True], bounds)
    assert found == pytest.approx([0.1989, 0.3705, 0.3063, 0.7491], abs=5e-5)


PROBLEMS = arrays(np.float64, (5, 3), elements=st.floats(0.0625, 100, width=32))


@settings(deadline=None, max_examples=30)
@given(PROBLEMS, st.permutations(range(5)))
def test_the_order_of_alternatives_changes_nothing(amounts: np.ndarray, order: list[int]) -> None:
    weights, benefit = np.array([0.5, 0.3, 0.2]), [True, False, True]
    rows = np.array(order)
    assert topsis(amounts[rows], weights, benefit) == pytest.approx(
        topsis(amounts, weights, benefit)[rows]
    )
    assert promethee(amounts[rows], weights, benefit).net == pytest.approx(
        promethee(amounts, weights, benefit).net[rows]
    )
    assert vikor(amounts[rows], weights, benefit).q == pytest.approx(
        vikor(amounts, weights, benefit).q[rows]
    )


@settings(deadline=None, max_examples=30)
@given(PROBLEMS)
def test_what_is_better_by_every_criterion_is_first(amounts: np.ndarray) -> None:
    best = np.array([amounts[:, 0].max() + 1, amounts[:, 1].min() - 0.03, amounts[:, 2].max() + 1])
    amounts = np.vstack([amounts, best])
    weights, benefit = np.array([0.5, 0.3, 0.2]), [True, False, True]
    assert int(np.argmax(topsis(amounts, weights, benefit))) == 5
    assert int(np.argmin(vikor(amounts, weights, benefit).q)) == 5
    assert int(np.argmax(promethee(amounts, weights, benefit).net)) == 5
    assert promethee(amounts, weights, benefit).net.sum() == pytest.approx(0, abs=1e-9)
