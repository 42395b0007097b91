"""The ranking: its form by example, its laws by hypothesis."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.decision import DecisionMatrix, Latent, RankedAlternative
from scoring.rank import rank
from scoring.simulate import Simulation, simulate
from tests.scoring import build

DRAWS = 300


def run(
    matrix: DecisionMatrix, certainty: float = 20.0, seed: int = 7, draws: int = DRAWS
) -> tuple[Simulation, dict[str, RankedAlternative]]:
    simulation = simulate(matrix, draws, rng=np.random.default_rng(seed), certainty=certainty)
    return simulation, {row.id: row for row in rank(matrix, simulation)}


@st.composite
def cells(draw: st.DrawFn, name: str, width: int) -> list[float | Latent]:
    row: list[float | Latent] = []
    for column in range(width):
        a = draw(st.integers(0, 20)) / 20
        kind = draw(st.sampled_from(["point", "normal", "shared"]))
        if kind == "point":
            row.append(a)
        elif kind == "normal":
            row.append(
                Latent(id=f"{name}:{column}", family="normal", a=a, b=0.2, low=0.0, high=1.0)
            )
        else:
            row.append(Latent(id=f"all:{column}", family="uniform", a=0.0, b=1.0))
    return row


@st.composite
def matrices(draw: st.DrawFn, least: int = 1) -> DecisionMatrix:
    names = "abcdef"[: draw(st.integers(least, 5))]
    width = draw(st.integers(1, 4))
    weights = draw(st.lists(st.integers(0, 5), min_size=width, max_size=width).filter(any))
    return build.matrix({name: draw(cells(name, width)) for name in names}, weights)


def without(matrix: DecisionMatrix, name: str) -> DecisionMatrix:
    return matrix.model_copy(
        update={
            "alternatives": tuple(a for a in matrix.alternatives if a.id != name),
            "beliefs": tuple(b for b in matrix.beliefs if b.alternative != name),
        }
    )


def shift(
    matrix: DecisionMatrix, name: str, amounts: list[float], fresh: str = ""
) -> DecisionMatrix:
    """The matrix with the cells of `name` raised by `amounts`, the randomness as it was.

    With `fresh`, the raised row is added under that id instead of taking the place of `name`.
    """
    latents = {latent.id: latent for latent in matrix.latents}
    added: list[Latent] = []
    beliefs = []
    for belief in matrix.beliefs:
        if belief.alternative != name:
            beliefs.append(belief)
            continue
        old = latents[belief.terms[0].latent]
        amount = amounts[int(belief.criterion[1:])]
        b = old.b + amount if old.family == "uniform" else old.b
        moved = old.model_copy(
            update={
                "id": f"{old.id}+{fresh or name}",
                "a": old.a + amount,
                "b": b,
                "stream": old.stream or old.id,
            }
        )
        added.append(moved)
        term = belief.terms[0].model_copy(update={"latent": moved.id})
        beliefs.append(belief.model_copy(update={"terms": (term,), "alternative": fresh or name}))
        if fresh:
            beliefs.append(belief)
    extra = (build.alternative(fresh),) if fresh else ()
    return matrix.model_copy(
        update={
            "alternatives": (*matrix.alternatives, *extra),
            "beliefs": tuple(beliefs),
            "latents": (*matrix.latents, *added),
        }
    )


def test_the_order_is_that_of_expected_values() -> None:
    _, rows = run(build.matrix({"low": [0.2, 0.2], "top": [0.9, 0.8], "mid": [0.5, 0.5]}))
    assert list(rows) == ["top", "mid", "low"]
    assert rows["top"].label == "TOP"
    assert rows["top"].expected.point == pytest.approx(0.85)
    assert rows["top"].rank_acceptability == (1.0, 0.0, 0.0)
    assert all(row.tied_with == () for row in rows.values())


def test_contributions_tell_where_the_value_comes_from() -> None:
    _, rows = run(build.matrix({"a": [0.5, 1.0, 0.3]}, [2, 1, 0]))
    assert rows["a"].contributions == {
        "c0": pytest.approx(1 / 3),
        "c1": pytest.approx(1 / 3),
        "c2": 0.0,
    }


def test_what_does_not_clearly_win_is_tied_both_ways() -> None:
    wide = Latent(id="w", family="uniform", a=0.0, b=1.0)
    _, rows = run(build.matrix({"wide": [wide], "half": [0.45], "none": [0.0]}), draws=20_000)
    # wide beats half in 55 % of draws and none in all of them.
    assert list(rows) == ["wide", "half", "none"]
    assert rows["wide"].tied_with == ("half",)
    assert rows["half"].tied_with == ("wide",)
    assert rows["none"].tied_with == ()


def test_nine_wins_in_ten_are_clear() -> None:
    wide = Latent(id="w", family="uniform", a=0.0, b=1.0)
    _, clear = run(build.matrix({"wide": [wide], "a": [0.08]}), draws=20_000)
    _, close = run(build.matrix({"wide": [wide], "a": [0.12]}), draws=20_000)
    assert clear["wide"].tied_with == ()
    assert close["wide"].tied_with == ("a",)


def test_exact_equals_are_tied_and_listed_by_id() -> None:
    _, rows = run(build.matrix({"b": [0.5, 0.5], "a": [0.5, 0.5]}), certainty=1e9)
    assert list(rows) == ["a", "b"]
    assert rows["a"].tied_with == ("b",)
    assert rows["b"].tied_with == ("a",)


def test_equal_expectations_are_tied_even_where_one_nearly_always_wins() -> None:
    """Nine in ten draws are not the question when the expected values are the same."""
    _, rows = run(build.matrix({"a": [1.0, 0.0], "b": [0.0, 1.0]}, [1, 1]), certainty=1e-3)
    assert rows["a"].tied_with == ("b",)


def test_no_alternatives_make_an_empty_ranking() -> None:
    matrix = without(build.matrix({"a": [0.5]}), "a")
    assert run(matrix)[1] == {}


@build.LAW
@given(matrices())
def test_contributions_add_up_exactly(matrix: DecisionMatrix) -> None:
    for row in run(matrix)[1].values():
        assert math.fsum(row.contributions.values()) == row.expected.point


@build.LAW
@given(matrices())
def test_acceptability_sums_to_one_per_alternative_and_per_rank(matrix: DecisionMatrix) -> None:
    simulation, rows = run(matrix)
    np.testing.assert_allclose(simulation.acceptability.sum(axis=0), 1.0)
    np.testing.assert_allclose(simulation.acceptability.sum(axis=1), 1.0)
    assert all(min(row.rank_acceptability) >= 0 for row in rows.values())
    np.testing.assert_allclose(simulation.winning + simulation.winning.T, 1.0)


@build.LAW
@given(matrices())
def test_the_same_seed_gives_the_same_answer(matrix: DecisionMatrix) -> None:
    assert run(matrix)[1] == run(matrix)[1]


@build.LAW
@given(matrices(), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_columns_does_not_matter(
    matrix: DecisionMatrix, random: object
) -> None:
    turned = matrix.model_copy(
        update={
            name: tuple(random.sample(part, len(part)))  # type: ignore[attr-defined]
            for name in ("alternatives", "criteria", "beliefs", "latents")
            for part in [getattr(matrix, name)]
        }
    )
    assert list(run(turned)[1].values()) == list(run(matrix)[1].values())


@build.LAW
@given(matrices(), st.sampled_from([1e-3, 0.5, 1024.0, 1e6]))
def test_the_unit_of_a_criterion_does_not_matter(matrix: DecisionMatrix, scale: float) -> None:
    first = matrix.criteria[0]
    anchors = first.anchors.model_copy(update={"best": scale})
    scaled = matrix.model_copy(
        update={
            "criteria": (first.model_copy(update={"anchors": anchors}), *matrix.criteria[1:]),
            "beliefs": tuple(
                b
                if b.criterion != first.id
                else b.model_copy(
                    update={"terms": (b.terms[0].model_copy(update={"coefficient": scale}),)}
                )
                for b in matrix.beliefs
            ),
        }
    )
    before, after = run(matrix)[0], run(scaled)[0]
    np.testing.assert_allclose(after.expected, before.expected, atol=1e-12)
    np.testing.assert_allclose(after.low, before.low, atol=1e-12)


@build.LAW
@given(matrices(least=2), st.data())
def test_leaving_an_alternative_out_changes_nothing_about_the_others(
    matrix: DecisionMatrix, data: st.DataObject
) -> None:
    """Exactly: the same bits, the same order, the same pairwise odds."""
    gone = data.draw(st.sampled_from([a.id for a in matrix.alternatives]))
    full, rows = run(matrix)
    part, fewer = run(without(matrix, gone))
    assert list(fewer) == [name for name in rows if name != gone]
    for name, row in fewer.items():
        assert row.expected == rows[name].expected
        assert row.contributions == rows[name].contributions
        assert row.tied_with == tuple(other for other in rows[name].tied_with if other != gone)
    keep = [i for i, a in enumerate(matrix.alternatives) if a.id != gone]
    np.testing.assert_array_equal(part.winning, full.winning[np.ix_(keep, keep)])


AMOUNTS = st.lists(st.integers(0, 4).map(lambda n: n / 10), min_size=4, max_size=4)


@build.LAW
@given(matrices(), st.data(), AMOUNTS)
def test_what_dominates_never_ranks_below(
    matrix: DecisionMatrix, data: st.DataObject, amounts: list[float]
) -> None:
    below = data.draw(st.sampled_from([a.id for a in matrix.alternatives]))
    simulation, rows = run(shift(matrix, below, amounts, fresh="a-dominating"))
    better, worse = rows["a-dominating"], rows[below]
    assert better.expected.point >= worse.expected.point
    if better.expected.point == worse.expected.point:
        assert worse.id in better.tied_with
    else:
        assert list(rows).index(better.id) < list(rows).index(worse.id)
    assert np.all(
        np.cumsum(better.rank_acceptability) - np.cumsum(worse.rank_acceptability) > -1e-9
    )
    names = [*(a.id for a in matrix.alternatives), "a-dominating"]
    assert simulation.winning[-1, names.index(below)] >= 0.5


@build.LAW
@given(matrices(), st.data(), AMOUNTS)
def test_a_better_cell_never_costs_a_place(
    matrix: DecisionMatrix, data: st.DataObject, amounts: list[float]
) -> None:
    name = data.draw(st.sampled_from([a.id for a in matrix.alternatives]))
    _, before = run(matrix)
    _, after = run(shift(matrix, name, amounts))
    assert after[name].expected.point >= before[name].expected.point
    ahead = sum(row.expected.point > before[name].expected.point for row in before.values())
    still = sum(row.expected.point > after[name].expected.point for row in after.values())
    assert still <= ahead
    assert after[name].rank_acceptability[0] >= before[name].rank_acceptability[0] - 1e-9


@build.LAW
@given(matrices())
def test_a_criterion_in_two_halves_is_the_same_criterion(matrix: DecisionMatrix) -> None:
    first = matrix.criteria[0]
    half = first.model_copy(update={"weight": first.weight / 2})
    split = matrix.model_copy(
        update={
            "criteria": (half, half.model_copy(update={"id": "twin"}), *matrix.criteria[1:]),
            "beliefs": (
                *matrix.beliefs,
                *(
                    b.model_copy(update={"criterion": "twin"})
                    for b in matrix.beliefs
                    if b.criterion == first.id
                ),
            ),
        }
    )
    before, after = run(matrix)[1], run(split)[1]
    for name, row in before.items():
        assert after[name].expected.point == pytest.approx(row.expected.point)
