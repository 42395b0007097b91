"""Records: what a run has learned about each task so far, and the measurement made of it."""

from __future__ import annotations

import hashlib
import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.environment import Environment
from knowledge.schema.host import Host
from knowledge.schema.machine import Energy, Work
from knowledge.schema.probing import (
    Conversion,
    Estimate,
    Flow,
    Measurement,
    Parity,
    Precision,
    Sample,
    Status,
    Task,
)
from probes.conversion import Artefact, NotConverted
from probes.diagnosis.known import SUBNORMAL
from probes.flows.case import FlowFiles
from probes.parity import INCOMPARABLE
from probes.protocol import Opened, Prepared, Trouble
from probes.roofline import work_of
from probes.statistics import CONTENDED_SD, DRAWS, QUIET_SD, estimate, ratio, settled, used
from probes.subnormals import subnormal_share
from probes.trial import Correct, Warmth, WrongResult
from probes.version import PROBE_VERSION

if TYPE_CHECKING:
    from probes.workloads.case import CaseFiles

MIB = 2**20
LATER = "start-up times are of a later process, which found what compilers had kept"
STDERR = "stderr"
TELLING = re.compile(
    r"retrac|recompil|fall(ing|s)? ?back|fallback|not supported|denormal|throttl", re.IGNORECASE
)
LINE_LIMIT, MOST_LINES = 200, 5


@dataclass(frozen=True)
class Circumstances:
    """What all measurements of a run have in common."""

    host: Host
    seed: int
    started: datetime
    watched: bool
    """Whether other programs' CPU use could be read."""
    counters: tuple[str, ...] = ()
    """The energy counters that could be read, ..."""
    uncounted: str = ""
    """... and why others could not."""


@dataclass
class Record:
    """One task's samples and how it is doing; grows while the run goes on."""

    task: Task
    environment: Environment | None
    samples: list[Sample] = field(default_factory=list)
    trouble: Trouble | None = None
    """Final: a task in trouble is not tried again."""
    parity: Parity | None = None
    conversion: Conversion | None = None
    memory: list[int] = field(default_factory=list)
    """Peak resident bytes, one per process."""
    import_s: float | None = None
    build_s: float | None = None
    first_call_s: float | None = None
    cold_start_s: float | None = None
    cold_start_crowded: bool = False
    report: dict[str, str] = field(default_factory=dict)
    """What the stack said of itself, and the lines of stderr that tell something."""
    flow: Flow | None = None
    work: Work | None = None
    version: str | None = None
    notes: dict[str, None] = field(default_factory=dict)
    warmup_calls: list[int] = field(default_factory=list)
    closed: bool = False
    """No further process can be had; what samples it has count."""
    skipped: str = ""
    """Why it has no samples, if it has none."""

    @property
    def open(self) -> bool:
        """Whether it may be tried (again)."""
        return self.trouble is None and self.environment is not None and not self.closed

    def note(self, *notes: str) -> None:
        """Keep remarks, each once, in order."""
        self.notes.update(dict.fromkeys(notes))

    def opened(self, opened: Opened, *, alone: bool) -> None:
        """The framework was imported; the time counts if it was the first that was `alone`."""
        if self.import_s is None and alone:
            self.import_s = opened.import_s
        self.report.update(opened.report)
        self.version = self.version or opened.version
        self.note(*opened.notes)

    def converted(self, artefact: Artefact) -> None:
        """The artefact that the stack will run was made, now or earlier."""
        made = self.conversion = artefact.conversion
        routes = f" ({', '.join(made.routes)})" if made.routes else ""
        self.note(f"ran what {made.converter} made{routes}", *artefact.notes)

    def correct(self, correct: Correct, *, before: Sequence[Task], alone: bool) -> None:
        """The case was built and is right; `before` were prepared in the same process earlier."""
        if self.first_call_s is None and alone:
            self.build_s = correct.prepared.build_s
            self.first_call_s = correct.prepared.first_call_s
            if self.parity is not None:
                self.note(LATER)
        self.parity = correct.parity
        self.note(*correct.prepared.notes)
        if before:
            others = ", ".join(f"{task.workload} batch {task.batch}" for task in before)
            self.note(f"memory includes {others}, run earlier in the same process")

    def cold(self, start_s: float, opened: Opened, prepared: Prepared, *, alone: bool) -> None:
        """Its first result came from a new process, up `start_s` after its start.

        One that had the machine to itself counts before one that did not, the first before a later.
        """
        if self.cold_start_s is None or (alone and self.cold_start_crowded):
            self.cold_start_s = start_s + opened.import_s + prepared.build_s + prepared.first_call_s
            self.cold_start_crowded = not alone

    def heard(self, lines: Iterable[str]) -> None:
        """Keep what a process wrote to stderr, as far as it tells something of its speed."""
        known = self.report.get(STDERR, "").splitlines()
        telling = [line.strip()[:LINE_LIMIT] for line in lines if TELLING.search(line)]
        kept = list(dict.fromkeys([*known, *telling]))[:MOST_LINES]
        if kept:
            self.report[STDERR] = "\n".join(kept)

    def examined(self, case: CaseFiles | None) -> None:
        """What its case costs, and whether subnormal numbers are in it."""
        if case is None:
            return
        if isinstance(case, FlowFiles):
            self.flow = Flow(
                unit=case.unit, amount=case.moved.amount, processes=case.moved.processes
            )
        self.work = _in_precision(work_of(case), self.task.precision)
        share = subnormal_share(case)
        if share > 0:
            self.report[SUBNORMAL] = f"{share:.3g}"

    def warm(self, warmth: Warmth) -> None:
        """The case was warmed up; its memory is what the process had taken by then."""
        self.warmup_calls.append(warmth.calls)
        if warmth.peak_rss_bytes:
            self.memory.append(warmth.peak_rss_bytes)
        if not warmth.became_steady:
            self.note("did not become steady during the warm-up")

    def skip(self, reason: str) -> None:
        """It was not tried this time; the first reason is kept, in case it never is."""
        self.skipped = self.skipped or reason

    def give_up(self, reason: str) -> None:
        """It will not be tried in this run, for a reason that says nothing of the stack."""
        self.skip(reason)
        self.closed = True

    def end(self, trouble: Trouble) -> None:
        """It will not be tried again; its samples are kept.

        They count even, where no further process could be started: that says nothing of the stack.
        """
        if trouble.status is Status.UNAVAILABLE and self.samples:
            self.closed = True
            self.note(f"no further process: {trouble.message}")
            return
        self.trouble = trouble
        if isinstance(trouble, WrongResult):
            self.parity = trouble.parity
        if isinstance(trouble, NotConverted):
            self.conversion = trouble.conversion


