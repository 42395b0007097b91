"""Contention: cores that other programs kept busy while a sample was taken.

From /proc/stat, minus the CPU time of the worker and of this process. Only the CPUs this process
may run on count. Where there is no /proc/stat (not Linux) the watch is off and says so.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

Busy = Mapping[int, float]
"""CPU number -> seconds since boot in which it did anything."""

LINE = re.compile(r"^cpu(\d+) (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Mark:
    """The start of a watched span: seconds busy per CPU, own CPU seconds, wall clock."""

    busy: Busy
    own_s: float
    at: float


def parse_stat(text: str, ticks: int = 100) -> dict[int, float]:
    r"""Busy seconds per CPU: user, nice, system, irq, softirq and steal; not idle, iowait, guest.

    Steal counts: a neighbour on the hypervisor takes a core like any other program. Guest time is
    part of user already (proc_stat(5)).

    >>> parse_stat("cpu  9 9 9 9\ncpu0 100 0 50 900 7 0 20 30 0 0\nintr 5\n")
    {0: 2.0}
    """
    busy = {}
    for number, fields in LINE.findall(text):
        values = [int(value) for value in fields.split()]
        busy[int(number)] = (sum(values[:3]) + sum(values[5:8])) / ticks
    return busy


def foreign_cores(before: Mark, after: Mark) -> float:
    """Mean number of cores that others kept busy between two marks, never below 0.

    >>> start, end = Mark({0: 1.0, 1: 1.0}, 0.5, 10.0), Mark({0: 3.0, 1: 2.0}, 2.5, 12.0)
    >>> foreign_cores(start, end)
    0.5
    """
    wall = after.at - before.at
    if wall <= 0:
        return 0.0
    spent = sum(after.busy[cpu] - before.busy[cpu] for cpu in after.busy if cpu in before.busy)
    return max(0.0, (spent - (after.own_s - before.own_s)) / wall)


def is_contended(foreign: float, cores: int, threads: int, limit: float) -> bool:
    """Whether others took more than `limit` cores from a worker of `threads` threads.

    Cores that the worker leaves free may be busy: nobody is disturbed by them.

    >>> is_contended(0.2, cores=2, threads=2, limit=0.15)
    True
    >>> is_contended(0.2, cores=8, threads=2, limit=0.15)
    False
    """
    return foreign - max(0, cores - threads) > limit


def process_cpu_s(pid: int) -> float:
    """CPU seconds of all threads of a process, to the nanosecond; 0 if it is gone.

    The clock id of a process's CPU clock is (~pid << 3) | 2 on Linux (clock_getcpuclockid(3)).
    /proc/<pid>/stat counts in hundredths of a second, too coarse for one sample.
    """
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def family_cpu_s(pid: int) -> float:
    """CPU seconds of a process and of all it has started that still runs; 0 if it is gone."""
    try:
        children = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return 0.0
    return process_cpu_s(pid) + sum(process_cpu_s(child.pid) for child in children)


class Watch:
    """Marks the start of a span and tells the foreign cores at its end."""

    def __init__(
        self,
        stat: Path = Path("/proc/stat"),
        clock: Callable[[], float] = time.perf_counter,
        cpu_s: Callable[[int], float] = process_cpu_s,
    ) -> None:
        self._stat = stat
        self._clock = clock
        self._cpu_s = cpu_s
        self.on = stat.exists()
        allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self._allowed = frozenset(allowed)
        self.cores = len(self._allowed) or os.cpu_count() or 1

    def mark(self, pid: int) -> Mark:
        """This moment, as seen beside the worker `pid`."""
        if not self.on:
            return Mark({}, 0.0, self._clock())
        busy = parse_stat(self._stat.read_text(encoding="utf-8"), os.sysconf("SC_CLK_TCK"))
        mine = {cpu: s for cpu, s in busy.items() if not self._allowed or cpu in self._allowed}
        return Mark(mine, self._cpu_s(pid) + time.process_time(), self._clock())

    def since(self, mark: Mark, pid: int) -> float:
        """Foreign cores since `mark`, 0 where the watch is off."""
        return foreign_cores(mark, self.mark(pid))
