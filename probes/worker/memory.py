"""Memory of this process, in bytes.

On Linux from /proc, because `ru_maxrss` survives exec there: a worker started by a big parent
would begin with the parent's peak. Elsewhere `ru_maxrss`, where there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def resident_bytes() -> int:
    """Resident set now."""
    return _status_field("VmRSS") or _ru_maxrss()


def peak_bytes() -> int:
    """Largest resident set so far."""
    return _status_field("VmHWM") or _ru_maxrss()


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
