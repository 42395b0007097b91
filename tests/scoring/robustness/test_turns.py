from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import DecisionMatrix, Latent
from knowledge.schema.robustness import Reversal, Turn
from scoring.rank import rank
from scoring.robustness.turns import turns
from scoring.simulate import simulate
from tests.scoring import build

LOG = Anchors(worst=100, best=1, shape=Shape.LOG)


def found(matrix: DecisionMatrix) -> tuple[tuple[Turn, ...], tuple[Reversal, ...]]:
    simulation = simulate(matrix, 4000, rng=np.random.default_rng(1), certainty=1e6)
    return turns(matrix, rank(matrix, simulation))


def timed(rows: dict[str, list[float | Latent]], weights: list[float] = []) -> DecisionMatrix:  # noqa: B006
    """A matrix whose first criterion is a time between 100 and 1."""
    matrix = build.matrix(rows, weights)
    view = matrix.criteria[0].model_copy(update={"anchors": LOG, "measured": "latency"})
    return matrix.model_copy(update={"criteria": (view, *matrix.criteria[1:])})


def time(name: str, point: float, sd: float = 0.05) -> Latent:
    return Latent(id=f"measurement:{name}", family="lognormal", a=point, b=sd)


def test_the_amount_at_which_another_is_level_is_known_by_hand() -> None:
    # Worth .5 x 1/2 + .5 x .9 = .70 against .5 x 1/2 + .5 x .7 = .60: worse by a fifth of the scale
    # of two decades, or better by one.
    matrix = timed({"a": [time("a", 10.0), 0.9], "b": [time("b", 10.0), 0.7]})
    one, other = sorted(found(matrix)[0], key=lambda turn: turn.latent)
    assert (one.first, other.first) == ("b", "b")
    assert one.amount == pytest.approx(10 * 10**0.4, rel=1e-3)
    assert other.amount == pytest.approx(10 / 10**0.4, rel=1e-3)
    assert not one.likely
    assert one.evidence == "measurement:a"
    assert one.stack == "a/eager"


def test_an_amount_is_likely_where_the_interval_reaches_it() -> None:
    matrix = timed({"a": [time("a", 10.0, 0.6), 0.9], "b": [time("b", 10.0, 0.1), 0.7]})
    likely = {turn.latent: turn.likely for turn in found(matrix)[0]}
    assert likely == {"measurement:a": True, "measurement:b": False}


def test_what_is_unknown_has_a_turn_without_evidence() -> None:
    unknown = Latent(id="unknown:b/eager:latency:net:1", family="loguniform", a=100, b=1)
    (one, other) = found(timed({"a": [time("a", 10.0), 0.9], "b": [unknown, 0.7]}))[0]
    assert {one.evidence, other.evidence} == {None, "measurement:a"}


def test_what_every_stack_shares_turns_nothing() -> None:
    shared = time("both", 10.0)
    assert found(timed({"a": [shared, 0.9], "b": [shared, 0.7]})) == ((), ())


def test_a_claim_that_decides_is_named_and_one_that_does_not_is_not() -> None:
    yes = Latent(id="claim:a:x", family="normal", a=1.0, b=0.1, low=0.0, high=1.0)
    minor = Latent(id="claim:a:y", family="normal", a=1.0, b=0.1, low=0.0, high=1.0)
    matrix = build.matrix({"a": [yes, minor], "b": [0.6, 0.9]}, [9, 1])
    (one,) = found(matrix)[1]
    assert (one.evidence, one.level, one.first) == ("claim:a:x", 0.5, "b")
    assert one.margin == pytest.approx(0.63 - (0.9 * 0.5 + 0.1 * 0.96), abs=0.002)


@build.LAW
@given(
    st.lists(st.tuples(st.floats(1.5, 90), st.floats(0.05, 0.95)), min_size=2, max_size=4),
    st.floats(0.1, 0.9),
)
def test_beyond_the_amount_the_named_one_is_first_and_before_it_is_not(
    cells: list[tuple[float, float]], weight: float
) -> None:
    rows: dict[str, list[float | Latent]] = {
        name: [time(name, point, 0.0), level]
        for name, (point, level) in zip("abcd", cells, strict=False)
    }
    matrix = timed(rows, [weight, 1 - weight])
    leader = rank(matrix, simulate(matrix, 10, rng=np.random.default_rng(1), certainty=30))[0].id
    for turn in found(matrix)[0]:
        name = turn.latent.removeprefix("measurement:")
        away = 1.001 if turn.amount > turn.now.point else 1 / 1.001
        for amount, wanted in ((turn.amount * away, turn.first), (turn.amount / away, leader)):
            moved = timed(
                {**rows, name: [time(name, amount, 0.0), rows[name][1]]}, [weight, 1 - weight]
            )
            top = rank(moved, simulate(moved, 10, rng=np.random.default_rng(1), certainty=30))
            worth = {row.id: row.expected.point for row in top}
            assert worth[wanted] == pytest.approx(top[0].expected.point, abs=2e-4)
