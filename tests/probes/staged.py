"""Workers that play a part: no processes, a clock of their own, and a log of what was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.host import Cpu, Host
from knowledge.schema.probing import Status, Task
from probes.contention import Mark
from probes.energy.meter import Meter
from probes.interruption import Cancelled
from probes.protocol import Closed, Hello, Opened, Prepared, Released, Sampled, Trouble
from probes.run import Equipment
from probes.runner import measure
from probes.settings import Deadlines, Settings

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
MIB = 2**20
WARM = 3
"""Samples of a warm-up that is steady at once."""
SETTINGS = Settings(
    most_generations=3,
    parallel=1,
    deadlines=Deadlines(start=5, open=20, prepare=60, sample=10, close=1),
)


def host(memory_bytes: int = 2**40, cores: int = 2) -> Host:
    cpu = Cpu(
        model="Fake CPU",
        machine="x86_64",
        isa=(),
        caches_kib={},
        cores_online=cores,
        cores_available=cores,
    )
    return Host(id="host", hostname="h", os="Linux", kernel="6", cpu=cpu, memory_bytes=memory_bytes)


def tasks(*stacks: str, batches: tuple[int, ...] = (1, 8)) -> list[Task]:
    return [Task(stack=s, workload="net", batch=b) for s in stacks for b in batches]


def environment(stack: str) -> Environment:
    return Environment(
        id=f"given:{stack}",
        spec="fake",
        python=f"/fake/{stack}",
        python_version="3.11.7",
        version="1.0+cpu",
        origin=Origin.GIVEN,
    )


@dataclass
class Part:
    """What a stack does, in seconds of the stage's clock; `acts` overrides single steps.

    `acts` maps (process, what was asked, case or "") to a Trouble to answer with, or to a
    function that is called first and may return one. A fatal Trouble (crashed) ends the worker.
    """

    import_s: float = 1.0
    prepare_s: float = 2.0
    later_s: float | None = None
    """Preparation in later processes, if it differs: a warm cache."""
    stuck: bool = False
    """Whether a time-out finds it idle."""
    call_s: float = 0.01
    slows: float = 1.0
    """How many times as long a call takes from the first sample on: a load that comes later."""
    rss_mib: int = 100
    says: tuple[str, ...] = ()
    """What it writes to stderr."""
    wrong: tuple[str, ...] = ()
    """Cases whose outputs are wrong."""
    acts: dict[tuple[int, str, str], Trouble | Callable[[], Trouble | None]] = field(
        default_factory=dict
    )


class Stage:
    """Launches staged workers, and is their clock and their contention watch."""

    on = True
    cores = 2

    def __init__(self, folder: Path, parts: dict[str, Part]) -> None:
        self.now = 0.0
        self.parts = parts
        self.workers: list[StagedWorker] = []
        self.alive_together: list[int] = []
        self.solo = True
        """Whether all but one worker must be suspended while that one is asked."""
        self.log: list[tuple[float, str, int, str, str]] = []
        """(time, stack, process, what was asked, case)."""
        self.load: Callable[[float], float] = lambda now: 0.0
        """Foreign cores at a time."""
        self.case = _case(folder)

    def __call__(self) -> float:
        return self.now

    def launch(self, python, *, folder, environ, stop):
        stack = str(python).removeprefix("/fake/")
        number = sum(worker.stack == stack for worker in self.workers)
        worker = StagedWorker(self, stack, number, stop)
        self.workers.append(worker)
        self.alive_together.append(sum(each.alive for each in self.workers))
        return worker

    def mark(self, pid: int) -> Mark:
        return Mark({}, 0.0, self.now)

    def since(self, mark: Mark, pid: int) -> float:
        return self.load(mark.at)

    def equipment(self, settings: Settings = SETTINGS) -> Equipment:
        return Equipment(
            settings=settings,
            launch=self.launch,
            watch=self,
            meter=Meter([]),
            clock=self,
            now=lambda: NOW,
            environ={},
        )

    def asked(self, what: str) -> list[tuple[str, int, str]]:
        """(stack, process, case) of every request of one type, in order."""
        return [(s, p, case) for _, s, p, asked, case in self.log if asked == what]


class StagedWorker:
    """One worker of a stage."""

    pid = 1

    def __init__(self, stage: Stage, stack: str, process: int, stop: Callable[[], bool]) -> None:
        self.stage, self.stack, self.process, self.stop = stage, stack, process, stop
        self.part = stage.parts[stack]
        self.alive, self.running, self.prepared = True, True, []

    def ask(self, request, wanted, deadline_s):
        if self.stop():
            raise Cancelled
        assert self.alive
        assert self.running
        if self.stage.solo or request["type"] == "sample":
            others = [w for w in self.stage.workers if w is not self]
            assert not any(other.running for other in others), "all others are suspended"
        what, case = request["type"], request.get("case", "")
        self.stage.log.append((self.stage.now, self.stack, self.process, what, case))
        act = self.part.acts.get((self.process, what, case))
        outcome = act() if callable(act) else act
        if isinstance(outcome, Trouble):
            return self._fail(outcome)
        reply, seconds = getattr(self, f"_{what}")(request)
        if seconds > deadline_s:
            self.stage.now += deadline_s
            message, busy = f"no answer to {what}", not self.part.stuck
            return self._fail(Trouble(status=Status.TIMEOUT, message=message, busy=busy))
        self.stage.now += seconds
        return reply

    def greet(self, deadline_s):
        return Hello(type="hello", protocol=1, python="3.11.7", pid=1)

    def said(self):
        return self.part.says

    def pause(self):
        self.running = False

    def resume(self):
        self.running = True

    def dismiss(self):
        self.running = False

    def reap(self, deadline_s):
        self.kill()

    def kill(self):
        self.alive = self.running = False

    def _fail(self, trouble):
        if trouble.status in (Status.CRASHED, Status.TIMEOUT):
            self.kill()
        return trouble

    def _open(self, request):
        opened = Opened(
            type="opened",
            version="1.0",
            import_s=self.part.import_s,
            rss_bytes=self.part.rss_mib * MIB,
            threads=request["threads"],
        )
        return opened, self.part.import_s

    def _prepare(self, request):
        part, case = self.part, request["case"]
        seconds = part.prepare_s if self.process == 0 or part.later_s is None else part.later_s
        self.prepared.append(case)
        prepared = Prepared(
            type="prepared",
            case=case,
            build_s=seconds / 2,
            first_call_s=seconds / 2,
            call_s=part.call_s,
            outputs=str(Path(request["directory"]) / f"{'wrong' * (case in part.wrong)}.npz"),
            peak_rss_bytes=(part.rss_mib + 10 * len(self.prepared)) * MIB,
        )
        return prepared, seconds

    def _sample(self, request):
        assert request["case"] in self.prepared
        slow = self.part.slows if self.sampled_before(request["case"]) else 1.0
        seconds = request["loops"] * self.part.call_s * slow
        sampled = Sampled(
            type="sampled",
            case=request["case"],
            loops=request["loops"],
            seconds=seconds,
            cpu_s=seconds,
            peak_rss_bytes=(self.part.rss_mib + 10 * len(self.prepared)) * MIB,
        )
        return sampled, seconds

    def sampled_before(self, case: str) -> bool:
        """Whether it has been asked for the samples of a warm-up."""
        return self.stage.asked("sample").count((self.stack, self.process, case)) > WARM

    def _release(self, request):
        return Released(type="released", case=request["case"]), 0.0

    def _close(self, request):
        return Closed(type="closed"), 0.0


def play(
    stage: Stage,
    wanted=None,
    *,
    settings=SETTINGS,
    machine=None,
    absent=(),
    cases=None,
    **options,
):
    """Measure the tasks of a stage's parts; by (stack, batch). No worker may survive."""
    wanted = tasks(*stage.parts) if wanted is None else wanted
    found = measure(
        wanted,
        {s: environment(s) for s in stage.parts if s not in absent},
        adapters=dict.fromkeys(stage.parts, "fake"),
        host=machine or host(),
        cases=cases or (lambda workload, batch, mode: stage.case),
        cache_dir=stage.case.directory,
        equipment=stage.equipment(settings),
        **options,
    )
    assert [m.task for m in found] == list(wanted)
    assert not any(worker.alive for worker in stage.workers)
    return {(m.stack, m.batch): m for m in found}


def _case(folder: Path) -> SimpleNamespace:
    """A case directory as far as the parent reads it: the right outputs, and wrong ones."""
    right = np.arange(6, dtype=np.float32)
    np.savez(folder / ".npz", **{"0.y": right})
    np.savez(folder / "wrong.npz", **{"0.y": right[::-1]})
    return SimpleNamespace(directory=folder, reference=folder / ".npz")
