"""Measure tasks on this machine: find or make the environments, run, keep the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from advisor.usecases.environments import create_environments
from advisor.usecases.judging import judged
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError
from knowledge.roofline import standing
from knowledge.schema.decision import CutShort
from knowledge.schema.environment import Environment
from knowledge.schema.machine import Noise
from knowledge.schema.probing import Measurement, Precision, Status, Task
from knowledge.schema.progress import Progress

LISTEN_S, REACH_S = 15.0, 45.0
"""Budgets from which a second goes to the machine's noise, and four to its ceilings."""
CALIBRATION_SHARE = 0.15
"""Of the budget, what both may take on a machine so busy that they take far longer."""
AGAIN_S = 8.0
"""What must be left of the budget for the ceilings to be measured once more."""

if TYPE_CHECKING:
    from probes.workloads.model_file import GivenModel


class Journal(Protocol):
    """What keeps the measurements of a run that goes on (see `knowledge.store.journal`)."""

    def add(self, measurement: Measurement) -> None:
        """Put a measurement on disk."""

    def done(self) -> None:
        """The results are kept elsewhere."""


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

    Provisioning and waiting for another advisor are not part of the budget; all else is. Said
    beforehand is what is expected to find room in it; what is known well already comes last then.
    What is finished is on disk at once, so that a kill costs no more than the rounds it falls in.

    A task whose framework is not on the machine comes back as unavailable. `provision` makes
    environments that are `extra` with `extras` only. With a `model` of the user the tasks are on
    that.
    """
    from advisor.usecases.foreseeing import foreseen

    if provision:
        create_environments(wiring, made_for(wiring, tasks, extras=extras), progress, stop)
    began = wiring.clock()
    environments, converting = environments_for(wiring, tasks)
    progress(Progress(stage="begin", done=0, total=len(tasks), budget_s=budget_s))
    earlier = wiring.of_all_modes()
    order, event = foreseen(wiring, tasks, environments, earlier, budget_s)
    if event is not None:
        progress(event)
    taken, noise, spent = wiring.clock() - began, None, 0.0
    if environments:
        noise, spent = calibrated(wiring, budget_s, progress, stop)
    spent += taken
    judge = partial(
        judged, host=wiring.host, noise=noise, baselines=wiring.baselines(), earlier=earlier
    )
    _save_place(wiring, (*environments.values(), *converting.values()), progress)
    start = wiring.clock()
    with _journal(wiring, progress) as journal:
        measurements = wiring.measure(
            order,
            environments,
            converting=converting,
            budget_s=budget_s,
            spent_s=spent,
            seed=seed,
            progress=progress,
            stop=stop,
            model=model,
            keep=lambda m: _put_down(journal, judge([m])[0]),
        )
        found = judge(measurements)
        if over_ceiling(found) and budget_s - spent - (wiring.clock() - start) > AGAIN_S:
            # The ceiling was too low: taken anew while the machine is as it was for the results.
            wiring.calibrate(ceilings=True, progress=progress, stop=stop, limit_s=AGAIN_S)
            found = judge(measurements, baselines=wiring.baselines())
        try:
            wiring.store.save_measurements(list(found))
            if journal is not None:
                journal.done()
        except KnownError as error:
            # A full disk must not cost what took minutes: it is shown, only not kept.
            progress(Progress(stage="unsaved", done=0, total=1, message=error.message))
    by_task = {m.task: m for m in found}
    return tuple(by_task[task] for task in tasks)


def over_ceiling(measurements: Sequence[Measurement]) -> bool:
    """Whether a result is beyond what the machine can do at most, by a ceiling of a busy time."""
    return any(
        where.beyond and where.disturbed
        for m in measurements
        if m.roofline is not None and (where := standing(m, m.roofline)) is not None
    )


def cut_short(measurements: Sequence[Measurement]) -> CutShort | None:
    """How much of a run there is that was ended from outside; None where it was not."""
    from probes.interruption import ENDED_EARLY, NOT_BEGUN

    if not any(m.message == NOT_BEGUN or ENDED_EARLY in m.notes for m in measurements):
        return None
    planned = [m for m in measurements if m.status is not Status.UNAVAILABLE]
    results = [m for m in planned if m.status is not Status.SKIPPED]
    return CutShort(results=len(results), planned=len(planned))


def _save_place(wiring: Wiring, used: Sequence[Environment], progress: Narrate) -> None:
    """Keep the host and the environments: results of a killed run refer to them."""
    try:
        wiring.store.save_host(wiring.host)
        wiring.store.save_environments(wiring.host.id, list({e.id: e for e in used}.values()))
    except KnownError as error:
        progress(Progress(stage="unsaved", done=0, total=1, message=error.message))


@contextmanager
def _journal(wiring: Wiring, progress: Narrate) -> Iterator[Journal | None]:
    """The journal of a run; none where nothing can be written, which is told."""
    try:
        journal = wiring.journal()
    except OSError as error:
        progress(Progress(stage="unsaved", done=0, total=1, message=str(error.strerror or error)))
        yield None
        return
    with journal:
        yield journal


def _put_down(journal: Journal | None, measurement: Measurement) -> None:
    """Put a finished measurement on disk; where that is full, the end of the run tells."""
    if journal is not None and measurement.status not in (Status.SKIPPED, Status.UNAVAILABLE):
        with suppress(OSError):
            journal.add(measurement)


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
        ceilings=ceilings,
        unless_loud=bool(known),
        progress=progress,
        stop=stop,
        limit_s=CALIBRATION_SHARE * budget_s,
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
