"""Statistics of timings: when a stack is warm, what its time is, and whether two differ.

Pure. Times are seconds per call, worked on as logarithms; intervals are 95 % and mean: a repeat of
the whole measurement on this host, with as many processes, gives a point inside.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.probing import Estimate, Sample

QUIET_SD = 0.06
"""Log-sd between processes on a quiet machine, before any is seen. Medians of separate processes
of one stack were seen to differ by 10-35 % between extremes (three to five processes), which is
1.7 to 2.3 standard deviations: 5 to 15 %. The lower end, because what is seen is added."""
CONTENDED_SD = 0.2
"""The same where too few quiet samples were left: seen ratios were 1.3 to 3.4, and once 30."""
WORST = math.log(30)
"""Half width of an interval, at most: the worst that contention was seen to do to a time."""
PRIOR_DF = 3
"""Degrees of freedom the prior is worth: as much as four processes that were seen."""
DRAWS = 2000
LEAST_ROUNDS = 3
"""Samples a process needs to have a median worth using."""
STEADY = 0.1
TIE = 0.05

T_975 = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179)
"""97.5 % quantiles of Student's t for 1 to 12 degrees of freedom (any table)."""
MEDIAN_VARIANCE = (1.0, 0.5, 0.4487, 0.2982, 0.2868, 0.2147, 0.2104)
"""Variance of the median of 1 to 7 normal values of variance 1 (order statistics; for more,
pi / 2n is near enough)."""


def calibrate(
    seconds_per_call: float, target_s: float = 0.12, calls: int = 3, longest_s: float = 1.5
) -> int:
    """Loops that make one sample at least `target_s` long and `calls` calls.

    A stack so slow that `calls` calls take longer than `longest_s` gets as many as fit, one at
    least.

    >>> calibrate(0.01), calibrate(0.1), calibrate(0.7), calibrate(4.0)
    (12, 3, 2, 1)
    """
    wanted = max(calls, math.ceil(target_s / max(seconds_per_call, 1e-9)))
    if wanted * seconds_per_call <= max(longest_s, target_s):
        return wanted
    return max(1, int(longest_s / seconds_per_call))


def steady(seconds: Sequence[float], window: int = 3, tolerance: float = STEADY) -> bool:
    """Whether the last `window` values are within `tolerance` of each other.

    >>> steady([9.0, 1.0, 1.05, 1.02]), steady([2.0, 1.5, 1.2]), steady([1.0, 1.0])
    (True, False, False)
    """
    last = seconds[-window:]
    return len(last) == window and max(last) <= min(last) * (1 + tolerance)


def settled(by_process: Mapping[int, Sequence[float]]) -> bool:
    """False when most processes drifted by a fifth or scattered by a quarter to the end.

    Drift is the ratio of the medians of the later and the earlier half; scatter is 1.4826 times
    the median absolute deviation, relative to the median.

    >>> settled({0: [1.0, 1.0, 1.1, 1.0]}), settled({0: [2.0, 2.0, 1.0, 1.0]})
    (True, False)
    """
    verdicts = [_settled(np.asarray(values)) for values in by_process.values()]
    return sum(verdicts) * 2 > len(verdicts)


def _settled(values: NDArray[np.float64]) -> bool:
    if len(values) < LEAST_ROUNDS:
        return True
    half = len(values) // 2
    drift = abs(math.log(np.median(values[half:]) / np.median(values[:half])))
    middle = np.median(values)
    scatter = 1.4826 * np.median(np.abs(values - middle)) / middle
    return bool(drift <= math.log(1.2) and scatter <= 0.25)


def used(samples: Sequence[Sample]) -> dict[int, list[Sample]]:
    """The samples an estimate rests on, by process.

    Those the contention watch let pass; a process that has fewer than `LEAST_ROUNDS` of them is
    left out while another has enough. Where none has, every process gives its least disturbed
    ones, `LEAST_ROUNDS` of them at most.
    """
    everything: dict[int, list[Sample]] = defaultdict(list)
    for sample in samples:
        everything[sample.process].append(sample)
    quiet = {p: [s for s in taken if not s.contended] for p, taken in everything.items()}
    enough = {p: taken for p, taken in quiet.items() if len(taken) >= LEAST_ROUNDS}
    if enough:
        return enough
    return {
        p: sorted(taken, key=lambda s: s.foreign_cpu)[:LEAST_ROUNDS]
        for p, taken in everything.items()
    }


