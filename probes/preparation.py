"""Preparing one case in all stacks: started, imported, built, checked, and warm at the end.

One at a time where the budget allows it, and start-up times are results then. Else a few at the
same time: nothing is timed meanwhile, and a compiler that takes its time keeps only one place busy.
Warming up comes after that, one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.schema.probing import Status, Task
from probes.conversion import Artefact, Order
from probes.protocol import Trouble
from probes.run import Run, subject
from probes.settings import Deadlines
from probes.statistics import LEAST_ROUNDS
from probes.trial import BudgetOver, Correct, Trial

if TYPE_CHECKING:
    from probes.workloads.case import CaseFiles

SHARES = (0.0, 0.3, 0.8)
"""Share of a task's last preparation that one in the first, second, any later generation takes at
least: compilers keep what they made, torch.compile took 31 s the first time and 3 to 5 s then."""
UNKNOWN_S = 12.0
"""A preparation that was never seen; imports alone took 1 to 12 s."""
ALONE_SHARE = 0.4
"""Of the time there is, what preparing one stack after the other may take."""
LEAST_S = 1.0
"""No framework starts in less: not worth beginning."""


@dataclass(frozen=True)
class Job:
    """A case that is being prepared in a thread of its own; touches nothing but its trial."""

    trial: Trial
    task: Task
    case: CaseFiles
    adapter: str
    threads: int
    limit_s: float
    began: float
    artefact: Path | None = None

    def go(self) -> Correct | Trouble:
        """Import the framework if the process is new, and prepare the case."""
        trial = self.trial
        if trial.opened is None:
            mode = self.task.stack.partition("/")[2]
            opened = trial.open(self.adapter, mode, self.threads, self.limit_s)
            if isinstance(opened, Trouble):
                return opened
        left = self.limit_s - (trial.clock() - self.began)
        return trial.prepare(self.task, self.case, max(left, 0.1), self.artefact)


@dataclass(frozen=True)
class Making:
    """An artefact that is being made in a thread of its own; its task is prepared afterwards."""

    order: Order
    task: Task
    deadlines: Deadlines
    limit_s: float
    began: float

    def go(self) -> Artefact | Trouble:
        """Convert."""
        return self.order.go(self.deadlines, self.limit_s)


class Preparation:
    """One case of one generation; `ready` are the tasks that can be sampled afterwards."""

    def __init__(self, run: Run, generation: int, end: float) -> None:
        self._run = run
        self._generation = generation
        self._end = end
        self._share_s = end - run.equipment.clock()
        self._first_call_s: dict[Task, float] = {}
        self._alone = True
        self.ready: list[Task] = []
        self.waiting: list[Task] = []
        """Tasks for whose process there was no memory left beside the others."""
        self.lost: list[Task] = []
        """Tasks that were ready, until another task of their lane ended the process."""

    def go(self, tasks: Iterable[Task]) -> None:
        """Prepare tasks, in this order, as far as budget and memory reach; then warm them up.

        Of one lane's tasks the next is begun when the one before is prepared everywhere.
        """
        for layer in _layers(tasks):
            self._prepare(layer)
        self._let_go()
        self._warm_all()
        self._let_go()

    def _let_go(self) -> None:
        """Put aside what is ready no more, since its process ended with another task."""
        gone = [task for task in self.ready if not self._run.holds(task)]
        self.ready = [task for task in self.ready if task not in gone]
        self.lost += gone

    def _prepare(self, tasks: Iterable[Task]) -> None:
        """Prepare tasks of different lanes."""
        run, queue = self._run, deque(tasks)
        total = len(queue)
        self._alone = total == 1 or run.settings.parallel == 1 or self._time_enough(queue)
        at_once = 1 if self._alone else run.settings.parallel
        jobs: dict[Future[Correct | Artefact | Trouble], Job | Making] = {}
        with ThreadPoolExecutor(at_once) as pool:
            try:
                while queue or jobs:
                    while queue and len(jobs) < at_once:
                        job = self._start(queue.popleft())
                        if job is not None:
                            run.preparing(total - len(queue) - 1, total, subject(job.task))
                            jobs[pool.submit(job.go)] = job
                    if jobs:
                        for future in wait(jobs, return_when=FIRST_COMPLETED).done:
                            job = jobs.pop(future)
                            self._collect(job, future.result())
                            if isinstance(job, Making) and job.task in run.artefacts:
                                queue.appendleft(job.task)
            except BaseException:
                # So that the threads, which wait for answers, end.
                run.kill()
                raise

    def reserve_s(self) -> float:
        """Seconds that warming up and the rounds of what is ready will take."""
        run = self._run
        trials = [(run.fleet[task.lane], task) for task in self.ready if run.holds(task)]
        warm = sum(trial.warm_cost_s(task) for trial, task in trials)
        return warm + run.settings.rounds * sum(t.sample_cost_s(task) for t, task in trials)

    def _time_enough(self, tasks: Iterable[Task]) -> bool:
        """Whether one at a time, so that start-up times are results, leaves time to sample."""
        run = self._run
        expected = (run.prepared_s.get(task, UNKNOWN_S) for task in tasks)
        return sum(expected) <= ALONE_SHARE * min(self._share_s, run.budget.left())

    def _start(self, task: Task) -> Job | Making | None:
        """A job for the task; None, and why in its record, if it is not to be prepared now."""
        run, lane = self._run, task.lane
        if self._hopeless(task):
            return None
        left = run.budget.left() - self.reserve_s()
        if left <= max(LEAST_S, least_s(run, task, self._generation)):
            seconds = run.budget.seconds
            run.records[task].skip(f"the budget of {seconds:g} s was spent before its first sample")
            return None
        if lane not in run.fleet and self._full():
            self.waiting.append(task)
            return None
        now, threads = run.equipment.clock(), run.host.cpu.threads
        # The rest of this case's share of the budget; for a late start half a share, if there is.
        limit = max(self._end - now - self.reserve_s(), min(left, self._share_s / 2))
        order = run.unconverted(task)
        if isinstance(order, Order):
            return Making(order, task, run.settings.deadlines, limit, now)
        trial = order or run.trial_for(lane)
        if isinstance(trial, Trouble):
            run.end(run.tasks_of(lane), trial)
            return None
        case = run.cases[task.case]
        folder = run.artefacts[task].folder if task in run.artefacts else None
        return Job(trial, task, case, run.adapters[task.stack], threads, limit, now, folder)

    def _hopeless(self, task: Task) -> bool:
        """Whether another case of the stack took so long that this one is not tried now."""
        records = self._run.records
        for other in self._run.tasks_of(task.lane):
            trouble = records[other].trouble
            if trouble is not None and trouble.status is Status.TIMEOUT:
                records[task].skip(f"not tried after the time-out of {subject(other)}")
                return True
        if task.lane in self._run.set_aside:
            records[task].skip("not tried: its stack was too slow to prepare for the budget")
            return True
        return False

    def _full(self) -> bool:
        """Whether one more process, as big as the biggest, would be too much memory."""
        sizes = [trial.rss_bytes for trial in self._run.fleet.values()]
        biggest = max(sizes, default=0)
        limit = self._run.settings.memory_share * self._run.host.memory_bytes
        return biggest + sum(size or biggest for size in sizes) > limit

    def _collect(self, job: Job | Making, outcome: Correct | Artefact | Trouble) -> None:
        run, task = self._run, job.task
        if isinstance(job, Job):
            run.prepared_s[task] = run.equipment.clock() - job.began
            if job.trial.opened is not None:
                # In a process that had a case before, the import is not of now.
                alone = self._alone and len(job.trial.prepared) <= 1
                for each in run.tasks_of(task.lane):
                    run.records[each].opened(job.trial.opened, alone=alone)
        if isinstance(outcome, Trouble):
            self._failed(job, outcome)
        elif isinstance(outcome, Artefact):
            run.converted(task, outcome)
        elif isinstance(job, Job):
            before = job.trial.prepared[:-1]
            run.records[task].correct(outcome, before=before, alone=self._alone)
            started, opened = job.trial.start_s, job.trial.opened
            if not before and started is not None and opened is not None:
                run.records[task].cold(started, opened, outcome.prepared, alone=self._alone)
            self._first_call_s[task] = outcome.prepared.first_call_s
            self.ready.append(task)

    def _failed(self, job: Job | Making, trouble: Trouble) -> None:
        run, task = self._run, job.task
        spent = run.equipment.clock() - job.began
        if isinstance(trouble, BudgetOver) or (
            trouble.status is Status.TIMEOUT and self._cut_short(job, trouble, spent)
        ):
            seconds = run.budget.seconds
            run.records[task].skip(
                f"the budget of {seconds:g} s ended its preparation after {spent:.0f} s; "
                "a larger one would let it finish"
            )
            run.set_aside.add(task.lane)
            run.forget_dead(task.lane)
        elif isinstance(job, Making) or job.trial.opened:
            run.end((task,), trouble)
        else:
            run.end(run.tasks_of(task.lane), trouble)

    def _cut_short(self, job: Job | Making, outcome: Trouble, spent_s: float) -> bool:
        """Whether a time-out is the budget's doing: the time was up, and it was not stuck."""
        return spent_s >= 0.95 * job.limit_s and (outcome.busy or self._generation > 0)

    def _warm_all(self) -> None:
        """Warm up what is ready; if there is no room for all, the quickest, and those sampled.

        The first generation may use the budget to its end: something must come out.
        """
        run, kept_s = self._run, 0.0
        cost = {task: run.fleet[task.lane].warm_cost_s(task) for task in self.ready}
        sample = {task: run.fleet[task.lane].sample_cost_s(task) for task in self.ready}
        left = run.budget.left if self._generation else run.budget.most
        whole = sum(cost.values()) + LEAST_ROUNDS * sum(sample.values())
        order = list(self.ready)
        if whole > left():
            order.sort(key=lambda task: cost[task] + sample[task])
        for task in order:
            if not run.holds(task):
                continue
            if cost[task] + sample[task] + kept_s > left():
                self.ready.remove(task)
                call = run.fleet[task.lane].seconds_per_call(task)
                run.records[task].skip(
                    f"the budget of {run.budget.seconds:g} s has no room for a sample: "
                    f"a call takes {call:.3g} s"
                )
                continue
            self._warm(task)
            if task in self.ready:
                kept_s += run.fleet[task.lane].sample_cost_s(task)

    def _warm(self, task: Task) -> None:
        run = self._run
        warmth = run.fleet[task.lane].warm(task, self._first_call_s[task])
        if isinstance(warmth, BudgetOver):
            self.ready.remove(task)
            run.cut(task)
        elif isinstance(warmth, Trouble):
            self.ready.remove(task)
            run.end((task,), warmth)
        else:
            run.records[task].warm(warmth)


def _layers(tasks: Iterable[Task]) -> list[list[Task]]:
    """The first task of every lane, then the second of those that have one, and so on."""
    by_lane: dict[str, list[Task]] = {}
    for task in tasks:
        by_lane.setdefault(task.lane, []).append(task)
    layers = zip_longest(*by_lane.values())
    return [[task for task in layer if task is not None] for layer in layers]


def least_s(run: Run, task: Task, generation: int) -> float:
    """Seconds that preparing a task will take at least, as far as earlier generations tell."""
    return SHARES[min(generation, len(SHARES) - 1)] * run.prepared_s.get(task, 0.0)
