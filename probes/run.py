"""The state of one run: its records, its budget, the processes that live, what it reports."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from knowledge.schema.host import Host
from knowledge.schema.probing import RunMode, Task
from knowledge.schema.progress import Progress
from probes.budget import Budget
from probes.compiled import folder_of, trusted
from probes.contention import Watch
from probes.conversion import Artefact, Converter, Order, begin, kept
from probes.energy.meter import Meter
from probes.interruption import Stop
from probes.launcher import Worker, start
from probes.protocol import Trouble
from probes.record import Record, latency_of, status_of
from probes.settings import Settings
from probes.surroundings import worker_environ
from probes.trial import Trial, no_room

if TYPE_CHECKING:
    from probes.workloads.case import CaseFiles

Cases = Callable[[str, int, RunMode], "CaseFiles"]
"""(workload id, batch, mode) -> the case, built if need be; see `Task.case`."""
REPORT_DRAWS = 200
"""Bootstrap draws for an interval that is only shown while it still changes."""


class Launch(Protocol):
    """What starts workers; `probes.launcher.start` outside of tests."""

    def __call__(
        self, python: Path, *, folder: Path, environ: Mapping[str, str], stop: Stop
    ) -> Worker | Trouble:
        """Start a worker under `python`."""


@dataclass(frozen=True)
class Equipment:
    """What a run works with; tests bring their own."""

    settings: Settings = field(default_factory=Settings)
    launch: Launch = start
    watch: Watch = field(default_factory=Watch)
    meter: Meter = field(default_factory=Meter)
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))


@dataclass
class Run:
    """One call of `measure`, while it goes on. Only its own thread changes it."""

    records: dict[Task, Record]
    cases: Mapping[tuple[str, int, RunMode], CaseFiles]
    adapters: Mapping[str, str]
    host: Host
    equipment: Equipment
    budget: Budget
    scratch: Path
    cache_dir: Path
    stop: Stop
    progress: Callable[[Progress], None]
    keep: Callable[[Task], None] = lambda task: None
    """Told whenever a task has new samples, or is over: what it amounts to so far is kept."""
    converters: Mapping[str, Converter] = field(default_factory=dict)
    """Lane -> what makes its artefacts; absent where it reads ONNX or builds a plan itself."""
    artefacts: dict[Task, Artefact] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    """Conversions begun."""
    fleet: dict[str, Trial] = field(default_factory=dict)
    """Lane (`Task.lane`) -> its process of this generation, as long as it lives."""
    prepared_s: dict[Task, float] = field(default_factory=dict)
    """Seconds the latest preparation of a task took, the import before its first case included."""
    set_aside: set[str] = field(default_factory=set)
    """Lanes that are too slow to prepare for what is left of this generation."""
    _processes: Counter[str] = field(default_factory=Counter)
    _samples: int = 0

    @property
    def settings(self) -> Settings:
        """How this run measures."""
        return self.equipment.settings

    def tasks_of(self, lane: str) -> tuple[Task, ...]:
        """A lane's tasks, in the order they were asked for, ended ones included."""
        return tuple(task for task in self.records if task.lane == lane)

    def holds(self, task: Task) -> bool:
        """Whether the lane's process lives and has the task prepared."""
        trial = self.fleet.get(task.lane)
        return trial is not None and task in trial.prepared

    def open_lanes(self) -> list[str]:
        """Lanes that still have something to measure, in the order they were asked for."""
        return list(dict.fromkeys(task.lane for task, r in self.records.items() if r.open))

    def trial_for(self, lane: str) -> Trial | Trouble:
        """The lane's process; a new one if it has none."""
        if lane in self.fleet:
            return self.fleet[lane]
        first = self.tasks_of(lane)[0]
        environment = self.records[first].environment
        if environment is None:
            raise ValueError(f"{first.stack} has no environment")
        number = self._processes[lane]
        self._processes[lane] += 1
        compiled = folder_of(self.cache_dir, first.stack)
        folder = self.scratch / f"{lane.replace('/', '-')}-{number}"
        try:
            trusted(compiled)
            folder.mkdir()
        except OSError as error:
            return no_room(error)
        # Here and not in a job's thread: on Linux workers die with the thread that started them.
        worker = self.equipment.launch(
            Path(environment.python),
            folder=folder,
            environ=worker_environ(self.equipment.environ, compiled),
            stop=self.stop,
        )
        if isinstance(worker, Trouble):
            return worker
        clock = self.equipment.clock
        trial = Trial(
            first.stack, number, worker, self.settings, folder, compiled, clock, self.budget.most
        )
        self.fleet[lane] = trial
        return trial

    def unconverted(self, task: Task) -> Order | Trouble | None:
        """A conversion that was started for the task; None if it needs none, or no more."""
        converter = self.converters.get(task.lane)
        if converter is None or task in self.artefacts:
            return None
        case = self.cases[task.case]
        earlier = kept(converter, case, self.cache_dir)
        if earlier is not None:
            self.converted(task, earlier)
            return None
        tools = self.equipment
        order = begin(
            converter,
            case,
            launch=tools.launch,
            environ=tools.environ,
            cache_dir=self.cache_dir,
            stop=self.stop,
        )
        if isinstance(order, Order):
            self.orders.append(order)
        return order

    def converted(self, task: Task, artefact: Artefact) -> None:
        """The task's artefact is there."""
        self.artefacts[task] = artefact
        self.records[task].converted(artefact)

    def end(self, tasks: Iterable[Task], trouble: Trouble) -> None:
        """The tasks are over, for the reason given; a process that died of it is forgotten."""
        for task in tasks:
            if self.records[task].open:
                self.records[task].end(trouble)
                self._report(task, over=True)
                self.keep(task)
            self.forget_dead(task.lane)

    def cut(self, task: Task) -> None:
        """The end of the budget ended the task's process: what it has counts."""
        self.records[task].skip(f"the budget of {self.budget.seconds:g} s ended its first sample")
        self.forget_dead(task.lane)

    def forget_dead(self, lane: str) -> None:
        """The next case of the lane gets a new process if this one is dead."""
        if lane in self.fleet and not self.fleet[lane].worker.alive:
            del self.fleet[lane]

    def sampled(self, task: Task) -> None:
        """One more sample was taken of the task."""
        self._samples += 1
        self._report(task, over=False)

    def preparing(self, done: int, total: int, subject: str = "") -> None:
        """Tell which case is prepared next."""
        self.progress(Progress(stage="prepare", done=done, total=total, subject=subject))

    def finished(self) -> None:
        """No more samples will come: tell how every task ended that has not been told of."""
        self._samples = self._planned()
        for task, record in self.records.items():
            if record.trouble is None:
                self._report(task, over=True)

    def dismiss(self) -> None:
        """Let all processes exit on their own, together; kill those that do not.

        Together they get the time that one may take, and none once the budget is spent.
        """
        self._hear()
        clock, close = self.equipment.clock, self.settings.deadlines.close
        end = clock() + min(close, max(0.0, self.budget.left()))
        for trial in self.fleet.values():
            trial.worker.dismiss()
        for trial in self.fleet.values():
            left = end - clock()
            if left > 0:
                trial.worker.reap(left)
            trial.worker.kill()
        self.fleet.clear()

    def kill(self) -> None:
        """End every process that is left."""
        self._hear()
        for worker in [t.worker for t in self.fleet.values()] + [o.worker for o in self.orders]:
            worker.kill()

    def _hear(self) -> None:
        """Keep what the living processes have written to stderr."""
        for lane, trial in self.fleet.items():
            for task in self.tasks_of(lane):
                self.records[task].heard(trial.worker.said())

    def _report(self, task: Task, *, over: bool) -> None:
        """Tell a task's interval so far and, if it is over, how it ended."""
        record = self.records[task]
        status, message = status_of(record)
        self.progress(
            Progress(
                stage="measure",
                done=self._samples,
                total=self._planned(),
                subject=subject(task),
                message=message if over else "",
                status=status if over else None,
                latency=latency_of(record, 0, REPORT_DRAWS),
            )
        )

    def _planned(self) -> int:
        each = self.settings.generations * self.settings.rounds
        return max(self._samples, sum(each for record in self.records.values() if record.open))


def subject(task: Task) -> str:
    """A task as a reader names it.

    >>> subject(Task(stack="jax/jit", workload="matmul", batch=8))
    'jax/jit matmul batch 8'
    >>> subject(Task(stack="jax/jit", workload="matmul", precision="bf16"))
    'jax/jit@bf16 matmul batch 1'
    """
    return f"{task.lane} {task.workload} batch {task.batch}"
