"""How noisy this machine is: the same fixed work, again and again, in several processes.

Told before anything is measured, so that a reader knows what a difference is worth here. The work
is a loop of the interpreter: it needs no memory and no library, so what differs is the machine.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from knowledge.schema.machine import Noise
from probes.contention import Watch

PROCESSES, REPEATS = 3, 10
DEADLINE_S = 20.0
LOOP = """
import json, sys, time
def work():
    total = 0
    for number in range(200_000):
        total += number & 3
    return total
work()
times = []
for _ in range(int(sys.argv[1])):
    start = time.perf_counter()
    work()
    times.append(time.perf_counter() - start)
print(json.dumps(times))
"""
"""About 10 ms a repeat; the first call is not counted."""


def listen(
    limit_s: float = math.inf,
    processes: int = PROCESSES,
    repeats: int = REPEATS,
    *,
    run: Callable[[int, float], Sequence[float]] | None = None,
    watch: Watch | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Noise | None:
    """Run the loop in processes of its own, one after the other; None where none would run.

    Args:
        limit_s: seconds after which no further process is begun, and one that runs is ended.
        processes: how many.
        repeats: in each.
        run: gives the seconds of `repeats` repeats in a new process, within so many seconds; tests
            bring their own.
        watch: tells what other programs took meanwhile.
        clock: seconds.
    """
    watch = watch or Watch(cpu_s=children_cpu_s)
    mark, start = watch.mark(0), clock()
    taken = []
    for _ in range(processes):
        left = limit_s - (clock() - start)
        if left <= 0:
            break
        taken.append(list((run or _process)(repeats, min(DEADLINE_S, left))))
    foreign = watch.since(mark, 0)
    times = [each for each in taken if each]
    return noise_of(times, foreign) if times else None


def noise_of(times: Sequence[Sequence[float]], foreign_cpu: float = 0.0) -> Noise:
    """The spread within and between processes.

    >>> noise_of([[1.0, 1.1, 1.0], [1.5, 1.5, 1.5]])
    Noise(within=0.0, between=0.5, processes=2, repeats=3, foreign_cpu=0.0)
    """
    medians = [statistics.median(each) for each in times]
    scatter = [
        1.4826 * statistics.median(abs(value - middle) for value in each) / middle
        for each, middle in zip(times, medians, strict=True)
    ]
    return Noise(
        within=round(statistics.median(scatter), 4),
        between=round(max(medians) / min(medians) - 1, 4),
        processes=len(times),
        repeats=min(len(each) for each in times),
        foreign_cpu=round(foreign_cpu, 2),
    )


def children_cpu_s(_: int) -> float:
    """CPU seconds of the loops that have ended; they are not other programs."""
    times = os.times()
    return times.children_user + times.children_system


def _process(repeats: int, limit_s: float) -> Sequence[float]:
    """Seconds of each repeat in a new interpreter; nothing where it did not answer in time."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own text
            [sys.executable, "-I", "-S", "-c", LOOP, str(repeats)],
            capture_output=True,
            timeout=limit_s,
            check=True,
            text=True,
        )
        return [float(value) for value in json.loads(done.stdout)]
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()
