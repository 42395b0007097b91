"""Each requirement of a user's own: a no with its evidence, a yes, and a not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from knowledge.schema.probing import Estimate, Parity, Precision, Status
from knowledge.schema.scenario import Scope
from knowledge.schema.vocabulary import CapabilityTerm, QuantityTerm
from scoring.checks.standing import months_later
from scoring.enumerate import stacks
from scoring.screen import screen
from tests.scoring import build

LATENCY = build.require("latency", value="0.02")
MEMORY = build.require("memory", value="300")
LICENCE = build.require("licence", value="permissive")
RELEASED = build.require("released", value="12")
SUPPORT = build.require("support", value="24")


def run(
    framework: Any,
    requirement: Any,
    measurements: Any = (),
    weights_mib: Mapping[str, float] | None = None,
) -> tuple[str, tuple[str, ...], str]:
    """Verdict, evidence and reason for the only stack of a framework."""
    catalog = build.catalog(framework)
    term = QuantityTerm(title=build.text("day"), unit="date", shelf_life_days=120, numeric=False)
    catalog = replace(
        catalog, quantities={**catalog.quantities, "release.date": term, "support.until": term}
    )
    scenario = build.scenario(
        build.prefer("latency"),
        build.prefer("memory"),
        requirements=(requirement,),
        scope=Scope.TRAIN,
    )
    found = screen(
        catalog,
        scenario,
        stacks(catalog, scenario, "x"),
        measurements,
        {},
        today=build.TODAY,
        weights_mib=weights_mib or {},
    )
    for verdict, rows in (("no", found.excluded), ("unknown", found.unverified)):
        for row in rows:
            if row.requirement == requirement.id:
                return verdict, row.evidence, row.reason.en
    return "yes", (), ""


@pytest.mark.parametrize(
    ("latency", "verdict"),
    [
        (Estimate(low=0.008, point=0.010, high=0.012), "yes"),
        (Estimate(low=0.018, point=0.019, high=0.022), "unknown"),
        (Estimate(low=0.021, point=0.025, high=0.029), "no"),
    ],
)
def test_a_latency_ceiling_needs_the_whole_interval(latency: Estimate, verdict: str) -> None:
    tried = [build.measurement("alpha/eager", latency)]
    found = run(build.framework("alpha"), LATENCY, tried)
    assert found[0] == verdict
    assert found[1] == (() if verdict == "yes" else ("measurement:m-alpha-eager-1-0",))


def test_a_shaky_timing_proves_less() -> None:
    latency = Estimate(low=0.017, point=0.018, high=0.0195)
    steady, shaky = (
        run(
            build.framework("alpha"),
            LATENCY,
            [build.measurement("alpha/eager", latency, steady=steady)],
        )
        for steady in (True, False)
    )
    assert (steady[0], shaky[0]) == ("yes", "unknown")


def test_what_was_not_measured_or_did_not_run_has_no_latency() -> None:
    assert run(build.framework("alpha"), LATENCY)[0] == "unknown"
    broken = build.measurement("alpha/eager", status=Status.CRASHED)
    assert run(build.framework("alpha"), LATENCY, [broken])[0] == "no"


def test_memory_is_measured_and_weights_alone_can_be_too_much() -> None:
    small = build.measurement("alpha/eager", memory=200.0)
    large = build.measurement("alpha/eager", memory=500.0)
    assert run(build.framework("alpha"), MEMORY, [small])[0] == "yes"
    assert run(build.framework("alpha"), MEMORY, [large])[0] == "no"
    assert run(build.framework("alpha"), MEMORY)[0] == "unknown"
    heavy = run(build.framework("alpha"), MEMORY, (), {"net": 400.0})
    assert heavy[0] == "no"
    assert "400" in heavy[2]


@pytest.mark.parametrize(
    ("licence", "verdict"),
    [("MIT", "yes"), ("GPL-3.0-only", "no"), ("Beerware", "unknown"), (None, "unknown")],
)
def test_a_licence_passes_fails_or_is_not_known(licence: str | None, verdict: str) -> None:
    facts = () if licence is None else (build.fact(licence, quantity="license"),)
    found = run(build.framework("alpha", facts=facts), LICENCE)
    assert found[0] == verdict
    if licence is not None and verdict != "yes":
        assert found[1] == ("fact:alpha:license",)


def test_one_part_under_another_licence_is_enough_and_is_named() -> None:
    facts = (
        build.fact("MIT", quantity="license", part="wrapper"),
        build.fact("LicenseRef-Own", quantity="license", part="library"),
    )
    verdict, _, reason = run(build.framework("alpha", facts=facts), LICENCE)
    assert verdict == "no"
    assert "library" in reason


@pytest.mark.parametrize(
    ("released", "read", "verdict"),
    [
        ("2026-05-01", date(2026, 11, 1), "yes"),
        ("2025-11-30", date(2026, 11, 1), "no"),
        ("2025-12-01", date(2026, 11, 1), "yes"),
        # Read long ago: there may have been a release since.
        ("2025-11-30", date(2026, 1, 1), "unknown"),
    ],
)
def test_maintained_means_a_release_in_time(released: str, read: date, verdict: str) -> None:
    fact = build.fact(released, build.cite(read=read), quantity="release.date")
    assert run(build.framework("alpha", facts=(fact,)), RELEASED)[0] == verdict


def test_a_release_nobody_dated_is_not_known_and_a_dead_framework_fails() -> None:
    assert run(build.framework("alpha"), RELEASED)[0] == "unknown"
    dead = run(build.framework("alpha", lifecycle="dead"), RELEASED)
    assert dead[:2] == ("no", ("lifecycle:alpha",))


@pytest.mark.parametrize(("until", "verdict"), [("2028-12-01", "yes"), ("2028-11-30", "no")])
def test_support_must_be_promised_far_enough(until: str, verdict: str) -> None:
    fact = build.fact(until, quantity="support.until")
    assert run(build.framework("alpha", facts=(fact,)), SUPPORT)[0] == verdict
    assert run(build.framework("alpha"), SUPPORT)[0] == "unknown"


@pytest.mark.parametrize(
    ("part", "verdict"),
    [("trainer", "yes"), ("runtime", "no"), ("every", "no"), ("any", "yes")],
)
def test_a_capability_is_asked_of_the_parts_that_are_named(part: str, verdict: str) -> None:
    catalog = build.catalog(
        build.framework("alpha", build.claim("cap.a")),
        build.framework("gamma", build.claim("cap.a", False), roles="infer", modes=("cpu",)),
        routes=(build.route("alpha", "gamma"),),
    )
    wanted = build.require("capability", part=part, capability="cap.a")
    scenario = build.scenario(requirements=(wanted,))
    found = screen(
        catalog,
        scenario,
        stacks(catalog, scenario, "x"),
        (),
        {"net": frozenset()},
        today=build.TODAY,
    )
    out = {e.alternative for e in found.excluded}
    assert ("alpha>gamma/cpu" in out) == (verdict == "no")


def test_any_part_is_not_known_while_one_may_have_it() -> None:
    catalog = build.catalog(
        build.framework("alpha"),
        build.framework("gamma", build.claim("cap.a", False), roles="infer", modes=("cpu",)),
        routes=(build.route("alpha", "gamma"),),
    )
    wanted = build.require("capability", part="any", capability="cap.a")
    scenario = build.scenario(requirements=(wanted,))
    found = screen(
        catalog,
        scenario,
        stacks(catalog, scenario, "x"),
        (),
        {"net": frozenset()},
        today=build.TODAY,
    )
    assert "alpha>gamma/cpu" in {e.alternative for e in found.unverified}


def test_what_is_assumed_is_told_apart_from_evidence() -> None:
    catalog = build.catalog(build.framework("alpha", build.claim("cap.a", False)))
    catalog = replace(catalog, assumed=frozenset({"claim:alpha:cap.a"}))
    wanted = build.require("capability", part="runtime", capability="cap.a")
    scenario = build.scenario(requirements=(wanted,), scope=Scope.TRAIN)
    found = screen(catalog, scenario, stacks(catalog, scenario, "x"), (), {}, today=build.TODAY)
    (only,) = found.excluded
    assert only.evidence == ()
    assert only.assumed == ("claim:alpha:cap.a",)
    assert "assumed" in only.reason.en


def test_months_are_counted_on_the_calendar() -> None:
    assert months_later(date(2026, 8, 31), 6) == date(2027, 2, 28)


def reduced(framework: Any, *requirements: Any, tried: Any = ()) -> dict[str, tuple[str, str]]:
    """What is said of the stack in INT8: requirement -> verdict and reason."""
    catalog = build.catalog(framework)
    term = CapabilityTerm(title=build.text("INT8"), about=build.text("x"), shelf_life_days=365)
    catalog = replace(catalog, capabilities={**catalog.capabilities, "dtype.int8": term})
    scenario = build.scenario(
        build.prefer("latency"), requirements=requirements, scope=Scope.TRAIN
    ).model_copy(update={"precisions": (Precision.FP32, Precision.INT8)})
    found = screen(catalog, scenario, stacks(catalog, scenario, "x"), tried, {}, today=build.TODAY)
    return {
        row.requirement: (verdict, row.reason.en)
        for verdict, rows in (("no", found.excluded), ("unknown", found.unverified))
        for row in rows
        if row.alternative == "alpha/eager~int8"
    }


@pytest.mark.parametrize(
    ("claims", "verdict"),
    [
        ((), "unknown"),
        ((build.claim("dtype.int8", False),), "no"),
        ((build.claim("dtype.int8"),), None),
    ],
)
def test_a_precision_is_held_against_what_is_claimed_of_the_runtime(
    claims: Any, verdict: str | None
) -> None:
    found = reduced(build.framework("alpha", *claims)).get("precision")
    assert (found and found[0]) == verdict


def in_int8(cosine: float, top1: float | None = None) -> Any:
    parity = Parity(max_abs_error=0.1, cosine=cosine, passed=True, top1=top1, rows=100)
    return build.measurement("alpha/eager", precision=Precision.INT8, parity=parity)


def test_having_run_in_a_precision_outweighs_that_nothing_is_claimed() -> None:
    assert "precision" not in reduced(build.framework("alpha"), tried=[in_int8(0.99)])


@pytest.mark.parametrize(
    ("value", "tried", "verdict"),
    [
        ("cosine:0.999", [], "unknown"),
        ("cosine:0.999", [in_int8(0.9991)], None),
        ("cosine:0.999", [in_int8(0.9989)], "no"),
        ("top1:0.98", [in_int8(0.9999)], "unknown"),
        ("top1:0.98", [in_int8(0.9, 0.99)], None),
        ("top1:0.98", [in_int8(0.9999, 0.97)], "no"),
    ],
)
def test_what_a_precision_costs_in_accuracy_can_be_bounded(
    value: str, tried: Any, verdict: str | None
) -> None:
    asked = build.require("agreement", value=value)
    found = reduced(build.framework("alpha"), asked, tried=tried).get("agreement")
    assert (found and found[0]) == verdict


def test_an_input_that_was_not_run_is_named_beside_the_one_that_was() -> None:
    alpha = build.framework("alpha")
    catalog = build.catalog(alpha)
    runs = build.require("runs")
    scenario = build.scenario(
        build.prefer("latency"), build.prefer("throughput"), requirements=(runs,), scope=Scope.TRAIN
    )
    right = build.measurement("alpha/eager")
    skipped = build.measurement(
        "alpha/eager", batch=8, status=Status.SKIPPED, message="the budget of 9 s was spent"
    )
    compared = stacks(catalog, scenario, "x")
    found = screen(catalog, scenario, compared, (right, skipped), {}, today=build.TODAY)
    (one,) = [row for row in found.unverified if row.requirement == runs.id]
    assert "gave the right result here on net, batch 1, and was not run on net, batch 8" in (
        one.reason.en
    )
    assert one.reason.en.endswith(": the budget of 9 s was spent.")
    assert "net（批量 1）结果正确，但尚未运行 net（批量 8）" in one.reason.zh
