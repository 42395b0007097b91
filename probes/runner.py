"""Measuring: every task in several processes, in interleaved rounds, within a budget.

A generation is one process per stack. The first is given to every stack the budget reaches; later
ones follow while it lasts. A framework's fault is a status, never an exception.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.schema.environment import Environment
from knowledge.schema.host import Host
from knowledge.schema.probing import Measurement, Precision, RunMode, Task
from knowledge.schema.progress import Progress
from probes.budget import Budget
from probes.conversion import Converter
from probes.flows.catalog import held_together
from probes.flows.scaling import scaled
from probes.interruption import (
    ENDED_EARLY,
    NOT_BEGUN,
    Cancelled,
    Stop,
    never,
    orderly_end,
)
from probes.precisions import lacking
from probes.preparation import Preparation
from probes.record import Circumstances, Record, summarise
from probes.rounds import go_round
from probes.run import Cases, Equipment, Run
from probes.workloads.deadline import OutOfTime

if TYPE_CHECKING:
    from probes.workloads.case import CaseFiles

DEFAULT_BUDGET_S = 150.0
FIRST_CASE = 1.5
"""Weight of the first case when the budget is shared out: it waits for the imports too."""


def measure(
    tasks: Sequence[Task],
    environments: Mapping[str, Environment],
    *,
    adapters: Mapping[str, str],
    host: Host,
    cases: Cases,
    cache_dir: Path,
    converters: Mapping[str, Converter] | None = None,
    budget_s: float = DEFAULT_BUDGET_S,
    spent_s: float = 0.0,
    seed: int = 0,
    progress: Callable[[Progress], None] = lambda event: None,
    stop: Stop = never,
    keep: Callable[[Measurement], None] = lambda measurement: None,
    equipment: Equipment | None = None,
) -> tuple[Measurement, ...]:
    """Measure `tasks` on this host.

    Args:
        tasks: what to measure; a stack's tasks share its processes, in this order.
        environments: stack -> the environment that holds it; a stack without is unavailable.
        adapters: stack -> its worker adapter (see `planner.adapters_for`).
        host: this machine.
        cases: gives (and builds, before anything is started) the case of a workload and batch;
            OutOfTime where that takes longer than it may.
        cache_dir: where frameworks may keep what they compile, and converters what they make.
        converters: lane (`Task.lane`) -> what makes the artefacts it runs (see
            `planner.converters_for`); absent where it reads the case itself.
        budget_s: seconds for all of it: building cases, converting, importing, preparing, warming
            up, sampling, and waiting for what hangs; kept within a tenth.
        spent_s: seconds of the budget that were spent before.
        seed: of the intervals; equal samples and seed give equal intervals.
        progress: told before each preparation, after each sample (the interval so far, no
            status), and once per task when it is over (its status).
        stop: asked about ten times a second; True ends the run.
        keep: given what each task amounts to, as soon as it has samples and again when it has
            more: a run that is killed loses no more than the rounds it was in.
        equipment: settings, launcher, clocks and watch; the real ones if not given.

    Returns:
        One measurement per task, in order, whatever became of it. After `stop` or Ctrl-C: what
        there is by then; no process is left behind.

    Raises:
        KnownError: a workload that cannot be built.
    """
    tools = equipment or Equipment()
    records = {task: _record(task, environments, adapters) for task in tasks}
    started, budget = tools.now(), Budget(budget_s, tools.clock, spent_s)

    def amounts_to(task: Task) -> Measurement:
        circumstances = Circumstances(
            host,
            seed,
            started,
            watched=tools.watch.on,
            counters=tools.meter.sources,
            uncounted=tools.meter.why,
        )
        return summarise(records[task], circumstances, _full(records, task))

    with tempfile.TemporaryDirectory(prefix="advisor-", ignore_cleanup_errors=True) as scratch:
        run = Run(
            records=records,
            cases=_built(records, cases, budget, progress),
            adapters=adapters,
            host=host,
            equipment=tools,
            budget=budget,
            scratch=Path(scratch),
            cache_dir=cache_dir,
            stop=stop,
            progress=progress,
            keep=lambda task: keep(amounts_to(task)),
            converters=converters or {},
        )
        for task, record in records.items():
            record.examined(run.cases.get(task.case))
        _go_through(run)
    return scaled([amounts_to(task) for task in tasks], seed)


def _go_through(run: Run) -> None:
    """All generations; an interruption ends them, and no process survives."""
    with orderly_end():
        try:
            for generation in range(run.settings.most_generations):
                if generation == 0 or run.budget.left() > 0:
                    _generation(run, generation)
        except (KeyboardInterrupt, Cancelled):
            for record in run.records.values():
                record.skip(NOT_BEGUN)
                record.note(ENDED_EARLY)
        finally:
            run.kill()
    run.finished()


def _generation(run: Run, generation: int) -> None:
    """One more process per lane, through its cases: each is prepared everywhere, then sampled.

    So what goes wrong with a later case, or takes too long, cannot cost an earlier one. The second
    and later generations begin with what was quick to prepare.
    """
    lanes = run.open_lanes()
    run.set_aside.clear()
    if generation:
        lanes.sort(key=lambda s: sum(run.prepared_s.get(task, 0.0) for task in run.tasks_of(s)))
    steps = [_together(run.tasks_of(lane)) for lane in lanes]
    depth = max((len(each) for each in steps), default=0)
    for position in range(depth):
        weight = FIRST_CASE if position == 0 else 1.0
        share = run.budget.left() * weight / (weight + depth - position - 1)
        case = [task for each in steps if position < len(each) for task in each[position]]
        _case(run, [task for task in case if run.records[task].open], generation, share)
    run.dismiss()


def _together(tasks: Sequence[Task]) -> list[list[Task]]:
    """A lane's tasks, one after the other; those that are held against each other side by side."""
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        flow = held_together(task.workload)
        groups.setdefault((flow, task.batch) if flow else task, []).append(task)
    return list(groups.values())


