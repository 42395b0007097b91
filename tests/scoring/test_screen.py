from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from knowledge.schema.evidence import Grade
from knowledge.schema.framework import Lifecycle, Mode
from knowledge.schema.probing import Conversion, Measurement, Status
from knowledge.schema.scenario import Requirement
from scoring.enumerate import stacks
from scoring.screen import Screening, screen
from tests.scoring import build

NEEDS_A = build.require("capability", part="runtime", capability="cap.a")
OPERATORS: Mapping[str, frozenset[str]] = {"net": frozenset({"Conv", "Relu"})}
RUNTIME = {"roles": "infer", "modes": ("cpu",)}


def run(
    *frameworks: Any,
    requirements: tuple[Requirement, ...] = (),
    measurements: tuple[Measurement, ...] = (),
    routes: tuple[Any, ...] = (),
    operators: Mapping[str, frozenset[str]] = OPERATORS,
) -> Screening:
    catalog = build.catalog(*frameworks, routes=routes)
    scenario = build.scenario(requirements=requirements)
    alternatives = stacks(catalog, scenario, "x86")
    found = screen(catalog, scenario, alternatives, measurements, operators, today=build.TODAY)
    excluded = {e.alternative for e in found.excluded}
    assert {a.id for a in alternatives} == excluded | {a.id for a in found.kept}
    assert not excluded & {a.id for a in found.kept}
    assert not excluded & {e.alternative for e in found.unverified}
    return found


def run_route(route: Any, **more: Any) -> tuple[str, str, tuple[str, ...]]:
    """What becomes of the routed stack: verdict, reason, evidence."""
    more.setdefault("requirements", (build.require("operators"),))
    found = run(
        build.framework("alpha"),
        build.framework("gamma", **RUNTIME),
        routes=(route,),
        **more,
    )
    for verdict, rows in (("excluded", found.excluded), ("unverified", found.unverified)):
        for row in rows:
            if row.alternative == "alpha>gamma/cpu":
                return verdict, row.reason.en, row.evidence
    return "kept", "", ()


def test_without_requirements_everything_is_kept_and_nothing_has_to_be_proved() -> None:
    found = run(build.framework("alpha"), build.framework("beta"))
    assert [a.id for a in found.kept] == ["alpha/eager", "beta/eager"]
    assert found.excluded == found.unverified == ()


def test_a_capability_it_lacks_excludes_with_the_claim_as_evidence() -> None:
    found = run(
        build.framework("alpha", build.claim("cap.a", False)),
        build.framework("beta", build.claim("cap.a", "1.2")),
        requirements=(NEEDS_A,),
    )
    assert [a.id for a in found.kept] == ["beta/eager"]
    (row,) = found.excluded
    assert (row.alternative, row.requirement) == ("alpha/eager", "capability")
    assert row.evidence == ("claim:alpha:cap.a",)
    assert row.reason.en == "Alpha does not support “cap.a”."
    assert found.unverified == ()


def test_a_removed_capability_excludes() -> None:
    gone = build.claim("cap.a", {"added": "1.0", "removed": "2.0"})
    found = run(build.framework("alpha", gone), requirements=(NEEDS_A,))
    assert found.kept == ()
    assert "dropped" in found.excluded[0].reason.en


@pytest.mark.parametrize(
    "claims", [(), (build.claim("cap.a", False, build.cite(Grade.CONTRADICTED)),)]
)
def test_an_unknown_capability_is_kept_as_unverified(claims: tuple[Any, ...]) -> None:
    found = run(build.framework("alpha", *claims), requirements=(NEEDS_A,))
    assert [a.id for a in found.kept] == ["alpha/eager"]
    (row,) = found.unverified
    assert (row.requirement, row.evidence) == ("capability", ())


def test_partial_support_is_kept_as_unverified_and_says_what_is_missing() -> None:
    partly = build.claim("cap.a", {"added": True, "partial": True})
    (row,) = run(build.framework("alpha", partly), requirements=(NEEDS_A,)).unverified
    assert row.reason.en == "Alpha supports “cap.a” only in part. Some of it."
    assert row.evidence == ("claim:alpha:cap.a",)


def test_a_capability_is_asked_of_the_part_it_names() -> None:
    frameworks = (
        build.framework("alpha", build.claim("cap.a", False)),
        build.framework("gamma", build.claim("cap.a"), **RUNTIME),
    )
    routes = (build.route("alpha", "gamma"),)
    of_runtime = run(*frameworks, requirements=(NEEDS_A,), routes=routes)
    assert [a.id for a in of_runtime.kept] == ["alpha>gamma/cpu"]
    needs = build.require("capability", part="trainer", capability="cap.a")
    assert run(*frameworks, requirements=(needs,), routes=routes).kept == ()


