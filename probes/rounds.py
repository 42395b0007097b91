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


def go_round(run: Run, tasks: Iterable[Task], generation: int, end: float) -> None:
    """Sample one case in all stacks, round after round; every stack has a process that is warm.

    All rounds while the budget lasts; the first generation gets the fewest that make an estimate
    in any case. Disturbed samples are repeated while the case's share of the budget lasts.

    Args:
        run: the run, whose fleet holds a process for each task.
        tasks: one task per stack.
        generation: counted from 0.
        end: time by the run's clock at which the case's share of the budget is over.
    """
    repeated: Counter[Task] = Counter()
    held = list(tasks)
    for number in range(run.settings.rounds):
        enough = number >= LEAST_ROUNDS or generation > 0
        if enough and run.budget.left() <= 0:
            break
        held = _round(run, held, number, repeated, end)


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
    trial, began = run.fleet[task.stack], run.equipment.clock()
    reading = trial.sample(task, run.equipment.watch)
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
        contended=is_contended(foreign, run.equipment.watch.cores, threads, limit),
    )
