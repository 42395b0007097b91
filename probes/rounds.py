"""Interleaved rounds: A B C A B C, so that what drifts on the machine drifts for all alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from knowledge.schema.probing import Sample, Task
from probes.contention import is_contended
from probes.protocol import Trouble
from probes.run import Run
from probes.statistics import LEAST_ROUNDS
from probes.trial import BudgetOver, Reading, Trial


def go_round(run: Run, tasks: Iterable[Task], generation: int, end: float) -> None:
    """Sample one case in all stacks, round after round; every stack has a process that is warm.

    A sample is begun while the budget has room for it; in the first generation the fewest that
    make an estimate may pass its end a little, the quickest first. Disturbed samples are repeated
    while the case's share of the budget lasts.

    Args:
        run: the run, whose fleet holds a process for each task.
        tasks: one task per lane, or several that are held against each other: these follow one
            another in every round.
        generation: counted from 0.
        end: time by the run's clock at which the case's share of the budget is over.
    """
    repeated: Counter[Task] = Counter()
    held = list(tasks)
    due = _affordable(run, held) if generation == 0 else Counter()
    if generation == 0:
        held = [task for task in held if due[task]]
    for number in range(run.settings.rounds):
        if not held:
            break
        held = _round(run, held, number, repeated, due, end)


def _affordable(run: Run, tasks: Iterable[Task]) -> Counter[Task]:
    """Rounds of each task that the budget holds, up to the fewest that make an estimate.

    A task that gets none is skipped, and says why.
    """
    seconds, due = run.budget.seconds, Counter[Task]()
    left = run.budget.most()
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
    run: Run,
    tasks: list[Task],
    number: int,
    repeated: Counter[Task],
    due: Counter[Task],
    end: float,
) -> list[Task]:
    """One sample of every task; disturbed ones once more after that, a few times and until `end`.

    Returns the tasks that can be sampled again.
    """
    pending, lost, first = tasks, set(), True
    while pending:
        again = []
        for task in pending:
            if not run.holds(task):  # it ended with another task of its lane
                lost.add(task)
                continue
            if not _room(run, task, due=first and number < due[task]):
                lost.update([task] if first else [])
                continue
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
        pending, first = again, False
    return [task for task in tasks if task not in lost]


def _room(run: Run, task: Task, *, due: bool) -> bool:
    """Whether the budget has room for one more sample; of those that are due, up to its end."""
    cost = run.fleet[task.lane].sample_cost_s(task)
    return cost <= (run.budget.most() if due else run.budget.left())


def _sample(run: Run, task: Task, number: int) -> Sample | None:
    """Take and keep one sample; None if it could not be taken."""
    trial = run.fleet[task.lane]
    reading = trial.sample(task, run.equipment.watch, run.equipment.meter)
    if isinstance(reading, BudgetOver):
        run.cut(task)
        return None
    if isinstance(reading, Trouble):
        run.end((task,), reading)
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
