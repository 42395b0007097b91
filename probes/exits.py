"""How a process ended, in words: exit code or signal, and what it said last on stderr.

Pure, except for the one reader of the kernel's out-of-memory counter.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path

TELLING = re.compile(
    r"error|abort|assert|fail|fatal|exception|fault|killed|what\(\)|cannot|not found|terminate",
    re.IGNORECASE,
)
LINE_LIMIT = 200


def describe_exit(code: int, oom_killed: bool | None) -> str:
    """How a process with this return code ended.

    Args:
        code: as subprocess gives it: negative for a signal.
        oom_killed: whether the kernel's out-of-memory killer struck; None where it cannot be told.

    >>> describe_exit(3, None)
    'exited with code 3'
    >>> describe_exit(-6, None)
    'killed by SIGABRT (abort)'
    >>> describe_exit(-9, None), describe_exit(-9, True), describe_exit(-9, False)
    ('killed by SIGKILL (out of memory?)', 'killed by SIGKILL (out of memory)', 'killed by SIGKILL')
    """
    if code >= 0:
        return f"exited with code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    said = {"SIGABRT": " (abort)", "SIGILL": " (instruction this CPU lacks?)"}.get(name, "")
    if name == "SIGKILL" and oom_killed is not False:
        said = " (out of memory)" if oom_killed else " (out of memory?)"
    return f"killed by {name}{said}"


def last_words(lines: Sequence[str]) -> str:
    """The line of stderr that says most: the last that names an error, else the last one.

    >>> last_words(["loading", "RuntimeError: no kernel", "  File x, line 3", ""])
    'RuntimeError: no kernel'
    >>> last_words(["one", "two "]), last_words([])
    ('two', '')
    """
    said = [line for line in lines if line.strip() and not line.lstrip().startswith('File "')]
    telling = [line for line in said if TELLING.search(line)]
    best = (telling or said or [""])[-1]
    return " ".join(best.split())[:LINE_LIMIT]


def parse_oom_kills(vmstat: str) -> int | None:
    r"""The `oom_kill` counter of /proc/vmstat: processes the kernel killed for memory since boot.

    >>> parse_oom_kills("nr_free_pages 12\noom_kill 3\n")
    3
    >>> parse_oom_kills("nr_free_pages 12\n") is None
    True
    """
    found = re.search(r"^oom_kill (\d+)$", vmstat, re.MULTILINE)
    return int(found[1]) if found else None


def oom_kills(vmstat: Path = Path("/proc/vmstat")) -> int | None:
    """The counter now; None where the kernel does not tell (not Linux, or before 4.13)."""
    if not vmstat.exists():
        return None
    return parse_oom_kills(vmstat.read_text(encoding="utf-8"))
