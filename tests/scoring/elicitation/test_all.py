from __future__ import annotations

import math
from typing import Any

import pytest

from knowledge.errors import KnownError
from knowledge.schema.stakes import Judgement, Method, Statements
from scoring.elicitation.all import InconsistentError, elicited
from scoring.elicitation.ranks import centroid

OWN = {"a": 40.0, "b": 30.0, "c": 20.0, "d": 10.0}


def judged(**ratios: float) -> tuple[Judgement, ...]:
    return tuple(Judgement(first=k[0], second=k[1], ratio=v) for k, v in ratios.items())


SAID: list[tuple[Method, dict[str, Any], dict[str, float]]] = [
    (Method.DIRECT, {"points": {"a": 4, "b": 3, "c": 2, "d": 1}}, {"a": 0.4, "d": 0.1}),
    (Method.SWING, {"points": {"a": 50, "b": 100, "c": 25, "d": 25}}, {"a": 0.25, "b": 0.5}),
    (Method.ROC, {"order": [["b"], ["a"], ["c", "d"]]}, {"b": centroid(4)[0], "a": centroid(4)[1]}),
    (Method.SMARTER, {"order": [["b"], ["a"], ["d"], ["c"]]}, {"c": centroid(4)[3]}),
    (Method.AHP, {"judgements": judged(ab=2, ac=4, ad=4, bc=2, bd=2, cd=1)}, {"d": 0.125}),
    (
        Method.BEST_WORST,
        {
            "best_over": {"a": 1, "b": 2, "c": 4, "d": 4},
            "over_worst": {"a": 4, "b": 2, "c": 1, "d": 1},
        },
        {"a": 0.5, "b": 0.25},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("method", "said", "some"), SAID)
def test_a_full_statement_sets_every_weight(
    method: Method, said: dict[str, Any], some: dict[str, float]
) -> None:
    found = elicited(OWN, method, Statements(**said))
    assert list(found.weights) == list(OWN)
    assert math.fsum(found.weights.values()) == pytest.approx(1)
    assert {name: found.weights[name] for name in some} == pytest.approx(some, abs=1e-6)
    assert not found.kept


PARTIAL: list[tuple[Method, dict[str, Any]]] = [
    (Method.DIRECT, {"points": {"a": 1, "b": 3}}),
    (Method.SWING, {"points": {"a": 25, "b": 75 + 25}}),
    (Method.ROC, {"order": [["b"], ["a"]]}),
    (Method.AHP, {"judgements": judged(ba=3)}),
    (Method.BEST_WORST, {"best_over": {"b": 1, "a": 3, "c": 3}, "over_worst": {"b": 3, "a": 1}}),
]


@pytest.mark.parametrize(("method", "said"), PARTIAL)
def test_what_is_not_spoken_of_keeps_its_share(method: Method, said: dict[str, Any]) -> None:
    found = elicited(OWN, method, Statements(**said))
    assert found.kept == ("c", "d")
    assert found.weights["c"] == pytest.approx(0.2)
    assert found.weights["d"] == pytest.approx(0.1)
    assert found.weights["b"] > found.weights["a"] > 0
    assert found.weights["a"] + found.weights["b"] == pytest.approx(0.7)


def test_pairs_leave_orders_open() -> None:
    found = elicited(OWN, Method.ROC, Statements(above=(("d", "a"),)))
    assert found.open
    assert found.weights["d"] > found.weights["b"] == pytest.approx(found.weights["c"])
    assert found.weights["b"] > found.weights["a"]
    both = elicited(OWN, Method.ROC, Statements(order=(("a",), ("b",)), above=(("c", "a"),)))
    assert both.weights["c"] > both.weights["a"] > both.weights["b"]


def test_contradictory_judgements_are_refused_unless_forced() -> None:
    said = Statements(judgements=judged(ab=3, bc=3, ca=3))
    with pytest.raises(InconsistentError, match=r"consistency ratio 1\.15") as caught:
        elicited(OWN, Method.AHP, said)
    assert caught.value.misfit is not None
    assert "--force" in caught.value.hint
    found = elicited(OWN, Method.AHP, said, force=True)
    assert found.consistency is not None
    assert found.consistency.forced


def test_missing_judgements_are_filled_in_and_counted() -> None:
    found = elicited(OWN, Method.AHP, Statements(judgements=judged(ab=2, bc=2, cd=2)))
    assert found.completed == 3
    assert found.weights["a"] == pytest.approx(8 / 15, abs=1e-6)


def test_contradictory_ratios_of_best_worst_name_the_misfit() -> None:
    said = Statements(
        best_over={"a": 1, "b": 2, "c": 8, "d": 4}, over_worst={"a": 8, "b": 2, "c": 1, "d": 2}
    )
    found = elicited(OWN, Method.BEST_WORST, said)
    assert found.misfit is not None
    assert (found.misfit.first, found.misfit.second, found.misfit.judged) == ("a", "b", 2)
    assert found.consistency is not None
    assert found.consistency.ratio == pytest.approx(4 / 56)


@pytest.mark.parametrize(("method", "said", "words"), [
    (Method.DIRECT, {}, "no statement"),
    (Method.AHP, {"points": {"a": 1}}, "no statement for the method ahp"),
    (Method.DIRECT, {"points": {"x": 1}}, "unknown criterion 'x'"),
    (Method.ROC, {"above": [["a", "b"], ["b", "a"]]}, "contradict each other: a > b > a"),
    (Method.AHP, {"judgements": judged(ab=2, cd=2)}, "no judgement connects c, d with a"),
    (Method.BEST_WORST, {"best_over": {"a": 1, "b": 2}}, "fewer than two"),
])  # fmt: skip
def test_what_cannot_be_used_is_refused(method: Method, said: dict[str, Any], words: str) -> None:
    with pytest.raises(KnownError, match=words):
        elicited(OWN, method, Statements(**said))
