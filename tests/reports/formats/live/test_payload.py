"""What the report carries is all that the simulation needs, and nothing a parser trips over."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors, Shape
from reports.formats.live.payload import packed, payload, problem
from scoring.draws import Array, table
from scoring.simulate import key_of, simulate
from scoring.value import value
from tests.reports import sample, sample_live
from tests.reports.formats.live.problems import Problem, problems


class _Seed(np.random.bit_generator.ISeedSequence):
    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Any:
        return np.frombuffer(self.seed, dtype)[:n_words]


def variates(carried: dict[str, Any], stream: int, pairs: int) -> Array:
    """Draws of a stream from its seed alone, mirrors after them."""
    seed = base64.b64decode(carried["seeds"])[24 * stream : 24 * stream + 24]
    words = np.random.SFC64(_Seed(seed)).random_raw(-(-pairs // 4)).view(np.uint16) >> 2
    uniform = carried["uniform"][stream] == "1"
    first = table()[words[:pairs].astype(int) + (16384 if uniform else 0)]
    return np.concatenate([first, -first])


def cell_values(carried: dict[str, Any], criterion: dict[str, Any], cell: list[Any]) -> Array:
    pairs = -(-carried["draws"] // 2)
    if not isinstance(cell[0], list):
        stream, intercept, slope, *ends = cell
        low, high = ends or (0.0, 1.0)
        found = intercept + slope * variates(carried, stream, pairs)
        return found.clip(0, 1).clip(low, high)[: carried["draws"]]
    worst, best, shape = criterion["anchors"]
    total = np.zeros(2 * pairs)
    for latent, coefficient in cell:
        stream, intercept, slope, logarithmic, low, high = carried["latents"][latent]
        found = intercept + slope * variates(carried, stream, pairs)
        found = np.exp(found) if logarithmic else found
        total += (
            coefficient * np.clip(found, low, high)
            if (low, high) != (None, None)
            else coefficient * found
        )
    return value(Anchors(worst=worst, best=best, shape=Shape(shape)), total)[: carried["draws"]]


@pytest.mark.parametrize("one", problems(), ids=lambda one: str(one.seed))
def test_expected_values_follow_from_what_is_carried(one: Problem) -> None:
    rng = np.random.default_rng(one.seed)
    there = simulate(one.weighed(), one.draws, rng=rng, certainty=one.certainty)
    carried = json.loads(packed(problem(one.matrix, key_of(np.random.default_rng(one.seed)))))
    carried["draws"] = one.draws
    expected = np.zeros(len(one.matrix.alternatives))
    for criterion in carried["criteria"]:
        means = [cell_values(carried, criterion, cell).mean() for cell in criterion["cells"]]
        expected += one.weights[criterion["id"]] * np.array(means)[criterion["index"]]
    assert np.abs(expected - there.expected).max() < 1e-9


def test_markup_in_a_name_stays_text() -> None:
    text = packed({"labels": ["</script><!--<script>&"]})
    assert not set("<>&") & set(text)
    assert json.loads(text)["labels"] == ["</script><!--<script>&"]


def test_hidden_characters_of_a_name_are_visible() -> None:
    answer = sample_live.recommendation()
    first, *others = answer.matrix.alternatives
    named = (first.model_copy(update={"label": "a\u202eb"}), *others)
    matrix = answer.matrix.model_copy(update={"alternatives": named})
    found = payload(answer.model_copy(update={"matrix": matrix}))
    assert found is not None
    assert found["labels"][0] == "a[U+202E]b"


def test_nothing_to_rank_again() -> None:
    assert payload(sample.nothing_feasible()) is None
    early = sample_live.recommendation().model_copy(update={"weight_certainty": None})
    assert payload(early) is None


def test_many_stacks_are_drawn_less_often() -> None:
    few = payload(sample_live.recommendation())
    assert few is not None
    assert few["draws"] == sample_live.DRAWS
    wished = sample_live.recommendation().model_copy(update={"draws": 10_000_000})
    many = payload(wished)
    assert many is not None
    assert many["draws"] * len(many["ids"]) <= 1 << 22
    assert many["draws"] % 2 == 0
