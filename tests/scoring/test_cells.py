from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import Latent, Term
from scoring.cells import LEAST, PAIRS, chunks, columns, pairs_at_once
from scoring.draws import EVEN, LatentDraws
from scoring.simulate import used_latents
from tests.scoring import build

LEVEL = Anchors(worst=0, best=100)
TIME = Anchors(worst=100, best=2, shape=Shape.LOG)
HALF = Term(latent="a:0", coefficient=0.5)
SHARED = Latent(id="shared", family="uniform", a=0.0, b=1.0)


def test_equal_cells_are_computed_once() -> None:
    matrix = build.matrix({"a": [SHARED, 0.2], "b": [SHARED, 0.3], "c": [0.5, 0.4]})
    latents = LatentDraws(used_latents(matrix), key=1)
    first, second = columns(matrix, latents)
    assert first.index.tolist() == [0, 0, 1]
    assert second.index.tolist() == [0, 1, 2]
    assert len(first.cells) == 2


def test_criteria_come_by_id_whatever_their_order() -> None:
    matrix = build.matrix({"a": [0.1, 0.2]}, [1, 3])
    turned = matrix.model_copy(update={"criteria": matrix.criteria[::-1]})
    latents = LatentDraws(used_latents(matrix), key=1)
    for found in (columns(matrix, latents), columns(turned, latents)):
        assert [(c.criterion, c.weight) for c in found] == [("c0", 0.25), ("c1", 0.75)]


def test_chunks_add_up_to_the_draws_asked_for() -> None:
    matrix = build.matrix({"a": [SHARED]})
    latents = LatentDraws(used_latents(matrix), key=1)
    made = chunks(latents, columns(matrix, latents), 2 * PAIRS + 11)
    assert [(pairs, *(v.shape for v in values)) for pairs, values in made] == [
        (PAIRS, (1, 2 * PAIRS)),
        (6, (1, 11)),
    ]


@pytest.mark.parametrize("alternatives", [0, 20, 515, 1200, 5000, 10**6])
def test_chunks_are_whole_words_whatever_the_number_of_alternatives(alternatives: int) -> None:
    pairs = pairs_at_once(alternatives)
    assert LEAST <= pairs <= PAIRS
    assert 2 * pairs % EVEN == 0


CELLS = [
    (Latent(id="x", family="normal", a=40.0, b=30.0, low=0.0, high=80.0), LEVEL),
    (Latent(id="x", family="uniform", a=90.0, b=-20.0), LEVEL),
    (Latent(id="x", family="point", a=30.0), LEVEL),
    (Latent(id="x", family="normal", a=40.0, b=30.0, low=10.0), Anchors(worst=100, best=0)),
    (Latent(id="x", family="lognormal", a=12.0, b=0.8, high=30.0), TIME),
    (Latent(id="x", family="lognormal", a=12.0, b=-0.8), TIME),
    (Latent(id="x", family="loguniform", a=100.0, b=2.0), TIME),
]


@pytest.mark.parametrize(("latent", "anchors"), CELLS)
@pytest.mark.parametrize("coefficient", [1.0, 0.5])
def test_a_line_is_worth_what_its_amounts_are(
    latent: Latent, anchors: Anchors, coefficient: float
) -> None:
    matrix = build.matrix({"a": [latent]})
    (belief,), (view,) = matrix.beliefs, matrix.criteria
    term = Term(latent="x", coefficient=coefficient)
    matrix = matrix.model_copy(
        update={
            "beliefs": (belief.model_copy(update={"terms": (term,)}),),
            "criteria": (view.model_copy(update={"anchors": anchors}),),
        }
    )
    draws = LatentDraws(used_latents(matrix), key=1)
    (column,) = columns(matrix, draws)
    assert column.lines is not None
    assert not column.rest
    ((pairs, values),) = chunks(draws, [column], 1000)
    found = next(iter(values)).copy()
    usual = column.values(LatentDraws(used_latents(matrix), key=1).draw(1000))
    np.testing.assert_allclose(found[0, :pairs], usual[0, 0::2], atol=1e-12)
    np.testing.assert_allclose(found[0, pairs:], usual[0, 1::2], atol=1e-12)


def test_steps_sums_and_lines_stand_side_by_side() -> None:
    matrix = build.matrix({"a": [0.5], "b": [SHARED], "c": [0.25]})
    sum_ = matrix.beliefs[1].model_copy(update={"terms": (*matrix.beliefs[1].terms, HALF)})
    matrix = matrix.model_copy(update={"beliefs": (matrix.beliefs[0], sum_, matrix.beliefs[2])})
    draws = LatentDraws(used_latents(matrix), key=1)
    (column,) = columns(matrix, draws)
    assert column.rest == (1,)
    ((_, values),) = chunks(draws, [column], 100)
    found = next(iter(values))
    assert set(found[0]) == {0.5}
    assert set(found[2]) == {0.25}
    np.testing.assert_allclose(
        np.sort(found[1]),
        np.sort(column.values(LatentDraws(used_latents(matrix), key=1).draw(100))[1]),
    )


def test_a_sum_of_terms_is_valued_between_the_anchors() -> None:
    matrix = build.matrix({"a": [0.25]})
    (belief,) = matrix.beliefs
    doubled = belief.model_copy(update={"terms": (*belief.terms, *belief.terms)})
    matrix = matrix.model_copy(update={"beliefs": (doubled,)})
    latents = LatentDraws(used_latents(matrix), key=1)
    (column,) = columns(matrix, latents)
    np.testing.assert_allclose(column.values(latents.draw(3)), [[0.5, 0.5, 0.5]])
