from __future__ import annotations

import numpy as np

from knowledge.schema.decision import Latent
from scoring.cells import CHUNK, chunks, columns
from scoring.draws import LatentDraws
from scoring.simulate import used_latents
from tests.scoring import build

SHARED = Latent(id="shared", family="uniform", a=0.0, b=1.0)


def test_equal_cells_are_computed_once() -> None:
    matrix = build.matrix({"a": [SHARED, 0.2], "b": [SHARED, 0.3], "c": [0.5, 0.4]})
    latents = LatentDraws(used_latents(matrix), key=1)
    first, second = columns(matrix, latents.rows)
    assert first.index.tolist() == [0, 0, 1]
    assert second.index.tolist() == [0, 1, 2]
    assert len(first.cells) == 2


def test_criteria_come_by_id_whatever_their_order() -> None:
    matrix = build.matrix({"a": [0.1, 0.2]}, [1, 3])
    turned = matrix.model_copy(update={"criteria": matrix.criteria[::-1]})
    rows = LatentDraws(used_latents(matrix), key=1).rows
    for found in (columns(matrix, rows), columns(turned, rows)):
        assert [(c.criterion, c.weight) for c in found] == [("c0", 0.25), ("c1", 0.75)]


def test_chunks_add_up_to_the_draws_asked_for() -> None:
    matrix = build.matrix({"a": [SHARED]})
    latents = LatentDraws(used_latents(matrix), key=1)
    sizes = [v[0].shape for v in chunks(latents, columns(matrix, latents.rows), CHUNK + 10)]
    assert sizes == [(1, CHUNK), (1, 10)]


def test_a_sum_of_terms_is_valued_between_the_anchors() -> None:
    matrix = build.matrix({"a": [0.25]})
    (belief,) = matrix.beliefs
    doubled = belief.model_copy(update={"terms": (*belief.terms, *belief.terms)})
    matrix = matrix.model_copy(update={"beliefs": (doubled,)})
    latents = LatentDraws(used_latents(matrix), key=1)
    (column,) = columns(matrix, latents.rows)
    np.testing.assert_allclose(column.values(latents.draw(3)), [[0.5, 0.5, 0.5]])