def status_of(record: Record) -> tuple[Status, str]:
    """How the task ended, and why in one line if not OK."""
    if record.environment is None:
        return Status.UNAVAILABLE, "no environment on this machine holds the framework"
    if record.trouble is not None:
        return record.trouble.status, record.trouble.message
    if not record.samples:
        return Status.SKIPPED, record.skipped or "nothing was tried"
    return Status.OK, ""


def latency_of(record: Record, seed: int, draws: int = DRAWS) -> Estimate | None:
    """Seconds per call as known so far; the same record and seed give the same interval."""
    chosen = used(record.samples)
    if not chosen:
        return None
    contended = any(s.contended for taken in chosen.values() for s in taken)
    return estimate(
        {p: [_seconds(s) for s in taken] for p, taken in chosen.items()},
        np.random.default_rng([seed, int(_digest(record.task.model_dump_json()), 16)]),
        prior_sd=CONTENDED_SD if contended else QUIET_SD,
        draws=draws,
    )


def gain_of(full: Record, reduced: Record, seed: int) -> Estimate | None:
    """How many times as fast as in fp32 a reduced precision is, in the rounds both were sampled in.

    None where either failed, or they have no round in common.
    """
    if not full.samples or full.trouble is not None or reduced.trouble is not None:
        return None
    contended = any(s.contended for r in (full, reduced) for t in used(r.samples).values()
                    for s in t)  # fmt: skip
    try:
        return ratio(
            full.samples,
            reduced.samples,
            np.random.default_rng([seed, int(_digest(reduced.task.model_dump_json()), 16)]),
            prior_sd=CONTENDED_SD if contended else QUIET_SD,
        )
    except ValueError:
        return None


