"""The front by chosen criteria: nobody on it is beaten, everybody behind it is."""

from __future__ import annotations

from itertools import permutations

import pytest

from advisor.usecases.pareto import Placed, front
from advisor.usecases.recommend import Request, recommend
from knowledge.errors import KnownError
from knowledge.schema.decision import Basis, Recommendation
from knowledge.schema.machine import Energy
from tests.advisor.fakes import fake_wiring


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Recommendation:
    return recommend(Request(scenario="edge-cv"), fake_wiring(tmp_path_factory.mktemp("front")))


def amounts(one: Placed) -> tuple[float, ...]:
    """Latency and memory count down, points count up."""
    up = {"hardware-ecosystem", "deployment-maturity"}
    return tuple(b.estimate.point * (1 if b.criterion in up else -1) for b in one.beliefs)


@pytest.mark.parametrize(
    "names", [("latency", "memory"), ("latency", "memory", "hardware-ecosystem")]
)
def test_the_front_is_beaten_by_nobody_and_the_rest_by_whom_it_says(
    answer: Recommendation, names: tuple[str, ...]
) -> None:
    found = front(answer, names)
    assert found.front
    assert [view.id for view in found.criteria] == list(names)
    placed = {one.ranked.id: amounts(one) for one in (*found.front, *found.behind)}
    for one, other in permutations(placed.values(), 2):
        beats = one != other and all(a >= b for a, b in zip(one, other, strict=True))
        assert not (beats and other in [amounts(p) for p in found.front])
    for behind in found.behind:
        for better in behind.beaten_by:
            assert all(a >= b for a, b in zip(placed[better.id], amounts(behind), strict=True))
            assert placed[better.id] != amounts(behind)


def test_what_is_not_known_is_not_placed(answer: Recommendation) -> None:
    found = front(answer, ("latency", "hardware-ecosystem"))
    unknown = {
        b.alternative
        for b in answer.matrix.beliefs
        if b.criterion == "latency" and b.basis is Basis.UNKNOWN
    }
    assert {ranked.id for ranked in found.unknown} == unknown
    assert unknown
    total = len(found.front) + len(found.behind) + len(found.unknown)
    assert total == len(answer.ranking)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("latency",), "two or three"),
        (("latency", "latency"), "two or three"),
        (("latency", "memory", "throughput", "operator-coverage"), "two or three"),
        ((), "not of none"),
        (("latency", "power"), "unknown criterion 'power'"),
    ],
)
def test_what_makes_no_front_is_refused(
    answer: Recommendation, names: tuple[str, ...], words: str
) -> None:
    with pytest.raises(KnownError, match=words):
        front(answer, names)


def test_energy_can_be_asked_for_though_the_scenario_does_not_weigh_it(
    answer: Recommendation,
) -> None:
    names = ("latency", "throughput", "energy")
    assert not front(answer, names).front  # nothing was counted, so nobody is placed
    rates = {"onnxruntime/cpu": 300.0, "openvino/cpu": 100.0}
    counted = tuple(
        m.model_copy(update={"energy": Energy(joules=1.0, items_per_joule=rates[m.stack])})
        if m.stack in rates
        else m
        for m in answer.measurements
    )
    found = front(answer.model_copy(update={"measurements": counted}), names)
    placed = {one.ranked.id: one for one in (*found.front, *found.behind)}
    assert placed
    runtimes = {a.id: a.stack for a in answer.matrix.alternatives}
    assert {runtimes[name] for name in placed} <= set(rates)
    for name, one in placed.items():
        assert one.beliefs[2].estimate.point == rates[runtimes[name]]
