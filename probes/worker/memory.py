"""Memory of this process, in bytes.

On Linux from /proc, because `ru_maxrss` survives exec there: a worker started by a big parent
would begin with the parent's peak. Elsewhere `ru_maxrss`, where there is one.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSES = Path("/proc")
STATUS = Path("/proc/self/status")


def resident_bytes() -> int:
    """Resident set now."""
    return _status_field("VmRSS") or _ru_maxrss()


def peak_bytes(*, family: bool = False) -> int:
    """Largest resident set so far; with `family` the sum over the whole process group.

    What processes of a group share counts once for each, and those that have ended not at all.
    """
    if family and PROCESSES.exists():
        return sum(_peaks_of_group(os.getpgrp()))
    return _status_field("VmHWM") or _ru_maxrss()


def _peaks_of_group(group: int) -> Iterator[int]:
    for folder in PROCESSES.glob("[0-9]*"):
        # Any of them may end meanwhile.
        with suppress(OSError):
            # The name, in brackets, may hold anything; state, parent and group follow it.
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[2]) == group:
                yield parse_status((folder / "status").read_text(encoding="utf-8"), "VmHWM")


def parse_status(text: str, field: str) -> int:
    r"""Bytes in a `kB` field of /proc/<pid>/status, 0 where the field is missing.

    >>> parse_status("VmPeak:\t  9000 kB\nVmHWM:\t    64 kB\n", "VmHWM")
    65536
    >>> parse_status("VmPeak:\t  9000 kB\n", "VmHWM")
    0
    """
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) * 1024
    return 0


def _status_field(field: str) -> int:
    if not STATUS.exists():
        return 0
    return parse_status(STATUS.read_text(encoding="utf-8"), field)


def _ru_maxrss() -> int:
    if sys.platform == "win32":
        return 0
    import resource  # not on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
