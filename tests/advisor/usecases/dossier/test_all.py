"""The dossier of an answer made from the real knowledge base."""

from __future__ import annotations

from datetime import date

import pytest

from advisor.usecases.dossier.ages import ages
from advisor.usecases.dossier.all import dossier
from advisor.usecases.dossier.heard import SHOWN, heard
from advisor.usecases.dossier.move import move
from knowledge.errors import KnownError
from knowledge.evidence import item, readings
from knowledge.schema.decision import Recommendation
from tests.conftest import own_facts
from tests.reports import sample

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def answer() -> Recommendation:
    """The sample with routes of the knowledge base."""
    found = sample.recommendation()
    stacks = tuple(
        one.model_copy(update={"route": one.route and f"{one.trainer}-to-{one.runtime}"})
        for one in found.matrix.alternatives
    )
    return found.model_copy(
        update={"matrix": found.matrix.model_copy(update={"alternatives": stacks})}
    )


def test_it_has_everything_for_the_first_two_places(answer: Recommendation) -> None:
    found = dossier(own_facts(), answer, TODAY)
    assert [plan.alternative for plan in found.plans] == [r.id for r in answer.ranking[:2]]
    assert found.knowledge == own_facts().digest
    assert found.standings
    assert found.traps
    assert found.move is None


def test_what_the_knowledge_base_no_longer_has_is_told_and_not_planned() -> None:
    found = dossier(own_facts(), sample.recommendation(), TODAY)
    assert found.gone
    assert len(found.plans) + len(found.gone) == 2


def test_nothing_is_planned_where_nothing_is_ranked() -> None:
    found = dossier(own_facts(), sample.nothing_feasible(), TODAY, origin="tensorflow")
    assert found.plans == ()
    assert found.heard.claims == ()
    assert found.move is None


def test_claims_on_the_first_places_come_first_and_are_few(answer: Recommendation) -> None:
    found = heard(own_facts(), answer, TODAY)
    assert len(found.claims) == SHOWN
    assert found.more > 0
    assert {rating.framework for rating in found.ratings} <= {"PyTorch", "TensorFlow", "MindSpore"}


def test_an_age_is_that_of_the_best_reading(answer: Recommendation) -> None:
    catalog = own_facts()
    framework = catalog.framework("pytorch")
    keys = [
        f"claim:pytorch:{framework.claims[0].capability}",
        "route:pytorch-to-onnxruntime",
        "lifecycle:pytorch",
        "why:edge-cv:0",
    ]
    items = tuple(item(catalog, key, TODAY) for key in keys)
    found = {one.key: one for one in ages(catalog, answer.model_copy(update={"evidence": items}))}
    assert set(found) == set(keys)
    for one in items:
        assert found[one.key].read == one.read
        assert found[one.key].until > found[one.key].read


def test_what_is_not_in_the_catalog_has_no_readings() -> None:
    for key in ("claim:nobody:x", "fact:pytorch:none", "measurement:m1", "why:edge-cv:99", "x"):
        assert readings(own_facts(), key) == ((), 0)


@pytest.mark.parametrize("origin", ["tensorflow", "tensorflow/xla", "tensorflow+litert/cpu"])
def test_a_move_from_another_trainer_is_a_rewrite(answer: Recommendation, origin: str) -> None:
    found = move(own_facts(), answer, origin)
    assert found is not None
    assert found.rewrite is not found.origin.startswith("PyTorch")
    assert "TensorFlow" in found.drops


def test_a_move_to_the_same_trainer_keeps_it(answer: Recommendation) -> None:
    found = move(own_facts(), answer, "pytorch/eager")
    assert found is not None
    assert not found.rewrite
    assert found.keeps == ("PyTorch",)


def test_an_unknown_stack_is_told(answer: Recommendation) -> None:
    with pytest.raises(KnownError):
        move(own_facts(), answer, "tensorfloww")
