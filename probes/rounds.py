"""Interleaved rounds: A B C A B C, so that what drifts on the machine drifts for all alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from knowledge.schema.probing import Sample, Status, Task
from probes.contention import is_contended
from probes.protocol import Trouble
from probes.run import Run
from probes.statistics import LEAST_ROUNDS
from probes.trial import Reading, Trial

OVERRUN, OVERRUN_S = 0.05, 3.0
"""Share of the budget, and seconds, by which the first generation's rounds may exceed it."""


def go_round(run: Run, tasks: Iterable[Task], generation: int, end: float) -> None:
    """Sample one case in all stacks, round after round; every stack has a process that is warm.

    All rounds while the budget lasts; in the first generation the fewest that make an estimate, as
    far as they fit into it at all, the quickest first. Disturbed samples are repeated while the
    case's share of the budget lasts.

    Args:
        run: the run, whose fleet holds a process for each task.
        tasks: one task per stack.
        generation: counted from 0.
        end: time by the run's clock at which the case's share of the budget is over.
    """
    repeated: Counter[Task] = Counter()
    held = list(tasks)
    due = _affordable(run, held) if generation == 0 else Counter()
    if generation == 0:
        held = [task for task in held if due[task]]
    for number in range(run.settings.rounds):
        if run.budget.left() <= 0:
            held = [task for task in held if number < due[task]]
        if not held:
            break
        held = _round(run, held, number, repeated, end)


def _affordable(run: Run, tasks: Iterable[Task]) -> Counter[Task]:
    """Rounds of each task that the budget holds, up to the fewest that make an estimate.

    A task that gets none is skipped, and says why.
    """
    seconds, due = run.budget.seconds, Counter[Task]()
    left = run.budget.left() + max(OVERRUN * seconds, OVERRUN_S)
    costs = {task: run.fleet[task.lane].sample_cost_s(task) for task in tasks}
    for task in sorted(costs, key=lambda each: costs[each]):
        due[task] = max(0, min(LEAST_ROUNDS, int(left / costs[task])))
        left -= due[task] * costs[task]
        if due[task] == 0:
            call = run.fleet[task.lane].seconds_per_call(task)
            run.records[task].skip(
                f"the budget of {seconds:g} s has no room for a sample: a call takes {call:.3g} s"
            )
    return due


def _round(
    run: Run, tasks: list[Task], number: int, repeated: Counter[Task], end: float
) -> list[Task]:
    """One sample of every task; disturbed ones once more after that, a few times and until `end`.

    Returns the tasks that can be sampled again.
    """
    pending, lost = tasks, set()
    while pending:
        again = []
        for task in pending:
            sample = _sample(run, task, number)
            if sample is None:
                lost.add(task)
            elif (
                sample.contended
                and repeated[task] < run.settings.repeats
                and run.equipment.clock() < end
            ):
                repeated[task] += 1
                again.append(task)
        pending = again
    return [task for task in tasks if task not in lost]


def _sample(run: Run, task: Task, number: int) -> Sample | None:
    """Take and keep one sample; None, and the task is over, if it could not be taken."""
    trial, began = run.fleet[task.lane], run.equipment.clock()
    reading = trial.sample(task, run.equipment.watch, run.equipment.meter)
    if isinstance(reading, Trouble):
        run.end((task,), reading)
        if reading.status is Status.TIMEOUT:
            # What a stack that hangs took is not taken from the others.
            run.budget.refund(run.equipment.clock() - began)
        return None
    sample = _judged(run, trial, reading, number)
    run.records[task].samples.append(sample)
    run.sampled(task)
    return sample


def _judged(run: Run, trial: Trial, reading: Reading, number: int) -> Sample:
    """The sample, with the contention watch's verdict."""
    limit, threads = run.settings.contended_cores, run.host.cpu.threads
    foreign = reading.foreign_cpu
    return Sample(
        process=trial.process,
        round=number,
        loops=reading.sampled.loops,
        seconds=reading.sampled.seconds,
        foreign_cpu=round(foreign, 3),
        joules=reading.joules,
        contended=is_contended(foreign, run.equipment.watch.cores, threads, limit),
    )
