from __future__ import annotations

import numpy as np

from scoring.crosscheck.all import crosschecks
from tests.scoring import build


def test_all_methods_see_a_plain_winner_and_one_may_see_it_otherwise() -> None:
    matrix = build.matrix({"one": (0.9, 0.9), "two": (0.2, 0.3)})
    found = crosschecks(matrix, np.array([[0.9, 0.9], [0.2, 0.3]]), [0, 1])
    assert {(c.first, c.place) for c in found} == {("one", 1)}
    assert [c.method for c in found] == ["topsis", "promethee-ii", "vikor", "spotis"]


def test_a_regret_that_is_large_on_one_criterion_matters_to_vikor() -> None:
    rows = {"extreme": (1.0, 1.0, 0.0), "even": (0.65, 0.65, 0.65), "low": (0.0, 0.0, 0.1)}
    matrix = build.matrix(rows)
    found = {c.method: c for c in crosschecks(matrix, np.array(list(rows.values())), [0, 1, 2])}
    assert found["vikor"].first == "even"
    assert found["vikor"].place == 2
    assert found["spotis"].place == 1


def test_equals_count_as_first() -> None:
    matrix = build.matrix({"one": (0.5, 0.5), "two": (0.5, 0.5)})
    found = crosschecks(matrix, np.full((2, 2), 0.5), [1, 0])
    assert {(c.first, c.place) for c in found} == {("two", 1)}