def _case(run: Run, tasks: list[Task], generation: int, share_s: float) -> None:
    """Prepare and sample tasks of different stacks; in turns, if memory does not hold them all.

    Where several tasks of a lane are sampled in turn, what ends the process with one of them must
    not cost the others: they are tried once more without it.
    """
    end = run.equipment.clock() + share_s
    while tasks:
        preparation = Preparation(run, generation, end)
        preparation.go(tasks)
        go_round(run, preparation.ready, generation, end)
        for task in preparation.ready:
            if run.records[task].open and run.records[task].samples:
                run.keep(task)
        tasks = preparation.waiting + [t for t in preparation.lost if run.records[t].open]
        if tasks:
            run.dismiss()


def _record(
    task: Task, environments: Mapping[str, Environment], adapters: Mapping[str, str]
) -> Record:
    """A new record; of a precision or mode that its adapter does not offer, an ended one."""
    record = Record(task, environments.get(task.stack))
    trouble = lacking(task, adapters[task.stack]) if record.open else None
    if trouble is not None:
        record.end(trouble)
    return record


def _full(records: Mapping[Task, Record], task: Task) -> Record | None:
    """The record of the same task in fp32; None for fp32 itself."""
    return None if task.precision is Precision.FP32 else records.get(task.full)


def _built(
    records: Mapping[Task, Record],
    cases: Cases,
    budget: Budget,
    progress: Callable[[Progress], None],
) -> dict[tuple[str, int, RunMode], CaseFiles]:
    """The cases that will be needed; the tasks of those that take too long to build are over."""
    wanted = list(dict.fromkeys(task.case for task, record in records.items() if record.open))
    built = {}
    for done, (workload, batch, mode) in enumerate(wanted):
        name = f"{workload} batch {batch}"
        progress(Progress(stage="prepare", done=done, total=len(wanted), subject=name))
        try:
            built[workload, batch, mode] = cases(workload, batch, mode)
        except OutOfTime:
            for task, record in records.items():
                if task.case == (workload, batch, mode):
                    record.give_up(
                        f"the budget of {budget.seconds:g} s has no room for building its model; "
                        "a larger one would let it finish"
                    )
    return built
