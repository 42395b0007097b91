"""Ending a run from outside: a stop callable, Ctrl-C, or the signals that ask a program to go."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Stop = Callable[[], bool]
NOT_BEGUN = "the run was ended before its first sample"
ENDED_EARLY = "the run was ended early"
"""What the tasks of a run say that was ended from outside: as their message, or as a note."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The caller's stop callable said so."""


def never() -> bool:
    """The stop callable of a run that nobody can stop."""
    return False


@contextmanager
def orderly_end() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit while workers run.

    Without it Python would die at once and leave them behind, suspended, for ever: they are in
    sessions of their own. Does nothing outside the main thread, where signals cannot be caught.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
