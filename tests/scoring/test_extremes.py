"""Problems at the edges: what a user can state, however odd, is answered and adds up."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import DecisionMatrix, Latent
from knowledge.schema.robustness import Robustness
from scoring.rank import rank
from scoring.robustness.all import robustness
from scoring.simulate import simulate
from scoring.tally import MANY
from scoring.value import ignorance
from scoring.veto import vetoes
from tests.scoring import build

EXTREME = st.sampled_from([0.0, 0.0, 1e-12, 1e-3, 1.0, 1e9])
CERTAINTY = st.sampled_from([1e-3, 0.5, 30.0, 1e6])
SHAPES = st.sampled_from(
    [
        Anchors(worst=0, best=1),
        Anchors(worst=1, best=0),
        Anchors(worst=100, best=1, shape=Shape.LOG),
        Anchors(worst=1, best=100, shape=Shape.LOG),
        Anchors(worst=0, best=0.5, shape=Shape.STEP),
        Anchors(worst=1, best=0.5, shape=Shape.STEP),
        Anchors(worst=0, best=0.5, shape=Shape.TARGET),
    ]
)


@st.composite
def problems(draw: st.DrawFn) -> DecisionMatrix:
    """One to four alternatives and criteria; certain, equal, unknown and far-off cells."""
    wide, tall = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    anchors = [draw(SHAPES) for _ in range(wide)]
    rows: dict[str, list[float | Latent]] = {}
    for name in "abcd"[:tall]:
        cells: list[float | Latent] = []
        for place, ends in enumerate(anchors):
            kind = draw(st.sampled_from(["same", "unknown", "own unknown", "off", "wide"]))
            if kind == "same":
                cells.append(ends.best)
            elif kind == "off":
                cells.append(draw(st.sampled_from([-1e6, 0.0, 1e6])))
            elif kind == "wide":
                cells.append(
                    Latent(id=f"{name}{place}", family="lognormal", a=ends.best or 1.0, b=3.0)
                )
            else:
                family, low, high = ignorance(ends)
                owner = "all" if kind == "unknown" else name
                cells.append(Latent(id=f"unknown:{owner}:{place}", family=family, a=low, b=high))
        rows[name] = cells
    weights = draw(st.lists(EXTREME, min_size=wide, max_size=wide).filter(any))
    matrix = build.matrix(rows, weights)
    views = [
        view.model_copy(update={"anchors": ends})
        for view, ends in zip(matrix.criteria, anchors, strict=True)
    ]
    return matrix.model_copy(update={"criteria": tuple(views)})


@build.LAW
@given(problems(), CERTAINTY, st.integers(1, 40))
def test_every_problem_is_answered_and_adds_up(
    matrix: DecisionMatrix, certainty: float, draws: int
) -> None:
    simulation = simulate(matrix, draws, rng=np.random.default_rng(5), certainty=certainty)
    rows = rank(matrix, simulation)
    assert sorted(row.id for row in rows) == sorted(a.id for a in matrix.alternatives)
    for row in rows:
        assert math.fsum(row.contributions.values()) == row.expected.point
        assert -1e-9 <= row.expected.low <= row.expected.high <= 1 + 1e-9
        assert sum(row.rank_acceptability) == pytest.approx(1)
        assert {other.id for other in rows if row.id in other.tied_with} == set(row.tied_with)
    columns = np.array([row.rank_acceptability for row in rows]).sum(axis=0)
    assert columns == pytest.approx(np.ones(len(rows)))
    found = robustness(matrix, simulation)
    adds_up(matrix, found, rows[0].id)
    worth = {row.id: row.expected.point for row in rows}
    for beaten, by in found.dominated.items():
        assert all(worth[beaten] <= worth[one] + 1e-9 for one in by)


def adds_up(matrix: DecisionMatrix, found: Robustness, first: str) -> None:
    """What is said of the weights is within what weights can be, and about the right stack."""
    if len(matrix.alternatives) < 2:
        assert found == Robustness()
        return
    if found.flip is not None:
        assert found.flip.alternative != first
        assert sum(found.flip.weights.values()) == pytest.approx(1)
        assert 0 <= found.flip.distance <= 2 + 1e-9
    for one in found.stability:
        assert (one.low is None) == (one.below is None)
        assert (one.high is None) == (one.above is None)
        assert 0 <= (one.low or 0.0) <= one.weight + 1e-9
        assert one.weight - 1e-9 <= (1.0 if one.high is None else one.high) <= 1
    assert all(math.isfinite(loss) and loss >= -1e-9 for loss in found.regret.values())
    assert all(1 <= check.place <= len(matrix.alternatives) for check in found.crosschecks)


def test_nothing_known_is_a_tie_of_all() -> None:
    unknown = {
        name: [Latent(id=f"unknown:{name}:{c}", family="uniform", a=0, b=1) for c in range(2)]
        for name in "abc"
    }
    matrix = build.matrix(unknown)
    simulation = simulate(matrix, 4000, rng=np.random.default_rng(1), certainty=30.0)
    rows = rank(matrix, simulation)
    assert all(len(row.tied_with) == 2 for row in rows)
    for row in rows:
        assert row.rank_acceptability[0] == pytest.approx(1 / 3, abs=0.03)


def test_a_veto_on_everything_leaves_nothing_to_rank() -> None:
    matrix = build.matrix({"a": [0.4, 0.9], "b": [0.3, 0.8]})
    strict = [
        build.prefer("c0").model_copy(update={"veto": 0.95}),
        build.prefer("c1").model_copy(update={"veto": 0.95}),
    ]
    surely, perhaps = vetoes(matrix, strict)
    assert {one.alternative for one in surely} == {"a", "b"}
    assert perhaps == ()
    left = matrix.model_copy(update={"alternatives": (), "beliefs": ()})
    simulation = simulate(left, 10, rng=np.random.default_rng(1), certainty=30.0)
    assert rank(left, simulation) == ()
    assert robustness(left, simulation) == Robustness()


def test_more_alternatives_than_are_compared_pair_by_pair() -> None:
    """Found by thought: the ranking of more than `MANY` ended in an error."""
    rng = np.random.default_rng(2)
    rows = {f"a{row:03}": list(map(float, rng.random(3))) for row in range(MANY + 20)}
    rows["twin"] = rows["a000"]
    matrix = build.matrix(rows)
    simulation = simulate(matrix, 64, rng=np.random.default_rng(3), certainty=30.0)
    ranked = rank(matrix, simulation)
    assert [row.expected.point for row in ranked] == sorted(
        (row.expected.point for row in ranked), reverse=True
    )
    assert ranked[0].first_wins is None
    assert all(row.first_wins is None or 0 <= row.first_wins <= 1 for row in ranked)
    assert sum(row.first_wins is not None for row in ranked) == MANY - 1
    adds_up(matrix, robustness(matrix, simulation), ranked[0].id)
