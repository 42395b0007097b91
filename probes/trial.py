"""A trial: one process of a stack, in which cases are prepared, checked, warmed up and sampled.

Between steps the process is suspended, so that it disturbs nobody.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.probing import Parity, Precision, Status, Task
from probes.compiled import begin, finish
from probes.parity import INCOMPARABLE, compare, cost
from probes.protocol import AnyReply, Opened, Prepared, Released, Sampled, Trouble
from probes.settings import Settings
from probes.statistics import calibrate, steady
from probes.workloads.catalog import classifies

if TYPE_CHECKING:
    from probes.contention import Watch
    from probes.energy.meter import Meter
    from probes.launcher import Worker
    from probes.workloads.case import CaseFiles


LEAST_ASK_S = 0.05
"""Seconds that any question gets, however late it is."""
HANG_S = 10.0
"""A time-out after less, when only the budget set it, does not tell a hang from a slow stack."""


class WrongResult(Trouble):
    """The stack computes something else than the reference."""

    parity: Parity


class BudgetOver(Trouble):
    """The end of the run's budget ended the process; it says nothing of the stack."""


@dataclass(frozen=True)
class Correct:
    """A case that is built and gives the right result."""

    prepared: Prepared
    parity: Parity


@dataclass(frozen=True)
class Warmth:
    """How a case was warmed up."""

    calls: int
    became_steady: bool
    peak_rss_bytes: int
    """Largest resident set so far: of this case and those before it in the process."""


@dataclass(frozen=True)
class Reading:
    """One sample, and the cores that others kept busy meanwhile."""

    sampled: Sampled
    foreign_cpu: float
    joules: float | None = None


