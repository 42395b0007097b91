"""What to measure for a scenario: its workloads on every stack that can be part of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from knowledge.schema.environment import Environment
from knowledge.schema.framework import Framework, Role
from knowledge.schema.probing import Precision, Task
from knowledge.schema.scenario import Scenario, Scope

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from probes.conversion import Converter

CALIBRATION_SETS = 8
"""Inputs by whose activations a model is quantised; none of them is measured with."""


def tasks_for(scenario: Scenario, catalog: Catalog) -> tuple[Task, ...]:
    """The scenario's workloads on every measurable mode of every framework in its scope.

    Scope "train" takes the frameworks to train with; scope "deploy" also the runtimes that a
    route leads to. A mode is measurable if it has an adapter. One mode of every framework comes
    before any second mode, so that a budget that ends early has reached most frameworks. Reduced
    precisions come last, on the modes whose adapter offers them.
    """
    stacks = _breadth_first(_runtimes(scenario.scope, catalog), scenario.scope)
    return tuple(
        Task(stack=stack, workload=use.workload, batch=use.batch, precision=precision)
        for precision in sorted(scenario.precisions, key=list(Precision).index)
        for stack in stacks
        if precision is Precision.FP32 or precision in _offered(catalog, stack)
        for use in scenario.workloads
    )


def _offered(catalog: Catalog, stack: str) -> tuple[Precision, ...]:
    from probes.precisions import offered

    _, mode = catalog.mode(stack)
    return () if mode.adapter is None else offered(mode.adapter, mode.id)


def adapters_for(tasks: Iterable[Task], catalog: Catalog) -> dict[str, str]:
    """The worker adapter of each task's stack.

    Raises:
        ValueError: a stack's mode has no adapter; such a task is never planned.
    """
    adapters = {}
    for stack in dict.fromkeys(task.stack for task in tasks):
        _, mode = catalog.mode(stack)
        if mode.adapter is None:
            raise ValueError(f"{stack} has no adapter")
        adapters[stack] = mode.adapter
    return adapters


def converters_for(
    tasks: Iterable[Task], catalog: Catalog, converting: Mapping[str, Environment]
) -> dict[str, Converter]:
    """What makes the artefacts of each lane that runs artefacts; the others are absent.

    `converting` is, by lane (`Task.lane`), the environment that holds the converter; absent if
    none does.
    """
    from probes.conversion import Converter  # planning alone has no need of processes

    converters = {}
    for task in {task.lane: task for task in tasks}.values():
        _, mode = catalog.mode(task.stack)
        via = mode.source(task.precision)
        if via is not None:
            calibrated = CALIBRATION_SETS if task.precision is Precision.INT8 else 0
            holder = converting.get(task.lane)
            converters[task.lane] = Converter(
                via.converter, holder, via.routes, via.environment, calibrated
            )
    return converters


def _runtimes(scope: Scope, catalog: Catalog) -> list[Framework]:
    """Frameworks that can be what runs the model, trainers first."""
    trainers = [f for f in catalog.frameworks.values() if Role.TRAIN in f.roles]
    if scope is Scope.TRAIN:
        return trainers
    sources = {framework.id for framework in trainers}
    targets = {
        route.target
        for route in catalog.routes.values()
        if route.source in sources and route.support.level > 0
    }
    runtimes = [
        framework
        for framework in catalog.frameworks.values()
        if framework.id in targets - sources and Role.INFER in framework.roles
    ]
    return trainers + runtimes


def _breadth_first(frameworks: Iterable[Framework], scope: Scope) -> list[str]:
    """Stacks: every framework's first measurable mode, then every second one, and so on.

    Among equals those come last whose model must be converted: that may take a minute.
    """
    ranked = [
        ((rank, mode.via is not None), f"{framework.id}/{mode.id}")
        for framework in frameworks
        for rank, mode in enumerate(m for m in framework.modes if m.adapter is not None)
        if scope is not Scope.TRAIN or framework.does(Role.TRAIN, mode)
    ]
    return [stack for _, stack in sorted(ranked, key=lambda pair: pair[0])]
