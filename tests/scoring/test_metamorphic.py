"""Changes to a question that must not change what they do not touch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.decision import DecisionMatrix, Latent
from scoring.rank import rank
from scoring.simulate import Simulation, simulate
from tests.scoring import build

levels = st.floats(0.05, 0.95)
cells = st.one_of(
    levels,
    st.builds(
        lambda middle, width: (middle - width, middle + width), levels, st.floats(0.001, 0.05)
    ),
)


@st.composite
def problems(draw: st.DrawFn) -> DecisionMatrix:
    wide = draw(st.integers(1, 4))
    rows = {}
    for name in "abcd"[: draw(st.integers(2, 4))]:
        rows[name] = [
            cell
            if isinstance(cell, float)
            else Latent(id=f"{name}{place}", family="uniform", a=cell[0], b=cell[1])
            for place, cell in enumerate(draw(st.lists(cells, min_size=wide, max_size=wide)))
        ]
    weights = draw(st.lists(st.integers(1, 9).map(float), min_size=wide, max_size=wide))
    return build.matrix(rows, weights)


def run(matrix: DecisionMatrix, draws: int = 400) -> Simulation:
    return simulate(matrix, draws, rng=np.random.default_rng(3), certainty=20.0)


def values(matrix: DecisionMatrix) -> dict[str, float]:
    return {row.id: row.expected.point for row in rank(matrix, run(matrix))}


@build.LAW
@given(problems())
def test_a_dominated_stack_changes_nothing_among_the_others(matrix: DecisionMatrix) -> None:
    beaten = build.matrix({"zz": [0.0] * len(matrix.criteria)})
    more = matrix.model_copy(
        update={
            "alternatives": (*matrix.alternatives, *beaten.alternatives),
            "beliefs": (*matrix.beliefs, *beaten.beliefs),
            "latents": (*matrix.latents, *beaten.latents),
        }
    )
    before, after = run(matrix), run(more)
    count = len(matrix.alternatives)
    assert after.expected[:count].tolist() == before.expected.tolist()
    assert after.acceptability[:count, :count].tolist() == before.acceptability.tolist()
    assert after.winning[:count, :count].tolist() == before.winning.tolist()
    assert rank(more, after)[-1].id == "zz"


@build.LAW
@given(problems(), st.floats(0.001, 1000))
def test_another_unit_with_its_anchors_changes_nothing(
    matrix: DecisionMatrix, factor: float
) -> None:
    view = matrix.criteria[0]
    anchors = view.anchors.model_copy(
        update={"worst": view.anchors.worst * factor, "best": view.anchors.best * factor}
    )
    scaled = matrix.model_copy(
        update={
            "criteria": (view.model_copy(update={"anchors": anchors}), *matrix.criteria[1:]),
            "beliefs": tuple(
                b.model_copy(
                    update={
                        "terms": tuple(
                            t.model_copy(update={"coefficient": t.coefficient * factor})
                            for t in b.terms
                        )
                    }
                )
                if b.criterion == view.id
                else b
                for b in matrix.beliefs
            ),
        }
    )
    before, after = values(matrix), values(scaled)
    assert after == pytest.approx(before, abs=1e-12)


@build.LAW
@given(problems(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_listed_changes_nothing(matrix, random) -> None:
    shuffled = {
        name: tuple(random.sample(list(getattr(matrix, name)), len(getattr(matrix, name))))
        for name in ("alternatives", "criteria", "beliefs", "latents")
    }
    other = matrix.model_copy(update=shuffled)
    before, after = (rank(m, run(m)) for m in (matrix, other))
    assert {row.id: row.expected for row in before} == {row.id: row.expected for row in after}
    assert [row.id for row in before] == [row.id for row in after]
    assert [r.rank_acceptability for r in before] == [r.rank_acceptability for r in after]
    assert [r.first_wins for r in before] == [r.first_wins for r in after]


@build.LAW
@given(problems())
def test_a_criterion_counted_twice_by_halves_counts_once(matrix: DecisionMatrix) -> None:
    view, *others = matrix.criteria
    half = view.model_copy(update={"weight": view.weight / 2})
    twin = half.model_copy(update={"id": f"{view.id}-again"})
    twins = [
        b.model_copy(update={"criterion": twin.id})
        for b in matrix.beliefs
        if b.criterion == view.id
    ]
    doubled = matrix.model_copy(
        update={"criteria": (half, twin, *others), "beliefs": (*matrix.beliefs, *twins)}
    )
    draws = 4000
    before, after = run(matrix, draws), run(doubled, draws)
    assert after.expected == pytest.approx(before.expected, abs=1e-12)
    # The weights are drawn anew, from the same distribution: shares agree within their errors.
    assert after.acceptability == pytest.approx(before.acceptability, abs=6 * 0.5 / draws**0.5)
