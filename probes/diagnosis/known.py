"""What a rule may know, and the words it answers with.

A rule is a file of this folder with TITLE and `diagnose(known)`; it is pure and answers None where
it sees nothing, or lacks what it would need to see it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.roofline import Standing, standing
from knowledge.schema.base import LocalText
from knowledge.schema.host import Host
from knowledge.schema.machine import Finding, Roofline, Severity
from knowledge.schema.probing import Estimate, Measurement, Precision, Status

SUBNORMAL = "case.subnormal"
"""Where a measurement's report has the share of subnormal numbers, if there are any."""


@dataclass(frozen=True)
class Known:
    """One result with everything around it."""

    measurement: Measurement
    host: Host
    siblings: Sequence[Measurement] = ()
    """Other results of the same run and host, with their samples as far as they are at hand."""
    roofline: Roofline | None = None

    @property
    def framework(self) -> str:
        """The stack's framework."""
        return self.measurement.stack.partition("/")[0]

    @property
    def mode(self) -> str:
        """The stack's mode."""
        return self.measurement.stack.partition("/")[2]

    @cached_property
    def standing(self) -> Standing | None:
        """Where it stands under the roofline."""
        return standing(self.measurement, self.roofline) if self.roofline else None

    def said(self, name: str) -> str:
        """What the stack reported under `name`, "" if nothing."""
        return self.measurement.report.get(name, "")

    @property
    def subnormal(self) -> float:
        """Share of the case's weights, inputs and right outputs that are subnormal numbers."""
        return float(self.said(SUBNORMAL) or 0.0)

    def devices(self) -> frozenset[str]:
        """The kinds of device the framework says it has, in lower case; empty if it did not say."""
        names = (text for key, text in self.measurement.report.items() if key.endswith(".devices"))
        return frozenset(word for text in names for word in text.lower().split())

    def modes(self) -> Iterator[Measurement]:
        """Timed results of the same framework's other modes on the same task."""
        mine = self.measurement
        for other in self._timed():
            framework = other.stack.partition("/")[0]
            if (
                framework == self.framework
                and other.stack != mine.stack
                and (other.workload, other.batch) == (mine.workload, mine.batch)
                and (other.precision, other.mode) == (mine.precision, mine.mode)
            ):
                yield other

    def elsewhere(self, **wanted: object) -> Iterator[Measurement]:
        """Timed results of the same stack and workload in the same mode."""
        mine = self.measurement
        for other in self._timed():
            same = (other.stack, other.workload, other.mode) == (
                mine.stack, mine.workload, mine.mode
            )  # fmt: skip
            if same and all(getattr(other, name) == value for name, value in wanted.items()):
                yield other

    def slower_than_full(self) -> Estimate | None:
        """How many times as long as the same stack takes in fp32; None where that is not known.

        Over paired rounds where there are any, else from the two times and their intervals.
        """
        mine = self.measurement
        if mine.gain is not None:
            gain = mine.gain
            return Estimate(point=1 / gain.point, low=1 / gain.high, high=1 / gain.low)
        full = next(self.elsewhere(batch=mine.batch, precision=Precision.FP32), None)
        if full is None or full.latency is None or mine.latency is None or full.latency.low <= 0:
            return None
        now, then = mine.latency, full.latency
        return Estimate(
            point=now.point / then.point, low=now.low / then.high, high=now.high / then.low
        )

    def _timed(self) -> Iterator[Measurement]:
        return (m for m in self.siblings if m.status is Status.OK and m.latency is not None)


def finding(
    rule: str,
    severity: Severity,
    title: LocalText,
    evidence: Sequence[LocalText],
    remedy: LocalText,
) -> Finding:
    """A finding of the rule in the file `rule` (a module's `__name__`)."""
    return Finding(
        id=rule.rpartition(".")[2].replace("_", "-"),
        severity=severity,
        title=title,
        evidence=tuple(evidence),
        remedy=remedy,
    )


def say(en: str, zh: str, **values: object) -> LocalText:
    """Both texts with their placeholders filled in.

    >>> say("{n} of 3", "3 个中的 {n} 个", n=2).zh
    '3 个中的 2 个'
    """
    return LocalText(en=en.format(**values), zh=zh.format(**values))


def short(seconds: float) -> str:
    """A time in a unit that reads well, the same in all languages.

    >>> short(0.0123), short(4.2e-06), short(2.5)
    ('12.3 ms', '4.2 µs', '2.5 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def median_s(samples: Sequence[object]) -> float:
    """Median seconds per call of samples, 0 where there are none."""
    values = [getattr(sample, "seconds_per_call") for sample in samples]  # noqa: B009
    return statistics.median(values) if values else 0.0
