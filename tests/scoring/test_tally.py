from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors
from scoring.cells import Column
from scoring.tally import Tally


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