def test_a_discontinued_part_excludes_and_names_the_successor() -> None:
    found = run(
        build.framework("alpha", lifecycle=Lifecycle.DEAD, successor="beta"),
        build.framework("beta", lifecycle=Lifecycle.MAINTENANCE),
        requirements=(build.require("lifecycle"),),
    )
    assert [a.id for a in found.kept] == ["beta/eager"]
    (row,) = found.excluded
    assert row.evidence == ("lifecycle:alpha",)
    assert "Beta" in row.reason.en


def test_a_dead_runtime_excludes_the_stacks_that_use_it() -> None:
    found = run(
        build.framework("alpha"),
        build.framework("gamma", lifecycle=Lifecycle.DEAD, **RUNTIME),
        requirements=(build.require("lifecycle"),),
        routes=(build.route("alpha", "gamma"),),
    )
    assert [a.id for a in found.kept] == ["alpha/eager"]


def test_every_failed_requirement_is_listed() -> None:
    found = run(
        build.framework("alpha", build.claim("cap.a", False), lifecycle=Lifecycle.DEAD),
        requirements=(NEEDS_A, build.require("lifecycle")),
    )
    assert [row.requirement for row in found.excluded] == ["capability", "lifecycle"]


def test_a_route_that_carries_every_operator_is_kept() -> None:
    assert run_route(build.route("alpha", "gamma"))[0] == "kept"
    other = build.route("alpha", "gamma", limits=(build.limit("Erf"),))
    assert run_route(other)[0] == "kept"
    partial = build.route(
        "alpha", "gamma", {"added": True, "partial": True}, limits=(build.limit("Erf"),)
    )
    assert run_route(partial)[0] == "kept"


def test_a_route_that_loses_an_operator_of_the_model_excludes() -> None:
    limits = (build.limit("Erf", "Relu"), build.limit("Conv"))
    verdict, reason, evidence = run_route(build.route("alpha", "gamma", limits=limits))
    assert verdict == "excluded"
    assert reason.endswith("Conv, Relu.")
    assert evidence == ("route:alpha-gamma:Conv", "route:alpha-gamma:Relu")


def test_a_route_that_does_not_work_excludes() -> None:
    verdict, reason, evidence = run_route(
        build.route("alpha", "gamma", False, note=build.text("It aborts."))
    )
    assert (verdict, evidence) == ("excluded", ("route:alpha-gamma",))
    assert reason == "The route “alpha to gamma” does not work. It aborts."


def test_what_is_not_known_of_a_route_is_unverified() -> None:
    contradicted = (build.cite(Grade.CONTRADICTED),)
    disputed = build.route("alpha", "gamma", False, evidence=contradicted)
    assert run_route(disputed)[0] == "unverified"
    vague = build.route("alpha", "gamma", {"added": True, "partial": True})
    assert run_route(vague)[0] == "unverified"
    limits = (build.limit("Conv", grade=Grade.CONTRADICTED),)
    assert run_route(build.route("alpha", "gamma", limits=limits))[0] == "unverified"
    limited = build.route("alpha", "gamma", limits=(build.limit("Erf"),))
    assert run_route(limited, operators={})[0] == "unverified"


def test_a_broken_route_is_never_ranked_even_where_nobody_asks() -> None:
    verdict, _, _ = run_route(build.route("alpha", "gamma", False), requirements=())
    assert verdict == "excluded"
    vague = build.route("alpha", "gamma", {"added": True, "partial": True})
    assert run_route(vague, requirements=())[0] == "kept"


@pytest.mark.parametrize("status", [Status.FAILED, Status.CRASHED, Status.TIMEOUT])
@pytest.mark.parametrize("requirements", [(), (build.require("runs"),)])
def test_a_stack_that_failed_here_excludes_with_the_measurement(
    status: Status, requirements: tuple[Requirement, ...]
) -> None:
    bad = build.measurement("alpha/eager", status=status, message="wrong output")
    found = run(build.framework("alpha"), requirements=requirements, measurements=(bad,))
    assert found.kept == ()
    (row,) = found.excluded
    assert row.evidence == (f"measurement:{bad.id}",)
    assert row.reason.en.endswith("wrong output")


