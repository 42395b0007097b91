"""The roofline of a host, and where a result stands under it.

Pure. The bound of a workload is the longer of two times: its arithmetic at the highest rate that
anything reached here, and its unavoidable memory traffic at the highest bandwidth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from knowledge.schema.base import Noun
from knowledge.schema.machine import Baseline, Peak, Roofline
from knowledge.schema.probing import Estimate, Measurement, Precision, Status

MATMUL = "matmul"
"""The workload whose best result is a ceiling."""


class Standing(Noun):
    """Where a result stands under a roofline."""

    bound: Literal["compute", "bandwidth"]
    """What the workload's arithmetic intensity lets it be limited by at best."""
    intensity: float
    """Operations per byte; 0 where nothing is computed."""
    flops_s: float
    """Operations per second reached."""
    attainable_flops_s: float
    share: Estimate
    """Reached over attainable. Over 1 where an algorithm needs fewer operations than the plain
    one (Winograd), or where what moves fits into a cache; or where the ceiling is too low."""
    disturbed: bool = False
    """The ceilings were measured while other programs took cores, never in quiet."""

    @property
    def beyond(self) -> bool:
        """Whether it is over the ceiling: no share then, only that it is at least the ceiling."""
        return self.share.point > 1


def ceiling(baselines: Sequence[Baseline], measurements: Iterable[Measurement]) -> Roofline | None:
    """The highest rates known of a host: its baselines, or a stack's matrix product beyond them.

    Only clean results with as many threads count. None without a baseline.
    """
    known = highest(
        Roofline(peaks=(b.peak,), bandwidth=b.bandwidth, disturbed=not b.quiet) for b in baselines
    )
    if known is None:
        return None
    baseline, best = baselines[-1], {peak.precision: peak for peak in known.peaks}
    for m in measurements:
        if (
            m.workload != MATMUL
            or m.status is not Status.OK
            or m.weak
            or m.latency is None
            or m.work is None
            or m.threads != baseline.threads
            or m.host != baseline.host
        ):
            continue
        rate = m.work.flops / m.latency.point
        peak = best.get(m.precision)
        if rate > 0 and (peak is None or rate > peak.flops_s):
            best[m.precision] = Peak(precision=m.precision, flops_s=rate, by=m.stack)
    return Roofline(
        peaks=tuple(best.values()), bandwidth=known.bandwidth, disturbed=known.disturbed
    )


def highest(rooflines: Iterable[Roofline]) -> Roofline | None:
    """One roofline of several that were true at different times: the highest of each ceiling."""
    every = list(rooflines)
    if not every:
        return None
    best: dict[str, Peak] = {}
    for peak in (peak for roofline in every for peak in roofline.peaks):
        known = best.get(peak.precision)
        if known is None or peak.flops_s > known.flops_s:
            best[peak.precision] = peak
    widest = max((each.bandwidth for each in every), key=lambda b: b.bytes_s)
    disturbed = all(each.disturbed for each in every)
    return Roofline(peaks=tuple(best.values()), bandwidth=widest, disturbed=disturbed)


def standing(measurement: Measurement, roofline: Roofline) -> Standing | None:
    """Where a result stands; None without a time, a cost or a ceiling of its precision.

    A reduced precision that is slower than fp32 where it was seen best (emulated) does not lower
    the ceiling: what is asked for in it could be computed in fp32.
    """
    work, latency = measurement.work, measurement.latency
    peak, full = roofline.peak(measurement.precision), roofline.peak(Precision.FP32)
    if work is None or latency is None or peak is None or latency.low <= 0:
        return None
    rate = max(peak.flops_s, full.flops_s if full else 0.0)
    arithmetic = work.flops / rate
    traffic = work.bytes / roofline.bandwidth.bytes_s
    least = max(arithmetic, traffic)
    if least <= 0:
        return None
    return Standing(
        bound="compute" if arithmetic >= traffic else "bandwidth",
        intensity=work.intensity,
        flops_s=work.flops / latency.point,
        attainable_flops_s=work.flops / least,
        share=Estimate(
            point=least / latency.point, low=least / latency.high, high=least / latency.low
        ),
        disturbed=roofline.disturbed,
    )
