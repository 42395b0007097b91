from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from knowledge.schema.criterion import Anchors
from knowledge.schema.decision import DecisionMatrix, Exclusion, Latent, NextMeasurement
from knowledge.schema.framework import Mode
from knowledge.schema.probing import Estimate, Measurement, Task
from knowledge.schema.scenario import Requirement, Scenario
from scoring.assess import assess
from scoring.cells import columns
from scoring.draws import LatentDraws
from scoring.enumerate import stacks
from scoring.information import ENOUGH, _believed, next_measurement, probe_command
from scoring.simulate import simulate, used_latents
from tests.scoring import build

SCORE = build.prefer("latency", anchors=Anchors(worst=100, best=0))
"""Latency valued linearly: 40 ms are worth 0.6, and unknown is worth 0.5 on average."""

TWO = build.catalog(build.framework("alpha"), build.framework("beta"))
SURE = build.measurement("alpha/eager", Estimate(point=0.050, low=0.050, high=0.050))


def minute(task: Task) -> float:
    return 60.0


def propose(
    catalog: Any,
    scenario: Scenario,
    *measurements: Measurement,
    cost_s: Callable[[Task], float | None] = minute,
    draws: int = 20_000,
    **more: Any,
) -> tuple[DecisionMatrix, NextMeasurement | None]:
    alternatives = stacks(catalog, scenario, "x86")
    matrix = assess(catalog, scenario, {}, alternatives, measurements, build.TODAY)
    simulation = simulate(matrix, draws, rng=np.random.default_rng(5), certainty=30.0)
    return matrix, next_measurement(catalog, scenario, matrix, simulation, cost_s, **more)


def test_the_gain_is_that_of_the_closed_form() -> None:
    """A sure 0.5 against a uniform: E max(0.5, U) - 0.5 = 1/8."""
    _, found = propose(TWO, build.scenario(SCORE), SURE)
    assert found is not None
    assert (found.stack, found.workload, found.batch) == ("beta/eager", "net", 1)
    assert found.gain == pytest.approx(1 / 8, abs=0.004)
    assert found.cost_s == 60.0
    assert found.command == "advisor probe run --stack beta/eager --workload net --batch 1"
    assert found.reason.en.startswith("Beta (eager) has not been measured on net, batch 1")


def test_the_gain_agrees_with_binning_the_draws() -> None:
    """Strong & Oakley's estimator, on a matrix with rubrics: same draws, no closed form."""
    scenario = build.scenario(SCORE, build.prefer("reach", 1))
    catalog = build.catalog(build.framework("alpha", build.claim("cap.a")), build.framework("beta"))
    matrix, found = propose(catalog, scenario, SURE, draws=100_000)
    assert found is not None
    draws = LatentDraws(used_latents(matrix), key=99)
    block = draws.draw(100_000)
    overall = sum(c.weight * c.values(block)[c.index] for c in columns(matrix, draws))
    order = np.argsort(block[draws.rows["unknown:beta/eager:latency:net:1"]])
    bins = np.stack([part.mean(axis=1) for part in np.array_split(overall[:, order], 100, axis=1)])
    binned = bins.max(axis=1).mean() - overall.mean(axis=1).max()
    assert found.gain == pytest.approx(binned, abs=0.003)


def test_what_moves_all_alternatives_alike_teaches_nothing() -> None:
    """Both stacks run on the same unmeasured runtime, and only there: no choice hangs on it."""
    catalog = build.catalog(
        build.framework("alpha", modes=()),
        build.framework("beta", modes=()),
        build.framework("gamma", roles="infer", modes=("cpu",)),
        routes=[build.route("alpha", "gamma"), build.route("beta", "gamma")],
    )
    matrix, found = propose(catalog, build.scenario(SCORE))
    assert len(matrix.alternatives) == 2
    assert found is None


def test_nothing_more_to_learn_where_the_choice_is_settled() -> None:
    other = build.measurement("beta/eager", Estimate(point=0.090, low=0.090, high=0.090))
    assert propose(TWO, build.scenario(SCORE), SURE, other)[1] is None


def test_a_wide_interval_is_worth_measuring_again() -> None:
    vague = build.measurement("beta/eager", Estimate(point=0.055, low=0.020, high=0.150))
    _, found = propose(TWO, build.scenario(SCORE), SURE, vague)
    assert found is not None
    assert found.stack == "beta/eager"
    assert "not surely enough" in found.reason.en


