"""Measuring: tasks, samples, estimates, and measurements with how they ended."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.schema.base import Id, Noun


class Status(StrEnum):
    """How a measurement ended; anything but OK is a result too."""

    OK = "ok"
    SKIPPED = "skipped"
    """Not tried: the budget was spent, or a result could not change the decision."""
    UNAVAILABLE = "unavailable"
    """No environment on this machine holds the framework."""
    FAILED = "failed"
    """It ran and said no: an unsupported operator, an exception, or a wrong result (parity)."""
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    """The process died: signal, abort, out-of-memory kill, or a broken protocol."""


class Estimate(Noun):
    """A point with a 95 % interval, all in the same unit.

    >>> Estimate(point=2.0, low=1.5, high=2.5).low
    1.5
    """

    point: float
    low: float
    high: float

    @model_validator(mode="after")
    def _ordered(self) -> Estimate:
        if not self.low <= self.point <= self.high:
            raise ValueError(f"not low <= point <= high: {self.low}, {self.point}, {self.high}")
        return self


class Sample(Noun):
    """`loops` calls timed together in one process in one round."""

    process: int
    round: int
    loops: Annotated[int, Field(gt=0)]
    seconds: Annotated[float, Field(ge=0)]
    """Wall time of all loops together."""
    foreign_cpu: float = 0.0
    """Cores kept busy by other processes meanwhile (0 = quiet machine)."""
    contended: bool = False
    """Disturbed, says the contention watch: repeated, and used only where too few quiet samples
    are left."""

    @property
    def seconds_per_call(self) -> float:
        """Mean wall time of one call, in seconds."""
        return self.seconds / self.loops


class Parity(Noun):
    """Agreement of a stack's output with the reference output."""

    max_abs_error: float
    cosine: float
    passed: bool


class Task(Noun):
    """One thing to measure: a stack on a workload at a batch size."""

    stack: str
    """`<framework>/<mode>`, for example "pytorch/eager"."""
    workload: Id
    batch: int = 1
    precision: Literal["fp32"] = "fp32"


class Measurement(Noun):
    """The outcome of a task, with its samples and everything needed to judge it."""

    id: str
    stack: str
    workload: Id
    batch: int
    precision: Literal["fp32"] = "fp32"
    status: Status
    message: str = ""
    """Why the status is not OK, in one line."""
    latency: Estimate | None = None
    """Seconds per call."""
    memory: Estimate | None = None
    """Peak resident set of the worker process, in MiB."""
    import_s: float | None = None
    build_s: float | None = None
    first_call_s: float | None = None
    rounds: int = 0
    processes: int = 0
    samples: tuple[Sample, ...] = ()
    parity: Parity | None = None
    steady: bool = True
    """False when the timings still drifted or scattered at the end: read as inconclusive."""
    notes: tuple[str, ...] = ()
    environment: str | None = None
    version: str | None = None
    threads: int = 1
    host: str = ""
    probe_version: int = 1
    seed: int = 0
    started: datetime

    @property
    def without_samples(self) -> Measurement:
        """The same measurement without the raw samples its estimates were made of."""
        return self.model_copy(update={"samples": ()})

    @property
    def weak(self) -> bool:
        """Whether it says little of the stack: a time-out, a death, or an unsettled timing.

        A busy machine or a kill from outside can do that: an earlier clean timing is better.
        """
        unsettled = self.status is Status.OK and not self.steady
        return unsettled or self.status in (Status.TIMEOUT, Status.CRASHED)

    @property
    def task(self) -> Task:
        """What was asked for."""
        return Task(
            stack=self.stack, workload=self.workload, batch=self.batch, precision=self.precision
        )
