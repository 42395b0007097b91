"""What a piece of work adds to this process's memory at its height."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING

from ..memory import peak_bytes, resident_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

MIB = 2**20
RESET = Path("/proc/self/clear_refs")


def growth_mib(work: Callable[[], object]) -> float:
    """MiB by which the peak of `work` lies above what was resident before it.

    Measure the first run of `work`: what an allocator keeps from one run is there in the next.
    Where the system cannot forget an earlier peak, only a higher one is seen.
    """
    gc.collect()
    if RESET.exists():
        RESET.write_text("5", encoding="ascii")  # the peak starts anew (proc_pid_clear_refs(5))
    before = resident_bytes()
    work()
    return (peak_bytes() - before) / MIB