def summarise(
    record: Record, circumstances: Circumstances, full: Record | None = None
) -> Measurement:
    """The measurement that a record amounts to; `full` is the same task's in fp32, if there is one.

    `latency` and `memory` are given for status OK only; samples always.
    """
    status, message = status_of(record)
    fine = status is Status.OK
    chosen = used(record.samples)
    taken = [sample for each in chosen.values() for sample in each]
    task, here = record.task, circumstances
    steady, notes = _verdict(record, circumstances)
    latency = latency_of(record, here.seed) if fine else None
    name = f"{here.host.id} {task.model_dump_json()} {here.started.isoformat()}"
    return Measurement(
        id=_digest(name),
        **task.model_dump(),
        status=status,
        message=message,
        latency=latency,
        gain=gain_of(full, record, here.seed) if fine and full else None,
        memory=_memory(record.memory) if fine else None,
        import_s=record.import_s,
        build_s=record.build_s,
        first_call_s=record.first_call_s,
        cold_start_s=record.cold_start_s,
        cold_start_crowded=record.cold_start_crowded,
        rounds=len(taken),
        processes=len(chosen),
        samples=tuple(record.samples),
        parity=record.parity,
        conversion=_conversion(record),
        steady=steady,
        notes=notes,
        flow=_flow(record, latency) if fine else record.flow,
        work=record.work,
        energy=_energy(task.batch, taken, circumstances) if fine else None,
        report=record.report,
        environment=record.environment.id if record.environment else None,
        version=record.environment.version if record.environment else None,
        threads=here.host.cpu.threads,
        host=here.host.id,
        probe_version=PROBE_VERSION,
        seed=here.seed,
        started=here.started,
    )


def _verdict(record: Record, here: Circumstances) -> tuple[bool, tuple[str, ...]]:
    """Whether the timings can be trusted, and all remarks."""
    chosen = used(record.samples)
    taken = [sample for each in chosen.values() for sample in each]
    notes = dict(record.notes)
    if record.warmup_calls:
        notes[f"warm-up: {max(record.warmup_calls)} calls"] = None
    disturbed = sum(sample.contended for sample in taken)
    if disturbed:
        cores = statistics.median(sample.foreign_cpu for sample in taken)
        notes[
            f"inconclusive: other programs kept {cores:.2g} cores busy, "
            f"{disturbed} of {len(taken)} samples were disturbed"
        ] = None
    calm = settled({p: [_seconds(s) for s in each] for p, each in chosen.items()})
    if taken and not calm:
        notes["inconclusive: the timings drifted or scattered"] = None
    if taken and not here.watched:
        notes["other programs' CPU use cannot be read here; no sample was rejected for it"] = None
    if record.version and not _same_release(record):
        notes[f"the framework calls itself {record.version}"] = None
    return not taken or (calm and not disturbed), tuple(notes)


def _energy(batch: int, taken: Sequence[Sample], here: Circumstances) -> Energy:
    """Joules per call over the samples the time rests on, or why there are none."""
    told = [s.joules / s.loops for s in taken if s.joules is not None]
    joules = statistics.median(told) if told else None
    return Energy(
        joules=joules,
        items_per_joule=batch / joules if joules else None,
        sources=here.counters,
        absent=here.uncounted,
    )


def _conversion(record: Record) -> Conversion | None:
    """The conversion with what it lost, as far as the artefact was run."""
    if record.conversion is None or record.parity is None:
        return record.conversion
    error = None if record.parity == INCOMPARABLE else record.parity.max_abs_error
    return record.conversion.model_copy(update={"max_error": error})


def _flow(record: Record, latency: Estimate | None) -> Flow | None:
    """What went through per second: a call's amount over its time."""
    if record.flow is None or latency is None:
        return record.flow
    amount = record.flow.amount
    rate = Estimate(
        point=amount / latency.point, low=amount / latency.high, high=amount / latency.low
    )
    return record.flow.model_copy(update={"rate": rate})


def _memory(peaks: Sequence[int]) -> Estimate | None:
    """Median, least and most over the processes, in MiB.

    >>> _memory([2 * MIB, 4 * MIB, 3 * MIB])
    Estimate(point=3.0, low=2.0, high=4.0)
    """
    if not peaks:
        return None
    return Estimate(
        point=statistics.median(peaks) / MIB, low=min(peaks) / MIB, high=max(peaks) / MIB
    )


def _in_precision(work: Work | None, precision: Precision) -> Work | None:
    """The least that must move: no more than the numbers take in the precision."""
    if work is None or precision is Precision.FP32:
        return work
    share = 0.25 if precision is Precision.INT8 else 0.5
    return work.model_copy(update={"bytes": int(work.bytes * share)})


def _seconds(sample: Sample) -> float:
    return max(sample.seconds_per_call, 1e-9)


def _same_release(record: Record) -> bool:
    """Whether what was imported is what the environment listed, build suffixes aside."""
    listed = record.environment.version.partition("+")[0] if record.environment else ""
    return (record.version or "").startswith(listed)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
