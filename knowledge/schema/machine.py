"""What this machine can do at most, how quiet it is, and what a result's weakness comes from."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Work(Noun):
    """What one call of a workload takes at least (see probes.workloads.cost)."""

    flops: Annotated[int, Field(ge=0)]
    bytes: Annotated[int, Field(ge=0)]
    """Weights and inputs read once, outputs written once."""
    nodes: Annotated[int, Field(ge=0)] = 0
    """Operations in the graph."""

    @property
    def intensity(self) -> float:
        """Operations per byte."""
        return self.flops / max(1, self.bytes)


class Peak(Noun):
    """The most operations per second that anything reached here in one precision."""

    precision: str = "fp32"
    flops_s: Positive
    by: str
    """What reached it: a stack, or the library of advisor's own interpreter."""


class Bandwidth(Noun):
    """Bytes per second to and from memory with a number of threads, counted as STREAM does."""

    threads: Annotated[int, Field(gt=0)]
    kernel: Literal["copy", "scale", "add"]
    bytes_s: Positive


class Noise(Noun):
    """How much the same fixed work differs here, told before anything is measured."""

    within: Share
    """Spread between repeats in one process: 1.4826 times the median absolute deviation, as a
    share of the median."""
    between: Share
    """Largest distance between the medians of two processes, as a share of the smaller one."""
    processes: Annotated[int, Field(gt=0)]
    repeats: Annotated[int, Field(gt=0)]
    foreign_cpu: Annotated[float, Field(ge=0)] = 0.0
    """Cores that other programs kept busy meanwhile."""


class Energy(Noun):
    """What a call used by the machine's counters, others' use included; or why it is unknown."""

    joules: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    """Per call, the median over the samples the time rests on."""
    items_per_joule: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Throughput per watt."""
    sources: tuple[str, ...] = ()
    absent: str = ""
    """Why a counter could not be read here."""


class Baseline(Noun):
    """What a host reached without any framework: measured once in quiet, and kept."""

    id: str
    host: str
    threads: Annotated[int, Field(gt=0)]
    """Threads of the matrix product, and of the widest bandwidth."""
    peak: Peak
    bandwidths: Annotated[tuple[Bandwidth, ...], Field(min_length=1)]
    foreign_cpu: Annotated[float, Field(ge=0)] = 0.0
    """Cores that other programs kept busy meanwhile: a disturbed one is measured again."""
    started: datetime

    @property
    def quiet(self) -> bool:
        """Whether others left it alone: more than 0.15 cores reject a sample too."""
        return self.foreign_cpu <= 0.15

    @property
    def bandwidth(self) -> Bandwidth:
        """The highest."""
        return max(self.bandwidths, key=lambda each: each.bytes_s)


class Roofline(Noun):
    """The ceilings that results are held against: the highest that are known."""

    peaks: Annotated[tuple[Peak, ...], Field(min_length=1)]
    """One per precision."""
    bandwidth: Bandwidth
    disturbed: bool = False
    """Other programs took cores whenever the machine's own were measured: they may be too low."""

    def peak(self, precision: str) -> Peak | None:
        """The ceiling of a precision; None where nothing has measured it."""
        return next((peak for peak in self.peaks if peak.precision == precision), None)


class Severity(StrEnum):
    """What a finding means for the number it is about."""

    NOTE = "note"
    """Worth knowing; the number stands."""
    WARNING = "warning"
    """The number is right here, and would be better with the remedy."""
    SERIOUS = "serious"
    """The number says little of the stack."""


class Finding(Noun):
    """A diagnosis: what is the matter with a result, how one can tell, and what to do."""

    id: Id
    """The rule, probes/diagnosis/<id>.py."""
    severity: Severity
    title: LocalText
    evidence: Annotated[tuple[LocalText, ...], Field(min_length=1)]
    remedy: LocalText
