"""One at a time: a lock file that the system releases when its holder dies."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

POLL_S = 0.2


@contextlib.contextmanager
def exclusive(
    file: Path,
    *,
    timeout_s: float,
    waiting: Callable[[], None] = lambda: None,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[int | None]:
    """Hold a lock file.

    The lock belongs to the open file, not to the process: a child that inherits the descriptor
    keeps it when this process is killed, so nobody starts over a folder that the child still
    writes to.

    Args:
        file: the lock file; created, and left in place (removing it would split the lock).
        timeout_s: seconds to wait for another holder.
        waiting: called once when there is one.
        stop: asked while waiting; True gives up.

    Yields:
        The descriptor to hand to children, or None when the wait was in vain.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        held = _acquire(descriptor, timeout_s, waiting, stop)
        yield descriptor if held else None
        if held:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def _acquire(
    descriptor: int, timeout_s: float, waiting: Callable[[], None], stop: Callable[[], bool]
) -> bool:
    deadline = time.monotonic() + timeout_s
    told = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
        else:
            return True
        if not told:
            waiting()
            told = True
        if time.monotonic() >= deadline or stop():
            return False
        time.sleep(POLL_S)
