from dataclasses import replace
from datetime import date

import pytest

from knowledge.catalog import Catalog, GradeTable
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Support
from knowledge.schema.criterion import Anchors
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import Framework, Lifecycle, Mode, Role, Route, Via
from knowledge.schema.probing import Precision, Task
from knowledge.schema.scenario import Preference, Scenario, Scope, WorkloadUse
from probes.planner import adapters_for, converters_for, tasks_for
from tests.probes.staged import environment

TEXT = LocalText(en="x", zh="x")
EVIDENCE = (Citation(source="s", locator="l", read=date(2026, 11, 30), grade=Grade.DOCUMENTED),)


def framework(name, role, **modes):
    return Framework(
        id=name,
        title=name,
        summary=TEXT,
        roles=(role,),
        lifecycle=Lifecycle.ACTIVE,
        package=f"pkg:pypi/{name}@1",
        modes=tuple(Mode(id=m, title=TEXT, adapter=a) for m, a in modes.items()),
    )


def route(source, target, added=True):
    return Route(
        id=f"{source}-{target}",
        title=TEXT,
        source=source,
        target=target,
        steps=("ONNX",),
        support=Support(added=added),
        evidence=EVIDENCE,
    )


def preference(criterion, measure=None):
    return Preference(
        criterion=criterion, weight=1, anchors=Anchors(worst=0, best=1), measure=measure
    )


def scenario(scope):
    one, eight = WorkloadUse(workload="net"), WorkloadUse(workload="net", batch=8)
    return Scenario(
        id="s",
        title=TEXT,
        summary=TEXT,
        scope=scope,
        preferences=(
            preference("latency", one),
            preference("throughput", eight),
            preference("memory", one),
            preference("maturity"),
        ),
    )


@pytest.fixture
def catalog():
    frameworks = [
        framework("flow", Role.TRAIN, eager="flow", fast="flow"),
        framework("keras", Role.TRAIN, on_flow=None),
        framework("lonely", Role.INFER, cpu="lonely"),
        framework("refused", Role.INFER, cpu="refused"),
        framework("runtime", Role.INFER, cpu="rt", gpu=None),
    ]
    routes = [
        route("flow", "runtime"),
        route("flow", "refused", added=False),
        route("runtime", "lonely"),
        route("keras", "flow"),
    ]
    return Catalog(
        grades=GradeTable(sd={}, stale_factor=1),
        frameworks={f.id: f for f in frameworks},
        routes={r.id: r for r in routes},
    )


def test_training_takes_trainers_only(catalog):
    tasks = tasks_for(scenario(Scope.TRAIN), catalog)
    assert {task.stack for task in tasks} == {"flow/eager", "flow/fast"}


def test_deploying_adds_what_a_working_route_leads_to(catalog):
    tasks = tasks_for(scenario(Scope.DEPLOY), catalog)
    assert {task.stack for task in tasks} == {"flow/eager", "flow/fast", "runtime/cpu"}


def test_every_framework_comes_before_any_second_mode(catalog):
    tasks = tasks_for(scenario(Scope.DEPLOY), catalog)
    stacks = list(dict.fromkeys(task.stack for task in tasks))
    assert stacks == ["flow/eager", "runtime/cpu", "flow/fast"]


def test_each_use_is_measured_once_per_stack(catalog):
    tasks = tasks_for(scenario(Scope.TRAIN), catalog)
    assert tasks[:2] == (
        Task(stack="flow/eager", workload="net", batch=1),
        Task(stack="flow/eager", workload="net", batch=8),
    )
    assert len(tasks) == len(set(tasks)) == 4


def test_adapters_come_from_the_modes(catalog):
    tasks = tasks_for(scenario(Scope.DEPLOY), catalog)
    assert adapters_for(tasks, catalog) == {
        "flow/eager": "flow",
        "flow/fast": "flow",
        "runtime/cpu": "rt",
    }


VIA = Via(converter="tool", environment="flow", routes=("flow-runtime",))


@pytest.fixture
def converting(catalog):
    """The catalog, whose runtime "early" reads artefacts."""
    mode = Mode(id="cpu", title=TEXT, adapter="early", via=VIA)
    early = framework("early", Role.INFER).model_copy(update={"modes": (mode,)})
    frameworks = {"early": early, **catalog.frameworks}
    routes = {**catalog.routes, "flow-early": route("flow", "early")}
    return replace(catalog, frameworks=frameworks, routes=routes)


def test_what_must_be_converted_comes_after_its_equals(converting):
    tasks = tasks_for(scenario(Scope.DEPLOY), converting)
    stacks = list(dict.fromkeys(task.stack for task in tasks))
    assert stacks == ["flow/eager", "runtime/cpu", "early/cpu", "flow/fast"]


def test_converters_come_from_the_modes_with_the_environment_that_holds_them(converting):
    tasks = tasks_for(scenario(Scope.DEPLOY), converting)
    here = environment("flow")
    (made,) = converters_for(tasks, converting, {"early/cpu": here}).values()
    assert (made.name, made.environment, made.routes) == ("tool", here, ("flow-runtime",))
    assert converters_for(tasks, converting, {})["early/cpu"].environment is None


def test_int8_has_a_lane_and_a_converter_of_its_own(converting):
    quantised = Via(converter="quantiser", environment="flow")
    early = converting.frameworks["early"]
    mode = early.modes[0].model_copy(update={"via": None, "quantised": quantised})
    frameworks = {**converting.frameworks, "early": early.model_copy(update={"modes": (mode,)})}
    catalog = replace(converting, frameworks=frameworks)
    full = Task(stack="early/cpu", workload="net")
    int8 = Task(stack="early/cpu", workload="net", precision="int8")
    here = environment("flow")
    made = converters_for([full, int8], catalog, {"early/cpu@int8": here})
    assert set(made) == {"early/cpu@int8"}
    assert (made["early/cpu@int8"].name, made["early/cpu@int8"].environment) == ("quantiser", here)
    assert made["early/cpu@int8"].calibration_sets > 0
    assert converters_for([full], converting, {})["early/cpu"].calibration_sets == 0


def test_a_mode_without_adapter_is_no_task(catalog):
    with pytest.raises(ValueError, match="keras/on_flow"):
        adapters_for([Task(stack="keras/on_flow", workload="net")], catalog)


def test_reduced_precisions_come_last_and_only_where_the_adapter_offers_them(catalog):
    asked = scenario(Scope.TRAIN)
    stack = tasks_for(asked, catalog)[0].stack
    offering = replace(catalog, frameworks=dict(catalog.frameworks))
    name, _, mode = stack.partition("/")
    known = offering.frameworks[name]
    changed = tuple(
        one.model_copy(update={"id": "eager", "adapter": "torch"}) if one.id == mode else one
        for one in known.modes
    )
    offering.frameworks[name] = known.model_copy(update={"modes": changed})
    both = asked.model_copy(update={"precisions": (Precision.INT8, Precision.FP32)})
    full, found = tasks_for(asked, offering), tasks_for(both, offering)
    assert found[: len(full)] == full
    assert {task.lane for task in found[len(full) :]} == {f"{name}/eager@int8"}
