from __future__ import annotations

from knowledge.schema.decision import Exclusion
from knowledge.schema.probing import Precision
from knowledge.schema.scenario import Scope
from scoring.assess import assess
from scoring.duplicates import merged, without
from scoring.enumerate import stacks
from tests.scoring import build

MODES = {"modes": ("eager", "graph")}


def rows(*frameworks, measurements=(), unverified=(), preferences=(), routes=()):
    catalog = build.catalog(*frameworks, routes=routes)
    scope = Scope.DEPLOY if routes else Scope.TRAIN
    scenario = build.scenario(*preferences or (build.prefer("reach"),), scope=scope)
    matrix = assess(
        catalog, scenario, {}, stacks(catalog, scenario, "x"), measurements, build.TODAY
    )
    found = merged(catalog, matrix, unverified)
    return found, without(matrix, frozenset(one.alternative for one in found))


def test_two_modes_that_no_criterion_tells_apart_are_ranked_once_with_the_reason() -> None:
    found, matrix = rows(build.framework("alpha", build.claim("cap.a"), **MODES))
    assert [(one.alternative, one.into) for one in found] == [("alpha/graph", "alpha/eager")]
    assert "mode alone" in found[0].reason.en
    assert [a.id for a in matrix.alternatives] == ["alpha/eager"]
    assert {b.alternative for b in matrix.beliefs} == {"alpha/eager"}


def test_a_measured_criterion_or_an_open_requirement_tells_them_apart() -> None:
    timed, _ = rows(build.framework("alpha", **MODES), preferences=(build.prefer("latency"),))
    assert timed == ()
    open_ = Exclusion(
        alternative="alpha/graph",
        label="x",
        requirement="runs",
        title=build.text("runs"),
        reason=build.text("not run"),
    )
    doubtful, _ = rows(build.framework("alpha", **MODES), unverified=(open_,))
    assert doubtful == ()


def test_two_frameworks_are_never_merged_however_alike() -> None:
    found, _ = rows(build.framework("alpha"), build.framework("beta"))
    assert found == ()


def test_routes_that_differ_in_nothing_are_one_and_the_routes_are_named() -> None:
    found, _ = rows(
        build.framework("alpha"),
        build.framework("gamma", roles="infer", modes=("cpu",)),
        routes=(build.route("alpha", "gamma", id="one"), build.route("alpha", "gamma", id="two")),
    )
    assert [(one.alternative, one.into) for one in found] == [
        ("alpha>gamma/cpu@two", "alpha>gamma/cpu@one")
    ]
    assert "route alone" in found[0].reason.en


def in_int8(*measurements):
    scenario = build.scenario(build.prefer("latency"), scope=Scope.TRAIN)
    scenario = scenario.model_copy(update={"precisions": (Precision.FP32, Precision.INT8)})
    catalog = build.catalog(build.framework("alpha", modes=("eager",)))
    found = stacks(catalog, scenario, "x")
    return merged(catalog, assess(catalog, scenario, {}, found, measurements, build.TODAY), ())


def test_a_reduced_precision_that_nothing_was_measured_in_is_ranked_as_in_fp32() -> None:
    (found,) = in_int8(build.measurement("alpha/eager"))
    assert (found.alternative, found.into) == ("alpha/eager~int8", "alpha/eager")
    assert "Nothing was measured in INT8 of Alpha (eager)" in found.reason.en


def test_a_measured_reduced_precision_is_ranked_by_its_own_numbers_alone() -> None:
    own = build.measurement("alpha/eager", id="int8", precision=Precision.INT8)
    assert in_int8(build.measurement("alpha/eager"), own) == ()
    assert in_int8(own) == ()  # and what fp32 takes stays unknown