def test_a_gain_too_small_to_see_is_not_proposed() -> None:
    near = build.measurement("beta/eager", Estimate(point=0.0502, low=0.0499, high=0.0505))
    assert ENOUGH > 0.0002
    assert propose(TWO, build.scenario(SCORE), SURE, near)[1] is None


def test_the_gain_is_weighed_against_the_time_it_takes() -> None:
    catalog = build.catalog(*(build.framework(name) for name in ("alpha", "beta", "gamma")))
    slow = {"beta/eager": 600.0, "gamma/eager": 6.0}
    _, found = propose(catalog, build.scenario(SCORE), SURE, cost_s=lambda t: slow.get(t.stack))
    assert found is not None
    assert (found.stack, found.cost_s) == ("gamma/eager", 6.0)


def test_what_cannot_be_measured_here_is_not_proposed() -> None:
    assert propose(TWO, build.scenario(SCORE), SURE, cost_s=lambda task: None)[1] is None
    catalog = build.catalog(
        build.framework("alpha"),
        build.framework("beta", modes=(Mode(id="eager", title=build.text("eager")),)),
    )
    assert propose(catalog, build.scenario(SCORE), SURE)[1] is None


def test_one_task_settles_all_the_cells_it_measures() -> None:
    """Latency and memory come from one run: knowing both is worth more than either alone."""
    single = propose(TWO, build.scenario(build.prefer("latency", 1), build.prefer("reach", 1)))[1]
    double = propose(
        TWO,
        build.scenario(
            build.prefer("latency", 1), build.prefer("reach", 1), build.prefer("memory", 1)
        ),
    )[1]
    assert single is not None
    assert double is not None
    # Halves of the weight on one uniform, against thirds on two independent ones.
    assert single.gain == pytest.approx(0.5 / 8, abs=0.004)
    # E max(V, (U1 + U2) / 2) over a sure one half: 2/3 of the mean distance of the mean, 1/12.
    assert double.gain == pytest.approx(2 / 3 / 12, abs=0.004)


def test_the_command_can_be_another() -> None:
    _, found = propose(TWO, build.scenario(SCORE), SURE, command=lambda t: f"measure {t.stack}")
    assert found is not None
    assert found.command == "measure beta/eager"


def test_without_alternatives_there_is_nothing_to_measure() -> None:
    matrix, found = propose(build.catalog(), build.scenario(SCORE))
    assert matrix.alternatives == ()
    assert found is None


def test_the_default_command_is_one_the_user_can_type() -> None:
    task = Task(stack="alpha/eager", workload="net", batch=8)
    assert probe_command(task) == "advisor probe run --stack alpha/eager --workload net --batch 8"


def test_measuring_again_settles_less_than_knowing() -> None:
    """By hand: a time as sure as one more run is moves by 1/sqrt(2) of what knowing it would."""
    log = build.prefer("latency")
    sd = 0.1
    wide = Estimate(point=0.0101, low=0.0101 * np.exp(-1.96 * sd), high=0.0101 * np.exp(1.96 * sd))
    sure = build.measurement("alpha/eager", Estimate(point=0.010, low=0.010, high=0.010))
    _, found = propose(TWO, build.scenario(log), sure, build.measurement("beta/eager", wide))
    assert found is not None
    # E max(0, N(m, s)) for a belief about the lead of beta, on the scale of two decades
    mean, spread = -np.log(1.01) / np.log(100), sd / np.sqrt(2) / np.log(100)
    z = mean / spread
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    share = 0.5 * (1 + math.erf(z / 2**0.5))
    assert found.gain == pytest.approx(mean * share + spread * density, rel=0.03)


def test_measuring_at_all_settles_what_was_not_known() -> None:
    assert _believed(Latent(id="u", family="loguniform", a=100, b=1), np.array([7.0])) == 7.0
    assert _believed(Latent(id="u", family="lognormal", a=2, b=0.0), np.array([2.0])) == 2.0


def doubts(requirement: Requirement, *names: str) -> list[Exclusion]:
    return [
        Exclusion(
            alternative=name,
            label=name,
            requirement=requirement.id,
            title=requirement.title,
            reason=build.text("not verified"),
        )
        for name in names
    ]