@dataclass
class Trial:
    """One worker, and what is known of its cases."""

    stack: str
    process: int
    worker: Worker
    settings: Settings
    scratch: Path
    compiled: Path
    """Where the framework keeps what it compiles."""
    clock: Callable[[], float] = time.monotonic
    most: Callable[[], float] = lambda: math.inf
    """Seconds after which the run's budget ends whatever still runs."""
    opened: Opened | None = None
    start_s: float | None = None
    """Seconds from its birth until the interpreter was up."""
    prepared: list[Task] = field(default_factory=list)
    rss_bytes: int = 0
    _seconds_per_call: dict[Task, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._born = self.clock()

    def open(self, adapter: str, mode: str, threads: int, limit_s: float) -> Opened | Trouble:
        """Wait until the worker is up, and import the framework, both within `limit_s`."""
        deadlines, began = self.settings.deadlines, self.clock()
        with self._awake():
            hello = self.worker.greet(min(deadlines.start, limit_s, self._most()))
            if isinstance(hello, Trouble):
                return hello
            self.start_s = self.clock() - self._born
            request = {"type": "open", "adapter": adapter, "mode": mode, "threads": threads}
            left = max(LEAST_ASK_S, limit_s - (self.clock() - began))
            opened = self._ask(request, Opened, min(deadlines.open, left))
        if isinstance(opened, Opened):
            self.opened, self.rss_bytes = opened, opened.rss_bytes
        return opened

    def prepare(
        self, task: Task, case: CaseFiles, limit_s: float, artefact: Path | None = None
    ) -> Correct | Trouble:
        """Build a case, run it once per input set, and check what it computes.

        `artefact` is the folder with what a runtime reads in place of the case. A wrong result is a
        Trouble with status FAILED; the worker then forgets the case.
        """
        request = {
            "type": "prepare",
            "case": _name(task),
            "directory": str(case.directory),
            "scratch": str(self.scratch),
            "artefact": artefact and str(artefact),
            "precision": task.precision.value,
        }
        deadlines = self.settings.deadlines
        with self._awake():
            try:
                begin(self.compiled, self.worker.pid)
            except OSError as error:
                return no_room(error)
            prepared = self._ask(request, Prepared, min(deadlines.prepare, limit_s))
            if self.worker.alive:
                finish(self.compiled, self.worker.pid)
            if isinstance(prepared, Trouble):
                return prepared
            self.rss_bytes = max(self.rss_bytes, prepared.peak_rss_bytes)
            parity = _parity(task, Path(prepared.outputs), case.reference)
            if isinstance(parity, Trouble):
                release = {"type": "release", "case": _name(task)}
                self._ask(release, Released, deadlines.sample)
                return parity
        if prepared.call_s is not None:
            self._seconds_per_call[task] = prepared.call_s
        self.prepared.append(task)
        return Correct(prepared, parity)

    def warm(self, task: Task, first_call_s: float) -> Warmth | Trouble:
        """Run a case until it is steady, and learn how long a call takes."""
        # A first call mostly compiles: a tenth of it is a better guess at the next.
        known, calls, peak = first_call_s / 10, 0, self.rss_bytes
        seconds: list[float] = []
        start = self.clock()
        with self._awake():
            while len(seconds) < self.settings.warmups and not steady(seconds):
                if self.clock() - start > self.settings.longest_warmup_s:
                    break
                sampled = self._ask_sample(
                    task, self._loops(known, self.settings.warmup_s, 1), known
                )
                if isinstance(sampled, Trouble):
                    return sampled
                seconds.append(sampled.seconds_per_call)
                known, calls = min(seconds), calls + sampled.loops
                peak = max(peak, sampled.peak_rss_bytes)
        self._seconds_per_call[task] = known
        self.rss_bytes = peak
        return Warmth(calls, steady(seconds), peak)

    def sample(self, task: Task, watch: Watch, meter: Meter | None = None) -> Reading | Trouble:
        """Take one sample of a warmed-up case: wake up, warm the caches, time, suspend."""
        known = self._seconds_per_call[task]
        loops = self._loops(known, self.settings.sample_s, self.settings.calls)
        before = self._loops_before(known, loops)
        with self._awake():
            if before:
                again = self._ask_sample(task, before, known)
                if isinstance(again, Trouble):
                    return again
            energy = meter.mark() if meter else None
            mark = watch.mark(self.worker.pid)
            sampled = self._ask_sample(task, loops, known)
            foreign = watch.since(mark, self.worker.pid)
            joules = meter.since(energy) if meter else None
        if isinstance(sampled, Trouble):
            return sampled
        # Only downwards: a disturbed warm-up must not leave every later sample too short.
        self._seconds_per_call[task] = min(known, sampled.seconds_per_call)
        return Reading(sampled, foreign, joules)

    def sample_cost_s(self, task: Task) -> float:
        """Seconds that one sample takes, about, its warm-up included."""
        settings = self.settings
        known = self.seconds_per_call(task)
        loops = self._loops(known, settings.sample_s, settings.calls)
        return max(1.3 * settings.sample_s, known * (loops + self._loops_before(known, loops)))

    def warm_cost_s(self, task: Task) -> float:
        """Seconds that warming up takes, about: until three samples are alike, or time is up."""
        settings, known = self.settings, self.seconds_per_call(task)
        return min(settings.longest_warmup_s + known, 4 * max(settings.warmup_s, known))

    def seconds_per_call(self, task: Task) -> float:
        """How long a call takes, as far as it is known; 0 before the warm-up, if it did not tell
        how long the second call took.
        """
        return self._seconds_per_call.get(task, 0.0)

    @contextmanager
    def _awake(self) -> Iterator[None]:
        self.worker.resume()
        try:
            yield
        finally:
            self.worker.pause()

    def _loops_before(self, known: float, loops: int) -> int:
        """Calls that warm the caches before a sample; none where one call takes longer than a
        sample may, and does that itself.
        """
        return 0 if known > self.settings.longest_sample_s else max(1, loops // 5)

    def _loops(self, known: float, target_s: float, calls: int) -> int:
        return calibrate(known, target_s, calls, self.settings.longest_sample_s)

    def _ask_sample(self, task: Task, loops: int, known: float) -> Sampled | Trouble:
        request = {"type": "sample", "case": _name(task), "loops": loops}
        deadline = max(self.settings.deadlines.sample, 20 * loops * known)
        return self._ask(request, Sampled, deadline)

    def _ask(
        self, request: Mapping[str, Any], wanted: type[AnyReply], deadline_s: float
    ) -> AnyReply | Trouble:
        """Ask the worker, within the deadline and what is left of the run's budget at most."""
        most = self._most()
        reply = self.worker.ask(request, wanted, min(deadline_s, most))
        late = isinstance(reply, Trouble) and reply.status is Status.TIMEOUT and most < deadline_s
        if isinstance(reply, Trouble) and late and (reply.busy or most < HANG_S):
            return BudgetOver(**reply.model_dump())
        return reply

    def _most(self) -> float:
        return max(LEAST_ASK_S, self.most())


def no_room(error: OSError) -> Trouble:
    """Nothing can be written where a process works: a full disk, or a folder that is gone."""
    message = f"its working folder cannot be written: {error.strerror or error}"
    return Trouble(status=Status.FAILED, message=message)


def _name(task: Task) -> str:
    """Part of file names and of messages to the worker."""
    return f"{task.workload.replace(':', '-')}-b{task.batch}"


def _parity(task: Task, outputs: Path, reference: Path) -> Parity | Trouble:
    """Compare the outputs file with the reference; what cannot be read is a wrong result."""
    try:
        got = _arrays(outputs)
    except (OSError, ValueError, EOFError, BadZipFile):
        got = {}
    right, precision = _arrays(reference), task.precision
    if precision is Precision.FP32:
        parity = compare(got, right)
    else:
        parity = cost(got, right, precision, classifies=classifies(task.workload))
    if parity.passed:
        return parity
    return WrongResult(status=Status.FAILED, message=_wrong(parity, precision), parity=parity)


def _wrong(parity: Parity, precision: Precision) -> str:
    """Why a result does not count, in one line."""
    if parity == INCOMPARABLE:
        return "parity: an output is missing, has another shape, or is not finite"
    if parity.ignored:
        return (
            f"precision {precision} was ignored: the outputs are as exact as fp32, "
            f"largest relative error {parity.max_relative_error:.1e}"
        )
    if parity.least_cosine is not None:
        return (
            f"parity: cosine {parity.cosine:.4f} against fp32, "
            f"below the {parity.least_cosine} that {precision} may cost"
        )
    return f"parity: largest error {parity.max_abs_error:.3g}, cosine {parity.cosine:.4f}"


def _arrays(path: Path) -> dict[str, NDArray[np.float32]]:
    # Opened here, because np.load leaves the file open when it is no archive.
    with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}
