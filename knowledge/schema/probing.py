"""Measuring: tasks, samples, estimates, and measurements with how they ended."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from knowledge.schema.base import Id, Noun
from knowledge.schema.machine import Energy, Finding, Noise, Roofline, Work


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


class Precision(StrEnum):
    """What a stack computes in. What goes in and comes out is fp32 all the same."""

    FP32 = "fp32"
    BF16 = "bf16"
    FP16 = "fp16"
    INT8 = "int8"
    """Quantised after training, by what comes with the frameworks."""


class RunMode(StrEnum):
    """What one call of a workload is."""

    INFERENCE = "inference"
    """A forward pass."""
    TRAINING = "training"
    """A training step: forward, loss, gradients of all parameters, and their update by SGD."""


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
    joules: float | None = None
    """Used meanwhile by the counters that can be read here; None where there are none."""
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
    """In fp32: it is right. Otherwise: it lost no more than `least_cosine` allows."""
    max_relative_error: float | None = None
    """Largest error over the largest magnitude of the same output, the worst over the outputs."""
    top1: float | None = None
    """For a classifier: share of the rows whose highest score is at the same place."""
    rows: int | None = None
    """How many rows `top1` is a share of."""
    least_cosine: float | None = None
    """Below it a reduced precision counts as computed wrong; None in fp32."""
    ignored: bool = False
    """As exact as fp32: the reduced precision was asked for, but not computed in."""


class Conversion(Noun):
    """How the artefact was made that a runtime ran, and what it cost."""

    converter: str
    """File stem under probes/worker/converters."""
    routes: tuple[Id, ...] = ()
    """The routes whose artefact it is."""
    environment: str | None = None
    """The environment the converter ran in."""
    versions: dict[str, str] = {}
    """Distributions that took part, and their versions."""
    seconds: float | None = None
    """Wall time without the import of the tools; None where no artefact came out."""
    size_bytes: int | None = None
    """Size of the artefact."""
    unconverted: tuple[str, ...] = ()
    """Operators that it could not convert."""
    delegated: float | None = None
    """Share of the nodes handed to the fast kernels of a back end, where the converter decides."""
    max_error: float | None = None
    """Largest absolute difference of the artefact's output from the reference output."""
    reused: bool = False
    """Made in an earlier run: `seconds` are of then."""


class FlowUnit(StrEnum):
    """What a flow moves."""

    SAMPLES = "samples"
    BYTES = "bytes"


class Flow(Noun):
    """What went through in a call that is none of a graph: reading data, an exchange, a step."""

    unit: FlowUnit
    amount: Annotated[int, Field(gt=0)]
    """Per call, over all processes."""
    rate: Estimate | None = None
    """Of the unit, per second; None where nothing was timed."""
    processes: Annotated[int, Field(gt=0)] = 1
    """That did it together."""
    efficiency: Estimate | None = None
    """The rate over that of one process times their number: 1 where none waits for another. None
    where the same with one process was not measured in the same run."""


WorkloadId = Annotated[str, StringConstraints(pattern=r"^(model:)?[a-z0-9][a-z0-9._-]*$")]
"""A workload of advisor's, or `model:<digest>` for a model of the user."""


class Task(Noun):
    """One thing to measure: a stack on a workload at a batch size, in a precision and a mode."""

    stack: str
    """`<framework>/<mode>`, for example "pytorch/eager"."""
    workload: WorkloadId
    batch: int = 1
    precision: Precision = Precision.FP32
    mode: RunMode = RunMode.INFERENCE

    @property
    def lane(self) -> str:
        """What shares its processes: the stack; each reduced precision and training of it apart.

        >>> Task(stack="jax/jit", workload="matmul").lane
        'jax/jit'
        >>> Task(stack="jax/jit", workload="matmul", precision="bf16").lane
        'jax/jit@bf16'
        >>> Task(stack="jax/jit", workload="mlp", mode="training").lane
        'jax/jit@training'
        """
        name = self.stack if self.precision is Precision.FP32 else f"{self.stack}@{self.precision}"
        return name if self.mode is RunMode.INFERENCE else f"{name}@{self.mode}"

    @property
    def case(self) -> tuple[str, int, RunMode]:
        """What its case is of, whatever the stack and the precision."""
        return self.workload, self.batch, self.mode

    @property
    def full(self) -> Task:
        """The same in fp32, which a reduced precision is held against."""
        return self.model_copy(update={"precision": Precision.FP32})


class Measurement(Noun):
    """The outcome of a task, with its samples and everything needed to judge it."""

    id: str
    stack: str
    workload: WorkloadId
    batch: int
    precision: Precision = Precision.FP32
    """fp32 where a record of an older version does not say."""
    mode: RunMode = RunMode.INFERENCE
    """A forward pass, where a record of an older version does not say."""
    status: Status
    message: str = ""
    """Why the status is not OK, in one line."""
    latency: Estimate | None = None
    """Seconds per call."""
    gain: Estimate | None = None
    """How many times as fast as the same stack in fp32, over the rounds both were sampled in; None
    in fp32 itself, and where fp32 was not measured in the same run."""
    memory: Estimate | None = None
    """Peak resident set of the worker process, in MiB."""
    import_s: float | None = None
    build_s: float | None = None
    first_call_s: float | None = None
    cold_start_s: float | None = None
    """From the start of the process to its first result, as its user waits for it; None for a case
    that was not the first of its process."""
    cold_start_crowded: bool = False
    """Another stack was being prepared meanwhile: alone it takes no longer than that."""
    rounds: int = 0
    processes: int = 0
    samples: tuple[Sample, ...] = ()
    parity: Parity | None = None
    conversion: Conversion | None = None
    """For a runtime that reads an artefact of its own; None where it read the model itself."""
    steady: bool = True
    """False when the timings still drifted or scattered at the end: read as inconclusive."""
    notes: tuple[str, ...] = ()
    flow: Flow | None = None
    """For what is no call of a graph; None for an inference."""
    work: Work | None = None
    """What one call takes at least."""
    roofline: Roofline | None = None
    """The ceilings of the host as known when it was measured."""
    energy: Energy | None = None
    noise: Noise | None = None
    """The machine's own, told before the run."""
    findings: tuple[Finding, ...] = ()
    """What is the matter with it, most severe first."""
    report: dict[str, str] = {}
    """What the stack says of itself: its build, its devices, the environment variables it reads."""
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
            stack=self.stack,
            workload=self.workload,
            batch=self.batch,
            precision=self.precision,
            mode=self.mode,
        )
