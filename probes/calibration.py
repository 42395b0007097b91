"""Before anything is measured: how noisy this machine is, and what it can do at most."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from datetime import datetime

from knowledge.schema.base import Noun
from knowledge.schema.host import Host
from knowledge.schema.machine import Baseline, Noise
from probes.contention import Watch
from probes.noise import children_cpu_s, listen
from probes.roofline import Ceilings, reach

LOUD = 0.15
"""Cores kept busy by others, as for a sample."""


class Calibration(Noun):
    """What was found, and how long it took."""

    noise: Noise | None = None
    baseline: Baseline | None = None
    seconds: float = 0.0


def calibrate(
    host: Host,
    now: Callable[[], datetime],
    *,
    ceilings: bool = True,
    unless_loud: bool = False,
    limit_s: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
    listen: Callable[[float], Noise | None] = listen,
    reach: Callable[[int, int, float], Ceilings | None] = reach,
    watch: Watch | None = None,
) -> Calibration:
    """Listen to the machine, and measure its ceilings if asked to; about 1 and 4 seconds.

    Args:
        host: this machine.
        now: the time, for the baseline's record.
        ceilings: whether to measure them.
        unless_loud: not so if the noise says that others take cores: they would come out low.
        limit_s: seconds for both; a busy machine takes several times as long.
        clock: seconds.
        listen: tells the noise, within so many seconds.
        reach: measures the ceilings with so many threads and so much cache in KiB, within seconds.
        watch: tells what others took meanwhile.
    """
    start = clock()
    noise = listen(limit_s)
    baseline = None
    loud = noise is not None and noise.foreign_cpu > LOUD
    left = limit_s - (clock() - start)
    if ceilings and left > 0 and not (loud and unless_loud):
        watch = watch or Watch(cpu_s=children_cpu_s)
        mark = watch.mark(0)
        reached = reach(host.cpu.threads, max(host.cpu.caches_kib.values(), default=0), left)
        foreign = watch.since(mark, 0)
        if reached is not None:
            moment = now()
            name = f"{host.id} {host.cpu.threads} {moment.isoformat()}"
            baseline = Baseline(
                id=hashlib.sha256(name.encode()).hexdigest()[:16],
                host=host.id,
                threads=host.cpu.threads,
                peak=reached.peak,
                bandwidths=reached.bandwidths,
                foreign_cpu=round(foreign, 2),
                started=moment,
            )
    return Calibration(noise=noise, baseline=baseline, seconds=clock() - start)
