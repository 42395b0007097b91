from __future__ import annotations

from knowledge.schema.criterion import Part
from knowledge.schema.framework import Framework, Mode
from scoring.speaker import speaker
from tests.scoring import build

THROUGH = Mode(id="back", title=build.text("back"), on="beta")
STACK = build.alternative("alpha").model_copy(update={"mode": "back", "id": "alpha/back"})
BETA = build.framework("beta", build.claim("device.nvidia"))


def of(alpha: Framework, term: str, part: Part = Part.RUNTIME) -> str:
    return speaker(build.catalog(alpha, BETA), STACK, part, term).id


def test_a_mode_through_another_framework_computes_where_that_one_does() -> None:
    alpha = build.framework("alpha", modes=(THROUGH,))
    assert of(alpha, "device.nvidia") == "beta"
    assert of(alpha, "device.nvidia", Part.TRAINER) == "beta"


def test_all_but_devices_is_its_own() -> None:
    assert of(build.framework("alpha", modes=(THROUGH,)), "debug.breakpoints") == "alpha"


def test_what_it_says_of_a_device_itself_stands() -> None:
    alpha = build.framework("alpha", build.claim("device.nvidia", False), modes=(THROUGH,))
    assert of(alpha, "device.nvidia") == "alpha"


def test_a_mode_of_its_own_speaks_for_itself() -> None:
    assert of(build.framework("alpha", modes=("back",)), "device.nvidia") == "alpha"


def test_trained_through_another_says_nothing_of_what_a_routed_stack_runs_on() -> None:
    alpha = build.framework("alpha", modes=(THROUGH,))
    gamma = build.framework("gamma", roles="infer", modes=("cpu",))
    routed = STACK.model_copy(update={"runtime": "gamma", "mode": "cpu"})
    catalog = build.catalog(alpha, BETA, gamma)
    assert speaker(catalog, routed, Part.TRAINER, "device.nvidia").id == "alpha"
    assert speaker(catalog, routed, Part.RUNTIME, "device.nvidia").id == "gamma"
