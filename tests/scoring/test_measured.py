from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from knowledge.errors import KnownError
from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import Basis, Belief, Latent
from knowledge.schema.device import Device, DeviceKind
from knowledge.schema.evidence import Grade
from knowledge.schema.machine import Energy
from knowledge.schema.probing import Conversion, Estimate, Measurement, Status
from scoring.distance import Distances
from scoring.draws import LatentDraws
from scoring.measured import UNSTEADY_SD, log_sd, measured_cell
from scoring.newest import newest
from tests.scoring import build


def cell(
    criterion: str, *measurements: Measurement, unit: str | None = None, **more: object
) -> tuple[Belief, Latent]:
    units = {"latency": "ms", "throughput": "items/s", "memory": "MiB"}
    return measured_cell(
        build.measured(criterion, unit or units[criterion]),
        build.prefer(criterion, **more),
        build.alternative("alpha"),
        newest(measurements),
    )


def test_a_latency_is_a_lognormal_about_the_median_in_the_criterion_s_unit() -> None:
    found = build.measurement("alpha/eager", Estimate(point=0.010, low=0.009, high=0.012))
    belief, latent = cell("latency", found)
    assert (latent.id, latent.family, latent.a) == (f"measurement:{found.id}", "lognormal", 0.010)
    assert latent.b == pytest.approx(math.log(1.2) / 1.96, rel=1e-3)
    assert belief.estimate.point == pytest.approx(10.0)
    assert belief.estimate.high == pytest.approx(12.0)
    assert belief.estimate.low == pytest.approx(10 / 1.2)
    assert (belief.basis, belief.coverage) == (Basis.MEASURED, 1.0)
    assert (belief.grade, belief.evidence) == (Grade.MEASURED_HERE, (f"measurement:{found.id}",))


@pytest.mark.parametrize(("unit", "point"), [("s", 0.010), ("ms", 10.0), ("µs", 10_000.0)])
def test_the_unit_of_the_criterion_scales_the_belief(unit: str, point: float) -> None:
    belief, _ = cell("latency", build.measurement("alpha/eager", 0.010), unit=unit)
    assert belief.estimate.point == pytest.approx(point)


def test_a_latency_in_a_unit_that_is_no_time_is_refused() -> None:
    with pytest.raises(KnownError, match="latency is a time"):
        cell("latency", build.measurement("alpha/eager"), unit="points")


def test_throughput_is_the_batch_over_the_latency_draw_by_draw() -> None:
    found = build.measurement("alpha/eager", 0.040, batch=8)
    belief, rate = cell("throughput", found)
    _, time = cell("latency", found, measure=build.NET8)
    assert belief.estimate.point == pytest.approx(200.0)
    draws = LatentDraws([rate, time], key=1)
    block = draws.draw(1000)
    np.testing.assert_allclose(block[draws.rows[rate.id]] * block[draws.rows[time.id]], 8.0)


def test_memory_has_a_latent_of_its_own_in_mebibytes() -> None:
    belief, latent = cell("memory", build.measurement("alpha/eager", memory=300.0))
    assert latent.id.endswith(":memory")
    assert latent.stream == ""
    assert belief.estimate.point == 300.0


def test_an_unsteady_timing_is_twice_as_wide_and_never_surer_than_machines_are() -> None:
    wide = Estimate(point=0.010, low=0.005, high=0.020)
    _, steady = cell("latency", build.measurement("alpha/eager", wide))
    _, unsteady = cell("latency", build.measurement("alpha/eager", wide, steady=False))
    assert unsteady.b == pytest.approx(2 * steady.b)
    exact = Estimate(point=0.010, low=0.010, high=0.010)
    _, floor = cell("latency", build.measurement("alpha/eager", exact, steady=False))
    assert floor.b == UNSTEADY_SD


def test_what_another_route_converted_is_trusted_less_and_moves_with_the_timing() -> None:
    exact = Estimate(point=0.010, low=0.0099, high=0.0101)
    made = build.measurement("alpha/eager", exact, conversion=Conversion(converter="c"))
    _, other = cell("latency", made)
    _, own = cell("latency", build.measurement("alpha/eager", exact))
    assert (other.a, other.b) == (own.a, UNSTEADY_SD)
    assert other.id != own.id
    assert other.stream == own.id
    assert cell("memory", made)[1] == cell("memory", build.measurement("alpha/eager", exact))[1]


