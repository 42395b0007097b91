from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors, Criterion
from knowledge.schema.decision import Basis
from knowledge.schema.probing import Estimate, Measurement, Parity, Precision
from knowledge.schema.scenario import Scenario
from knowledge.schema.stakes import Stated, Statements
from scoring.assess import assess
from scoring.changed import log_moments
from scoring.compared import comparing, completed, plain
from scoring.enumerate import stacks
from scoring.information import next_measurement
from scoring.simulate import simulate
from tests.scoring import build

CHANGED = Criterion(
    id="changed-answers",
    title=build.text("changed"),
    about=build.text("changed"),
    unit="%",
    measured="changed",
    anchors=Anchors(worst=2, best=0),
)
CATALOG = build.catalog(build.framework("alpha"), criteria=(*build.CRITERIA, CHANGED))
BOTH = (Precision.FP32, Precision.INT8)


def scenario(*precisions: Precision) -> Scenario:
    own = build.scenario(
        build.prefer("latency", 3), build.prefer("throughput"), build.prefer("memory")
    )
    return own.model_copy(update={"precisions": precisions})


def int8(same: float | None, rows: int | None = 8, batch: int = 8) -> Measurement:
    parity = Parity(
        max_abs_error=0.1, cosine=0.99, passed=True, top1=same, rows=rows, least_cosine=0.9
    )
    return build.measurement(
        "alpha/eager", 0.005, batch=batch, precision="int8", parity=parity, id=f"m-int8-{batch}"
    )


def cells(*measurements: Measurement) -> dict[str, tuple[Basis, Estimate]]:
    asked = comparing(CATALOG, scenario(*BOTH))
    found = assess(CATALOG, asked, {}, stacks(CATALOG, asked, "x86"), measurements, build.TODAY)
    return {
        b.alternative: (b.basis, b.estimate) for b in found.beliefs if b.criterion == CHANGED.id
    }


def test_the_moments_are_those_of_jeffreys_posterior() -> None:
    rng = np.random.default_rng(1)
    for changed, of in ((0, 8), (3, 40), (8, 8), (1, 200)):
        drawn = np.log(rng.beta(changed + 0.5, of - changed + 0.5, 400_000))
        mean, sd = log_moments(changed, of)
        assert mean == pytest.approx(drawn.mean(), abs=0.02)
        assert sd == pytest.approx(drawn.std(), rel=0.01)


def test_it_counts_only_where_precisions_are_compared() -> None:
    alone = scenario(Precision.FP32)
    assert comparing(CATALOG, alone) == alone
    both = comparing(CATALOG, scenario(*BOTH))
    added = both.preferences[-1]
    assert (added.criterion, added.weight, added.measure) == ("changed-answers", 4.0, build.NET8)
    back = both.model_copy(update={"precisions": (Precision.FP32,)})
    assert comparing(CATALOG, back).preferences == alone.preferences
    assert comparing(CATALOG, both) == both


def test_a_scenario_without_times_gains_nothing_and_is_left_alone() -> None:
    untimed = build.scenario(build.prefer("reach")).model_copy(update={"precisions": BOTH})
    assert comparing(CATALOG, untimed) == untimed


def test_fp32_changes_none_and_what_nobody_measured_is_unknown() -> None:
    found = cells()
    basis, estimate = found["alpha/eager"]
    assert basis is Basis.DOCUMENTED
    assert (estimate.low, estimate.point, estimate.high) == (0, 0, 0)
    assert found["alpha/eager~int8"][0] is Basis.UNKNOWN
    assert cells(int8(None, None))["alpha/eager~int8"][0] is Basis.UNKNOWN


def test_few_rows_say_little_and_many_say_much() -> None:
    few, many = (cells(int8(1.0, rows))["alpha/eager~int8"][1] for rows in (8, 5000))
    assert few.high > 2
    assert many.high < 0.3
    _, lost = cells(int8(0.5, 1000))["alpha/eager~int8"]
    assert lost.point == pytest.approx(50, abs=1)
    assert cells(int8(0.0, 4))["alpha/eager~int8"][1].high == 100


def test_speed_alone_does_not_put_int8_first() -> None:
    """Twice as fast in everything and half of the answers others: fp32 stays first."""
    asked = comparing(CATALOG, scenario(*BOTH))
    told = [
        build.measurement("alpha/eager", 0.010),
        build.measurement("alpha/eager", 0.020, batch=8),
        int8(0.5, 64, batch=1),
        int8(0.5, 64),
    ]
    matrix = assess(CATALOG, asked, {}, stacks(CATALOG, asked, "x86"), told, build.TODAY)
    simulation = simulate(matrix, 2000, rng=np.random.default_rng(1), certainty=30.0)
    expected = dict(zip([a.id for a in matrix.alternatives], simulation.expected, strict=True))
    assert expected["alpha/eager"] > expected["alpha/eager~int8"]
    fast = assess(CATALOG, scenario(*BOTH), {}, stacks(CATALOG, asked, "x86"), told, build.TODAY)
    alone = simulate(fast, 2000, rng=np.random.default_rng(1), certainty=30.0)
    assert alone.expected.argmax() == 1


def test_measuring_an_untried_precision_is_worth_something_once() -> None:
    asked = comparing(CATALOG, scenario(*BOTH))
    told = [
        build.measurement("alpha/eager", Estimate(point=0.05, low=0.05, high=0.05), memory=None),
        build.measurement(
            "alpha/eager", Estimate(point=0.4, low=0.4, high=0.4), batch=8, memory=None
        ),
    ]

    def proposed(*more: Measurement) -> str | None:
        found = (*told, *more)
        matrix = assess(CATALOG, asked, {}, stacks(CATALOG, asked, "x86"), found, build.TODAY)
        simulation = simulate(matrix, 4000, rng=np.random.default_rng(1), certainty=30.0)
        step = next_measurement(CATALOG, asked, matrix, simulation, lambda task: 10.0)
        return None if step is None else step.command

    assert "--precision int8" in (proposed() or "")
    slow = {"latency": Estimate(point=0.09, low=0.09, high=0.09), "steady": True}
    done = [int8(0.5, 1000, batch=b).model_copy(update=slow) for b in (1, 8)]
    assert "int8" not in (proposed(*done) or "")


def test_a_person_who_was_not_asked_weighs_it_by_the_same_rule() -> None:
    said = Stated(
        scenario="case",
        who="Ana",
        when=datetime(2026, 12, 1, tzinfo=UTC),
        method="direct",
        certainty="fair",
        statements=Statements(points={"latency": 30}),
        weights={"latency": 0.3, "throughput": 0.2, "memory": 0.5},
    )
    asked = comparing(CATALOG, scenario(*BOTH))
    found = completed(CATALOG, asked, said).weights
    assert found["changed-answers"] == pytest.approx(0.5 / 1.5)
    assert sum(found.values()) == pytest.approx(1)
    assert found["memory"] / found["latency"] == pytest.approx(0.5 / 0.3)
    assert completed(CATALOG, plain(CATALOG, asked), said) == said
