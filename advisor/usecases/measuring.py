"""Measure tasks on this machine: find or make the environments, run, keep the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from advisor.usecases.environments import create_environments
from advisor.usecases.judging import judged
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError
from knowledge.schema.environment import Environment
from knowledge.schema.machine import Noise
from knowledge.schema.probing import Measurement, Precision, Task
from knowledge.schema.progress import Progress

LISTEN_S, REACH_S = 15.0, 45.0
"""Budgets from which a second goes to the machine's noise, and four to its ceilings."""

if TYPE_CHECKING:
    from probes.workloads.model_file import GivenModel


def measure(
    wiring: Wiring,
    tasks: Sequence[Task],
    *,
    budget_s: float,
    seed: int,
    provision: bool,
    progress: Narrate,
    stop: Callable[[], bool],
    extras: bool = False,
    model: GivenModel | None = None,
) -> tuple[Measurement, ...]:
    """Measure `tasks` within `budget_s` seconds and store what came out.

    Provisioning time is not part of the budget; the machine's calibration is. A task whose
    framework is not on the machine comes back as unavailable. `provision` makes environments that
    are `extra` with `extras` only. With a `model` of the user the tasks are on that.
    """
    if provision:
        create_environments(wiring, made_for(wiring, tasks, extras=extras), progress, stop)
    environments, converting = environments_for(wiring, tasks)
    progress(Progress(stage="begin", done=0, total=len(tasks), budget_s=budget_s))
    noise, spent = calibrated(wiring, budget_s, progress, stop) if environments else (None, 0.0)
    measurements = wiring.measure(
        tasks,
        environments,
        converting=converting,
        budget_s=max(0.0, float(round(budget_s - spent))),
        seed=seed,
        progress=progress,
        stop=stop,
        model=model,
    )
    measurements = judged(
        measurements,
        host=wiring.host,
        noise=noise,
        baselines=wiring.baselines(),
        earlier=wiring.earlier(),
    )
    used = {each.id: each for each in (*environments.values(), *converting.values())}
    try:
        wiring.store.save_host(wiring.host)
        wiring.store.save_environments(wiring.host.id, list(used.values()))
        wiring.store.save_measurements(list(measurements))
    except KnownError as error:
        # A full disk must not cost what took minutes: it is shown, only not kept.
        progress(Progress(stage="unsaved", done=0, total=1, message=error.message))
    return measurements


def calibrated(
    wiring: Wiring, budget_s: float, progress: Narrate, stop: Callable[[], bool]
) -> tuple[Noise | None, float]:
    """The machine's noise, and the seconds of the budget that telling it took.

    Its ceilings are measured along until they were once in quiet. A short budget gets neither.
    """
    if budget_s < LISTEN_S:
        return None, 0.0
    known = wiring.baselines()
    ceilings = not any(baseline.quiet for baseline in known) and budget_s >= REACH_S
    progress(Progress(stage="calibrate", done=0, total=1))
    found = wiring.calibrate(
        ceilings=ceilings, unless_loud=bool(known), progress=progress, stop=stop
    )
    return found.noise, found.seconds


def made_for(wiring: Wiring, tasks: Sequence[Task], *, extras: bool) -> tuple[str, ...]:
    """The environments to make for the tasks; those that are `extra` with `extras` only.

    What quantises for a stack that is none comes along where INT8 is asked for.
    """
    known = wiring.catalog.environment
    quantisers = {
        _workshop(wiring, task)
        for task in tasks
        if task.precision is Precision.INT8 and not known(_home(wiring, task) or "").extra
    }
    return tuple(
        spec
        for spec in specs_of(wiring, tasks)
        if extras or spec in quantisers or not known(spec).extra
    )


def specs_of(wiring: Wiring, tasks: Sequence[Task]) -> tuple[str, ...]:
    """The environment specs that the tasks' frameworks and converters live in, in task order."""
    specs = (spec for task in tasks for spec in (_home(wiring, task), _workshop(wiring, task)))
    return tuple(dict.fromkeys(spec for spec in specs if spec is not None))


def environments_for(
    wiring: Wiring, tasks: Sequence[Task]
) -> tuple[dict[str, Environment], dict[str, Environment]]:
    """The environment each stack is measured in, and the one its artefacts are made in.

    By stack id and by lane (`Task.lane`); those without are absent.
    """
    from probes.environments import preferred

    best = preferred(wiring.environments())
    homes = {task.stack: best.get(_home(wiring, task) or "") for task in tasks}
    workshops = {task.lane: best.get(_workshop(wiring, task) or "") for task in tasks}
    return (
        {stack: found for stack, found in homes.items() if found is not None},
        {lane: found for lane, found in workshops.items() if found is not None},
    )


def _home(wiring: Wiring, task: Task) -> str | None:
    framework, mode = wiring.catalog.mode(task.stack)
    return framework.home(mode)


def _workshop(wiring: Wiring, task: Task) -> str | None:
    _, mode = wiring.catalog.mode(task.stack)
    via = mode.source(task.precision)
    return via.environment if via else None