def estimate(
    by_process: Mapping[int, Sequence[float]],
    rng: np.random.Generator,
    *,
    prior_sd: float = QUIET_SD,
    draws: int = DRAWS,
) -> Estimate:
    """Seconds per call from the samples of one or more processes.

    The point is the median of the processes' medians. The interval is the wider one, on either
    side, of a hierarchical bootstrap (processes, then rounds within them) and of Student's t for
    the difference between this point and the point of a repeat, with a between-process spread
    pooled from what was seen and from `prior_sd`.

    Args:
        by_process: positive seconds per call of each round, at least one process with one round.
        rng: source of the bootstrap's draws.
        prior_sd: log-sd between processes expected before any was seen.
        draws: bootstrap replicates.

    >>> e = estimate({0: [1.0, 1.1, 1.0], 1: [1.2, 1.2, 1.2]}, np.random.default_rng(1))
    >>> round(e.point, 3), e.low < 1.0, e.high > 1.2
    (1.095, True, True)
    """
    logs = [np.log(np.asarray(values, dtype=float)) for values in by_process.values()]
    return _interval(logs, rng, prior_sd, draws)


def ratio(
    a: Sequence[Sample],
    b: Sequence[Sample],
    rng: np.random.Generator,
    *,
    prior_sd: float = QUIET_SD,
    draws: int = DRAWS,
) -> Estimate:
    """How many times as long `a` takes as `b`, over the rounds both were sampled in.

    A round is paired with itself, so that drift which hits both alike cancels. Each pair of
    processes brings the spread of two, hence sqrt(2) times `prior_sd`.

    Raises:
        ValueError: the two have no round in common.
    """
    right = {(s.process, s.round): s for taken in used(b).values() for s in taken}
    logs: dict[int, list[float]] = defaultdict(list)
    for taken in used(a).values():
        for sample in taken:
            other = right.get((sample.process, sample.round))
            if other is not None:
                logs[sample.process].append(
                    math.log(sample.seconds_per_call / other.seconds_per_call)
                )
    if not logs:
        raise ValueError("no round in which both were sampled")
    paired = [np.asarray(values) for values in logs.values()]
    return _interval(paired, rng, prior_sd * math.sqrt(2), draws)


def tied(ratio: Estimate, within: float = TIE) -> bool:
    """Two stacks are a tie within 5 % of each other, or when the interval holds 1.

    >>> tied(Estimate(point=1.04, low=1.02, high=1.06))
    True
    >>> tied(Estimate(point=1.2, low=0.98, high=1.4)), tied(Estimate(point=1.2, low=1.1, high=1.3))
    (True, False)
    """
    return ratio.low <= 1 <= ratio.high or 1 / (1 + within) <= ratio.point <= 1 + within


def _interval(
    logs: Sequence[NDArray[np.float64]], rng: np.random.Generator, prior_sd: float, draws: int
) -> Estimate:
    medians = np.array([np.median(values) for values in logs])
    point = float(np.median(medians))
    rounds = np.stack([_resampled_medians(values, rng, draws) for values in logs], axis=1)
    processes = rng.integers(len(logs), size=(draws, len(logs)))
    replicates = np.median(np.take_along_axis(rounds, processes, axis=1), axis=1)
    low, high = np.quantile(replicates, (0.025, 0.975))
    half = _half_width(medians, float(rounds.var(axis=0).mean()), prior_sd)
    return Estimate(
        point=math.exp(point),
        low=math.exp(min(float(low), point - half)),
        high=math.exp(max(float(high), point + half)),
    )


def _resampled_medians(
    values: NDArray[np.float64], rng: np.random.Generator, draws: int
) -> NDArray[np.float64]:
    picked = rng.integers(len(values), size=(draws, len(values)))
    medians: NDArray[np.float64] = np.median(values[picked], axis=1)
    return medians


def _half_width(medians: NDArray[np.float64], within: float, prior_sd: float) -> float:
    """Half width of the interval for a repeat's point, on the log scale.

    Args:
        medians: log median of each process.
        within: variance of one process's log median that its rounds alone explain.
        prior_sd: log-sd between processes expected before any was seen.
    """
    count = len(medians)
    seen = float(medians.var(ddof=1)) if count > 1 else 0.0
    freedom = PRIOR_DF + count - 1
    pooled = (PRIOR_DF * (prior_sd**2 + within) + (count - 1) * seen) / freedom
    t = T_975[freedom - 1] if freedom <= len(T_975) else 1.96 + 2.4 / freedom
    spread = MEDIAN_VARIANCE[count - 1] if count <= len(MEDIAN_VARIANCE) else math.pi / 2 / count
    # Twice: this measurement's own deviation, and the repeat's.
    return min(WORST, t * math.sqrt(2 * spread * pooled))