def settled() -> tuple[Scenario, list[Measurement]]:
    """Alpha with 50 ms and beta with 90 ms: no value would change the choice."""
    other = build.measurement("beta/eager", Estimate(point=0.090, low=0.090, high=0.090))
    return build.scenario(SCORE), [SURE, other]


def test_what_may_rule_the_first_place_out_is_worth_what_its_failing_would_change() -> None:
    """Even odds that the choice, worth 0.5, is worth nothing while beta has 0.1: 0.05."""
    ceiling = build.require("latency", value="0.05")
    scenario = build.scenario(SCORE, requirements=[ceiling])
    about = Estimate(point=0.050, low=0.045, high=0.050 / 0.9)
    other = build.measurement("beta/eager", Estimate(point=0.090, low=0.090, high=0.090))
    first = build.measurement("alpha/eager", about)
    unverified = doubts(ceiling, "alpha/eager")
    assert propose(TWO, scenario, first, other)[1] is None
    _, found = propose(TWO, scenario, first, other, unverified=unverified)
    assert found is not None
    assert found.stack == "alpha/eager"
    assert found.gain == pytest.approx(0.5 * 0.1, abs=0.003)
    assert "“latency”" in found.reason.en
    assert "rule it out" in found.reason.en


def test_what_is_open_of_a_stack_that_is_not_first_changes_nothing() -> None:
    ceiling = build.require("latency", value="0.09")
    _, measurements = settled()
    scenario = build.scenario(SCORE, requirements=[ceiling])
    unverified = doubts(ceiling, "beta/eager")
    assert propose(TWO, scenario, *measurements, unverified=unverified)[1] is None


def test_whether_the_first_place_runs_at_all_is_asked_where_nobody_tried() -> None:
    """Its documents put it first, and half the odds are that 1/3 is lost and 1/6 is left."""
    runs = build.require("runs")
    scenario = build.scenario(SCORE, build.prefer("reach", 2), requirements=[runs])
    strong = build.framework("alpha", build.claim("cap.a"), build.claim("cap.b"))
    catalog = build.catalog(strong, build.framework("beta", build.claim("cap.a", False),
                                                    build.claim("cap.b", False)))  # fmt: skip
    beta = build.measurement("beta/eager", Estimate(point=0.050, low=0.050, high=0.050))
    unverified = doubts(runs, "alpha/eager")
    matrix, found = propose(catalog, scenario, beta, unverified=unverified)
    assert found is not None
    assert found.stack == "alpha/eager"
    rest = (
        1 / 6
        + 2
        / 3
        * next(
            b.estimate.point
            for b in matrix.beliefs
            if b.alternative == "beta/eager" and b.criterion == "reach"
        )
        / 100
    )
    assert found.gain == pytest.approx(rest / 2, abs=0.02)


def test_a_ceiling_of_memory_and_a_veto_are_settled_by_measuring_too() -> None:
    _, measurements = settled()
    limit = build.require("memory", value="200")
    memory = build.prefer("memory", 0.001)
    heavy = build.scenario(SCORE, memory, requirements=[limit])
    _, found = propose(TWO, heavy, *measurements, unverified=doubts(limit, "alpha/eager"))
    assert found is not None
    assert found.gain == pytest.approx(0.05, abs=0.005)
    vetoed = SCORE.model_copy(update={"veto": 60.0})
    about = build.measurement("alpha/eager", Estimate(point=0.060, low=0.055, high=0.0655))
    veto = build.require("memory", value="1").model_copy(update={"id": "veto.latency"})
    scenario = build.scenario(vetoed)
    _, found = propose(
        TWO, scenario, about, measurements[1], unverified=doubts(veto, "alpha/eager")
    )
    assert found is not None
    assert found.gain == pytest.approx(0.05, abs=0.005)


def test_what_no_measurement_can_settle_is_not_proposed() -> None:
    licence = build.require("licence", value="permissive")
    _, measurements = settled()
    scenario = build.scenario(SCORE, requirements=[licence])
    unverified = doubts(licence, "alpha/eager")
    assert propose(TWO, scenario, *measurements, unverified=unverified)[1] is None