def test_a_failing_runtime_excludes_every_stack_on_it() -> None:
    bad = build.measurement("gamma/cpu", status=Status.FAILED)
    found = run(
        build.framework("alpha"),
        build.framework("beta"),
        build.framework("gamma", **RUNTIME),
        routes=(build.route("alpha", "gamma"), build.route("beta", "gamma")),
        measurements=(bad,),
    )
    assert [a.id for a in found.kept] == ["alpha/eager", "beta/eager"]


def test_a_failed_conversion_rules_out_its_own_route_only() -> None:
    made = Conversion(converter="c", routes=("alpha-gamma",), unconverted=("Erf",))
    bad = build.measurement("gamma/cpu", status=Status.FAILED, message="Erf", conversion=made)
    found = run(
        build.framework("alpha"),
        build.framework("beta"),
        build.framework("gamma", **RUNTIME),
        routes=(build.route("alpha", "gamma"), build.route("beta", "gamma")),
        requirements=(build.require("runs"),),
        measurements=(bad,),
    )
    assert [row.alternative for row in found.excluded] == ["alpha>gamma/cpu"]
    assert "beta>gamma/cpu" in [row.alternative for row in found.unverified]


@pytest.mark.parametrize("status", [Status.SKIPPED, Status.UNAVAILABLE])
def test_a_stack_that_was_not_run_is_unverified_and_says_why(status: Status) -> None:
    tried = build.measurement("alpha/eager", status=status, message="no environment")
    found = run(
        build.framework("alpha"), requirements=(build.require("runs"),), measurements=(tried,)
    )
    (row,) = found.unverified
    assert row.requirement == "runs"
    assert row.reason.en.endswith("no environment.")


def test_a_stack_that_ran_is_verified_and_one_without_a_probe_says_so() -> None:
    found = run(
        build.framework("alpha"),
        build.framework("beta", modes=(Mode(id="jax", title=build.text("jax")),)),
        requirements=(build.require("runs"),),
        measurements=(build.measurement("alpha/eager"),),
    )
    (row,) = found.unverified
    assert row.alternative == "beta/jax"
    assert row.reason.en == "No probe can run Beta (jax) yet."


X86, GPU = "device.x86", "device.nvidia"


def target(*claims: Any, mode: tuple[str, ...] = (), devices: tuple[str, ...] = (X86,)) -> Any:
    """Verdict and reason for one stack on a target with `devices`."""
    framework = build.framework("alpha", *claims)
    (only,) = framework.modes
    framework = framework.model_copy(update={"modes": (only.model_copy(update={"devices": mode}),)})
    catalog = build.catalog(framework)
    terms = dict.fromkeys((X86, GPU), catalog.capabilities["cap.a"])
    object.__setattr__(catalog, "capabilities", {**catalog.capabilities, **terms})
    scenario = build.scenario(requirements=())
    found = screen(
        catalog,
        scenario,
        stacks(catalog, scenario, "x86"),
        (),
        OPERATORS,
        frozenset(devices),
        today=build.TODAY,
    )
    for verdict, rows in (("excluded", found.excluded), ("unverified", found.unverified)):
        for row in rows:
            return verdict, row.requirement, row.evidence
    return "kept", "", ()


def test_a_stack_must_compute_on_the_target() -> None:
    yes, no, partly = build.claim(X86), build.claim(X86, False), build.claim(GPU)
    some = build.claim(X86, {"added": True, "partial": True})
    key = ("claim:alpha:device.x86",)
    assert target(yes)[0] == "kept"
    assert target(no) == ("excluded", "target", key)
    assert target(some) == ("unverified", "target", key)
    assert target() == ("unverified", "target", ())
    assert target(yes, mode=(GPU,)) == ("excluded", "target", key)
    assert target(no, partly, devices=(X86, GPU))[0] == "kept"
    assert target(yes, mode=(GPU,), devices=())[0] == "kept"


def test_a_mode_through_another_framework_is_held_against_that_ones_devices() -> None:
    catalog = build.catalog(
        build.framework("alpha", modes=(Mode(id="back", title=build.text("back"), on="beta"),)),
        build.framework("beta", build.claim(GPU, False), roles="infer", modes=()),
    )
    object.__setattr__(
        catalog, "capabilities", {**catalog.capabilities, GPU: catalog.capabilities["cap.a"]}
    )
    scenario = build.scenario(requirements=())
    alternatives = stacks(catalog, scenario, "x86")
    found = screen(
        catalog, scenario, alternatives, (), OPERATORS, frozenset({GPU}), today=build.TODAY
    )
    (row,) = found.excluded
    assert (row.alternative, row.evidence) == ("alpha/back", ("claim:beta:device.nvidia",))
    assert row.reason.en.startswith("Beta does not support")
