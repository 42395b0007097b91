from __future__ import annotations

from knowledge.schema.framework import Mode, Role
from knowledge.schema.probing import Precision
from knowledge.schema.scenario import Scope
from scoring.enumerate import stacks
from tests.scoring import build

CATALOG = build.catalog(
    build.framework("alpha", modes=("eager", "compile")),
    build.framework("beta", modes=("jit",), roles="train infer"),
    build.framework("gamma", modes=("cpu",), roles="infer"),
    build.framework("delta", modes=("fast", "small"), roles="infer"),
    build.framework("old", modes=("eager",), moved_to="alpha"),
    routes=[
        build.route("alpha", "gamma"),
        build.route("alpha", "delta"),
        build.route("alpha", "beta"),
    ],
)


def test_training_compares_frameworks_in_their_own_modes() -> None:
    found = stacks(CATALOG, build.scenario(scope=Scope.TRAIN), "x86")
    assert [a.id for a in found] == ["alpha/eager", "alpha/compile", "beta/jit"]
    assert [a.label for a in found] == ["Alpha (eager)", "Alpha (compile)", "Beta (jit)"]
    assert {a.device for a in found} == {"x86"}
    assert all(a.trainer == a.runtime and a.route is None for a in found)


def test_a_mode_that_only_predicts_is_compared_for_deployment_alone() -> None:
    modes = ("eager", Mode(id="predict", title=build.text("predict"), roles=(Role.INFER,)))
    catalog = build.catalog(build.framework("alpha", modes=modes))
    for scope, ids in (
        (Scope.TRAIN, ["alpha/eager"]),
        (Scope.DEPLOY, ["alpha/eager", "alpha/predict"]),
    ):
        assert [a.id for a in stacks(catalog, build.scenario(scope=scope), "x86")] == ids


def test_deployment_adds_every_route_in_every_mode_of_the_runtime() -> None:
    found = stacks(CATALOG, build.scenario(), "x86")
    routed = {a.id: a for a in found if a.route}
    assert list(routed) == [
        "alpha>beta/jit",
        "alpha>delta/fast",
        "alpha>delta/small",
        "alpha>gamma/cpu",
    ]
    assert routed["alpha>gamma/cpu"].label == "Alpha → Gamma"
    assert routed["alpha>delta/fast"].label == "Alpha → Delta (fast)"
    assert routed["alpha>gamma/cpu"].stack == "gamma/cpu"
    assert len({a.id for a in found}) == len(found) == 7


def test_a_target_that_cannot_infer_is_no_runtime() -> None:
    catalog = build.catalog(
        build.framework("alpha"), build.framework("beta"), routes=[build.route("alpha", "beta")]
    )
    assert [a.id for a in stacks(catalog, build.scenario(), "x86")] == ["alpha/eager", "beta/eager"]


def test_two_routes_between_the_same_ends_are_told_apart() -> None:
    catalog = build.catalog(
        build.framework("alpha"),
        build.framework("gamma", modes=("cpu",), roles="infer"),
        routes=[
            build.route("alpha", "gamma", id="by-onnx", steps=("torch.onnx.export", "ONNX")),
            build.route("alpha", "gamma", id="direct", steps=("torch.export",)),
        ],
    )
    found = [a for a in stacks(catalog, build.scenario(), "x86") if a.route]
    assert [a.id for a in found] == ["alpha>gamma/cpu@by-onnx", "alpha>gamma/cpu@direct"]
    assert [a.label for a in found] == [
        "Alpha → Gamma [torch.onnx.export, ONNX]",
        "Alpha → Gamma [torch.export]",
    ]


def test_an_empty_catalog_has_no_alternatives() -> None:
    assert stacks(build.catalog(), build.scenario(), "x86") == ()


def test_serving_compares_engines_whatever_trained_the_model() -> None:
    catalog = build.catalog(
        build.framework("alpha"),
        build.framework("gamma", modes=("cuda", "cpu"), roles="infer serve"),
        build.framework("delta", modes=("cuda",), roles="serve"),
        routes=[build.route("alpha", "gamma")],
    )
    found = stacks(catalog, build.scenario(scope=Scope.SERVE), "h100")
    assert [a.id for a in found] == ["delta/cuda", "gamma/cuda", "gamma/cpu"]
    assert all(a.route is None for a in found)


def test_a_scenario_may_name_its_candidates() -> None:
    scenario = build.scenario().model_copy(update={"candidates": ("beta",)})
    assert [a.id for a in stacks(CATALOG, scenario, "x86")] == ["beta/jit"]


def test_a_server_without_modes_is_one_stack_of_its_own() -> None:
    catalog = build.catalog(
        build.framework("gate", modes=(), roles="serve"),
        build.framework("plug", modes=(), roles="extend"),
        build.framework("gamma", modes=("cpu",), roles="infer serve"),
    )
    found = stacks(catalog, build.scenario(scope=Scope.SERVE), "x86")
    assert [(a.id, a.label) for a in found] == [
        ("gamma/cpu", "Gamma (cpu)"),
        ("gate/server", "Gate"),
    ]
    assert catalog.mode("gate/server")[0].id == "gate"


def test_each_stack_is_there_in_every_precision_listed_and_bears_its_name() -> None:
    plain = build.scenario()
    both = plain.model_copy(update={"precisions": (Precision.FP32, Precision.INT8)})
    full, found = stacks(CATALOG, plain, "x86"), stacks(CATALOG, both, "x86")
    assert tuple(a for a in found if a.full == a.id) == full
    reduced = [a for a in found if a.full != a.id]
    assert [a.full for a in reduced] == [a.id for a in full]
    assert {a.precision for a in reduced} == {"int8"}
    one = next(a for a in reduced if a.full == "alpha>gamma/cpu")
    assert (one.id, one.label) == ("alpha>gamma/cpu~int8", "Alpha → Gamma · INT8")
    assert (one.stack, one.lane) == ("gamma/cpu", "gamma/cpu@int8")
