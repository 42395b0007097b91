from __future__ import annotations

import math
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from knowledge.errors import KnownError
from knowledge.schema.decision import DecisionMatrix, Latent
from scoring.simulate import Simulation, simulate
from tests.scoring import build


def run(
    matrix: DecisionMatrix, draws: int = 4000, certainty: float = 30.0, seed: int = 1
) -> Simulation:
    return simulate(matrix, draws, rng=np.random.default_rng(seed), certainty=certainty)


def test_smaa_oracle_of_two_criteria() -> None:
    """Worked example 21: uniform weights; a wins for w1 > .6, b for w1 < .4, c between."""
    matrix = build.matrix({"a": [1, 0], "b": [0, 1], "c": [0.6, 0.6]})
    found = run(matrix, 200_000, certainty=2.0)
    np.testing.assert_allclose(found.acceptability[:, 0], [0.4, 0.4, 0.2], atol=0.005)
    np.testing.assert_allclose(found.central, [[0.8, 0.2], [0.2, 0.8], [0.5, 0.5]], atol=0.005)


def test_smaa_oracle_of_the_identity() -> None:
    """Worked example 21: acceptability 1/3 each, central weights 11/18 and 7/36 twice."""
    matrix = build.matrix({"a": [1, 0, 0], "b": [0, 1, 0], "c": [0, 0, 1]})
    found = run(matrix, 200_000, certainty=3.0)
    np.testing.assert_allclose(found.acceptability, np.full((3, 3), 1 / 3), atol=0.005)
    central = np.full((3, 3), 7 / 36)
    np.fill_diagonal(central, 11 / 18)
    np.testing.assert_allclose(found.central, central, atol=0.005)


def test_stated_weights_set_the_expected_value() -> None:
    found = run(build.matrix({"a": [1, 0], "b": [0.5, 0.25]}, [3, 1]))
    np.testing.assert_allclose(found.expected, [0.75, 0.4375])
    np.testing.assert_allclose(found.values, [[1, 0], [0.5, 0.25]])
    assert (found.low < found.expected).all()
    assert (found.expected < found.high).all()


def test_the_interval_widens_with_the_beliefs_and_with_the_doubt_about_weights() -> None:
    sure = build.matrix({"a": [1, 0]})
    doubtful = build.matrix({"a": [Latent(id="x", family="uniform", a=0, b=1), 0]})

    def width(found: Simulation) -> float:
        return float(found.high[0] - found.low[0])

    assert width(run(sure, certainty=1e6)) < 0.005
    assert width(run(sure, certainty=1e6)) < width(run(sure)) < width(run(sure, certainty=5))
    assert width(run(doubtful, certainty=1e6)) == pytest.approx(0.5 * 0.95, abs=0.02)


def test_the_point_stays_inside_the_interval_of_a_lopsided_belief() -> None:
    """A normal far beyond the best anchor: nearly all draws at 1, the mean a little below."""
    nearly = Latent(id="x", family="lognormal", a=1e-9, b=9.0, high=1.0)
    found = run(build.matrix({"a": [nearly]}))
    assert found.low[0] <= found.expected[0] <= found.high[0]


def test_shared_evidence_moves_stacks_together() -> None:
    """With one latent for both, b is better in every draw; with two it often is not."""
    wide = {"family": "uniform", "a": 0.0, "b": 1.0}
    shared = Latent(id="s", **wide)  # type: ignore[arg-type]
    own = Latent(id="o", **wide)  # type: ignore[arg-type]
    together = run(build.matrix({"a": [shared, 0.4], "b": [shared, 0.5]}), certainty=1e9)
    assert together.winning[1, 0] == 1.0
    apart = run(build.matrix({"a": [shared, 0.4], "b": [own, 0.5]}), certainty=1e9)
    # P(U1 - U2 < 0.1) of two uniforms: 1 - 0.9^2 / 2.
    assert apart.winning[1, 0] == pytest.approx(1 - 0.81 / 2, abs=0.03)


def test_equal_alternatives_split_evenly_whatever_their_order() -> None:
    cells = [Latent(id="s", family="uniform", a=0, b=1), 0.5]
    for names in ("abc", "cba"):
        found = run(build.matrix(dict.fromkeys(names, cells)))
        np.testing.assert_allclose(found.acceptability, np.full((3, 3), 1 / 3))
        np.testing.assert_allclose(found.winning, np.full((3, 3), 0.5))


def test_one_alternative_is_always_first() -> None:
    found = run(build.matrix({"a": [0.3, 0.4]}))
    assert found.acceptability.tolist() == [[1.0]]
    assert found.central.shape == (1, 2)


def test_no_alternatives_give_an_empty_simulation() -> None:
    matrix = build.matrix({"a": [0.3, 0.4]})
    empty = matrix.model_copy(update={"alternatives": (), "beliefs": (), "latents": ()})
    found = run(empty)
    assert found.expected.shape == (0,)
    assert found.values.shape == found.central.shape == (0, 2)
    assert found.acceptability.shape == found.winning.shape == (0, 0)


def test_one_criterion_leaves_no_doubt_about_weights() -> None:
    found = run(build.matrix({"a": [0.3], "b": [0.2]}), certainty=0.5)
    for edge in (found.low, found.expected, found.high):
        np.testing.assert_allclose(edge, [0.3, 0.2])


def test_a_single_draw_is_enough_to_answer() -> None:
    found = run(build.matrix({"a": [0.3, 0.9], "b": [0.2, 0.1]}), draws=1)
    assert found.acceptability.tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(("draws", "certainty"), [(0, 30.0), (100, 0.0), (100, float("nan"))])
def test_nonsense_is_refused(draws: int, certainty: float) -> None:
    with pytest.raises(KnownError, match="cannot simulate"):
        run(build.matrix({"a": [0.3]}), draws, certainty)


def test_other_seeds_agree_within_their_error() -> None:
    matrix = build.matrix({"a": [1, 0], "b": [0, 1], "c": [0.6, 0.6]})
    one, two = run(matrix, 20_000, 2.0, seed=1), run(matrix, 20_000, 2.0, seed=2)
    assert one.key != two.key
    assert not np.array_equal(one.acceptability, two.acceptability)
    np.testing.assert_allclose(one.acceptability, two.acceptability, atol=0.025)


def test_beats_says_nothing_of_who_is_no_contender() -> None:
    found = run(build.matrix({"a": [0.3], "b": [0.2]}))
    assert found.beats(0, 1) == 1.0
    assert found.beats(1, 0) == 0.0
    some = replace(found, contenders=np.array([1]), winning=np.array([[0.5]]))
    assert math.isnan(some.beats(0, 1))
    assert math.isnan(some.beats(1, 2))


def test_memory_does_not_grow_with_the_draws_nor_with_the_square_of_alternatives() -> None:
    wide = {"family": "normal", "a": 0.5, "b": 0.2, "low": 0.0, "high": 1.0}
    rows = {f"a{i}": [Latent(id=f"a{i}", **wide)] for i in range(1200)}  # type: ignore[arg-type]
    matrix = build.matrix(rows)
    tracemalloc.start()
    found = run(matrix, draws=6000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 120 * 2**20  # all overall values alone would be 58 MB, all pairs 12 MB each
    assert found.acceptability.shape == (1200, 250)
    np.testing.assert_allclose(found.acceptability.sum(axis=0), 1.0)


def test_odd_numbers_of_draws_are_counted_exactly() -> None:
    found = run(build.matrix({"a": [0.3, 0.9], "b": [0.2, 0.1]}), draws=2049)
    assert found.draws == 2049
    np.testing.assert_allclose(found.acceptability, [[1, 0], [0, 1]])
