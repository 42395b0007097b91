from __future__ import annotations

from pathlib import Path

import pytest

from advisor.usecases.asking.reranking import rerank, retried
from advisor.usecases.recommend import Request, recommend
from knowledge.errors import KnownError
from tests.advisor.fakes import fake_wiring

WEIGHTS = {"latency": 0.0, "memory": 60.0, "deployment-maturity": 5.0}


def test_it_ranks_as_replaying_with_these_weights_does(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    answer = recommend(Request(scenario="edge-cv"), wiring)
    found = rerank(answer, wiring.catalog.scenario("edge-cv"), WEIGHTS)
    replayed = recommend(Request(scenario="edge-cv", weights=WEIGHTS, replay=answer.id), wiring)
    assert tuple(moved.ranked for moved in found.ranking) == replayed.ranking
    assert [moved.place for moved in found.ranking] == list(range(1, len(found.ranking) + 1))
    places = {ranked.id: place for place, ranked in enumerate(answer.ranking, start=1)}
    assert all(moved.was == places[moved.ranked.id] for moved in found.ranking)
    # and what would change the order again is what the replayed answer says of itself
    again = retried(answer, wiring.catalog.scenario("edge-cv"), WEIGHTS)
    assert again.ranking == replayed.ranking
    assert again.robustness == replayed.robustness


def test_the_same_weights_move_nothing(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    answer = recommend(Request(scenario="edge-cv", measure=False), wiring)
    found = rerank(answer, wiring.catalog.scenario("edge-cv"), {})
    assert all(moved.was == moved.place for moved in found.ranking)
    with pytest.raises(KnownError, match="all weights are zero"):
        zero = dict.fromkeys(found.shares, 0.0)
        rerank(answer, wiring.catalog.scenario("edge-cv"), zero)
