"""Memory usable here: the smaller of the machine's RAM and the control group's limit."""

from __future__ import annotations

import re

from probes.host import cgroup
from probes.host.system import System


def read(system: System) -> int:
    """Bytes usable by this process on a Linux system; 0 when nothing says."""
    total = parse_total(system.text("/proc/meminfo") or "")
    limit = cgroup.memory_limit(system)
    if limit is None:
        return total
    return min(total, limit) if total else limit


def parse_total(meminfo: str) -> int:
    r"""Bytes of RAM from /proc/meminfo; 0 when the line is missing.

    >>> parse_total("MemTotal:       24665420 kB\nMemFree:  1 kB\n")
    25257390080
    """
    match = re.search(r"^MemTotal:\s+(\d+) kB", meminfo, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0
