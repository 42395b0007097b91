from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors
from scoring.cells import Column
from scoring.tally import BINS, MANY, Tally, _places


def tally(*chunks: list[list[float]]) -> Tally:
    """One criterion; each chunk gives the value of every alternative in every draw."""
    count = len(chunks[0])
    cells = tuple((np.array([i]), np.array([1.0])) for i in range(count))
    column = Column("c", 1.0, Anchors(worst=0, best=1), cells, np.arange(count))
    made = Tally(count, [column], sum(len(chunk[0]) for chunk in chunks))
    for chunk in chunks:
        values = np.array(chunk)
        made.add((values,), np.ones((1, values.shape[1])))
    return made


def test_ranks_and_wins_are_counted_over_chunks() -> None:
    made = tally([[0.9, 0.1], [0.5, 0.5]], [[0.8], [0.2]])
    np.testing.assert_allclose(made.acceptability(), [[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    np.testing.assert_allclose(made.winning(), [[0.5, 2 / 3], [1 / 3, 0.5]])
    np.testing.assert_allclose(made.mean_values(), [[0.6], [0.4]])


def test_a_tie_shares_its_ranks_evenly() -> None:
    made = tally([[0.5], [0.5], [0.5], [0.9]])
    thirds = [0.0, 1 / 3, 1 / 3, 1 / 3]
    np.testing.assert_allclose(made.acceptability(), [thirds, thirds, thirds, [1, 0, 0, 0]])
    assert made.winning()[0, 1] == 0.5


def test_a_tie_for_the_first_place_shares_the_winner_s_weights() -> None:
    made = tally([[0.5, 0.9], [0.5, 0.1], [0.1, 0.2]])
    central = made.central_weights()
    assert central[:2].ravel().tolist() == [1.0, 1.0]
    assert np.isnan(central[2, 0])


def test_the_interval_is_of_the_overall_value() -> None:
    low, high = tally([np.linspace(0, 1, 1001).tolist()]).interval()
    assert low[0] == pytest.approx(0.025)
    assert high[0] == pytest.approx(0.975)


def crowd(count: int, size: int, levels: int) -> np.ndarray:
    """Overall values of which many are equal."""
    return np.random.default_rng(4).integers(0, levels, (count, size)) / levels


def test_places_by_sorting_are_those_by_comparing() -> None:
    overall = crowd(30, 200, 20)
    made = Tally(30, [], 200)
    ahead, behind = made._compare(overall)
    by_sorting = _places(overall)
    np.testing.assert_array_equal(by_sorting[0], ahead)
    np.testing.assert_array_equal(by_sorting[1], behind)


@pytest.mark.parametrize("levels", [40, 2**40])
def test_of_very_many_the_first_ranks_and_the_contenders_are_counted(levels: int) -> None:
    count = MANY + 40
    overall = crowd(count, 64, levels) * 0.5
    overall[5] += 0.5
    made = tally(overall.tolist())
    found = made.acceptability()
    assert found.shape == (count, MANY)
    np.testing.assert_allclose(found.sum(axis=0), 1.0)
    assert found[5, 0] > 0.9
    assert len(made.contenders) == MANY
    place = int(np.flatnonzero(made.contenders == 5)[0])
    others = np.delete(made.winning()[place], place)
    assert (others > 0.9).all()
    pairs = made.winning()
    np.testing.assert_allclose(pairs + pairs.T, 1.0)


def test_a_histogram_has_the_quantiles_to_within_a_bin(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(3).beta([[2.0], [5.0]], 3.0, (2, 5000)).tolist()
    exact = tally(drawn).interval()
    monkeypatch.setattr("scoring.tally.KEPT", 100)
    np.testing.assert_allclose(tally(drawn).interval(), exact, atol=1 / BINS)


def test_regret_is_what_choosing_loses() -> None:
    np.testing.assert_allclose(tally([[0.9, 0.1], [0.5, 0.5]]).regret(), [0.2, 0.2])