def test_what_its_own_route_converted_is_a_measurement_like_any() -> None:
    made = Conversion(converter="c", routes=("alpha-beta",))
    found = build.measurement("alpha/eager", 0.010, conversion=made)
    routed = build.alternative("alpha").model_copy(update={"route": "alpha-beta"})
    criterion, preference = build.measured("latency", "ms"), build.prefer("latency")
    plain = newest((build.measurement("alpha/eager", 0.010),))
    assert measured_cell(criterion, preference, routed, newest((found,))) == measured_cell(
        criterion, preference, build.alternative("alpha"), plain
    )


def test_an_interval_that_reaches_zero_does_not_blow_up() -> None:
    assert log_sd(Estimate(point=1.0, low=0.0, high=2.0)) == pytest.approx(math.log(2) / 1.96, 1e-3)
    assert log_sd(Estimate(point=1.0, low=1.0, high=1.0)) == 0.0


@pytest.mark.parametrize("status", [None, Status.SKIPPED, Status.UNAVAILABLE])
def test_what_was_not_measured_may_be_anything_between_the_anchors(status: Status | None) -> None:
    tried = (build.measurement("alpha/eager", status=status),) if status else ()
    belief, latent = cell("latency", *tried)
    assert (latent.family, latent.a, latent.b) == ("loguniform", 100.0, 1.0)
    assert (belief.basis, belief.coverage, belief.grade) == (Basis.UNKNOWN, 0.0, None)
    assert belief.evidence == ()
    assert belief.estimate.point == pytest.approx(10.0)
    assert belief.estimate.low == pytest.approx(100**0.025)


def test_a_measurement_without_the_memory_leaves_memory_unknown() -> None:
    belief, _ = cell("memory", build.measurement("alpha/eager", memory=None))
    assert belief.basis is Basis.UNKNOWN


def test_unknown_latency_and_throughput_of_one_task_move_together() -> None:
    _, time = cell("latency", measure=build.NET8)
    _, rate = cell("throughput")
    assert time.id != rate.id
    assert time.stream == rate.stream
    block = LatentDraws([time, rate], key=3).draw(500)
    # Both anchors span two decades, so that equal values mean a constant product.
    np.testing.assert_allclose(block[0] * block[1], 1000.0)


def test_linear_anchors_give_a_uniform_ignorance() -> None:
    _, latent = cell("latency", anchors=Anchors(worst=50, best=0, shape=Shape.LINEAR))
    assert (latent.family, latent.a, latent.b) == ("uniform", 50.0, 0.0)


def test_a_measured_criterion_needs_a_workload() -> None:
    with pytest.raises(KnownError, match="on which workload"):
        cell("latency", measure=None)


ENERGY = {"anchors": Anchors(worst=1, best=1000, shape=Shape.LOG), "measure": build.NET}


def counted(rate: float | None) -> Measurement:
    latency = Estimate(point=0.010, low=0.009, high=0.011)
    energy = Energy(joules=None if rate is None else 1 / rate, items_per_joule=rate)
    return build.measurement("alpha/eager", latency, energy=energy)


def test_energy_is_what_the_counters_told_and_moves_with_the_time() -> None:
    belief, latent = cell("energy", counted(20.0), unit="items/J", **ENERGY)
    _, time = cell("latency", counted(20.0))
    assert belief.estimate.point == pytest.approx(20.0)
    assert belief.basis is Basis.MEASURED
    assert latent.b * time.b < 0  # slower is less per joule
    draws = LatentDraws([latent, time], key=1)
    block = draws.draw(200)
    assert np.corrcoef(block)[0, 1] < -0.9


def test_without_a_counter_energy_is_not_known() -> None:
    belief, _ = cell("energy", counted(None), unit="items/J", **ENERGY)
    assert (belief.basis, belief.coverage) == (Basis.UNKNOWN, 0.0)


def test_a_chip_s_design_power_bounds_what_nobody_counted() -> None:
    chip = Device(
        id="cpu",
        title="Chip",
        summary=build.text("Chip"),
        vendor="x",
        kind=DeviceKind.CPU,
        facts=(build.fact(50.0, quantity="tdp"),),
    )
    catalog = replace(build.catalog(build.framework("alpha")), devices={"cpu": chip})
    belief, latent = measured_cell(
        build.measured("energy", "items/J"),
        build.prefer("energy", **ENERGY),
        build.alternative("alpha"),
        newest([counted(None)]),
        Distances(catalog),
    )
    assert (latent.a, latent.b) == (pytest.approx(2.0), pytest.approx(20.0))  # 100 items/s, 50 W
    assert (belief.basis, belief.coverage) == (Basis.DOCUMENTED, 0.5)
    assert any(key.startswith("fact:cpu:tdp") for key in belief.evidence)
