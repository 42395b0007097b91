"""A deadline for work in this process that cannot be killed: it looks at the clock as it goes.

`within` sets it for what is called inside; `checkpoint`, between the steps of long work, ends that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_end: ContextVar[Callable[[], float] | None] = ContextVar("end", default=None)


class OutOfTime(Exception):  # noqa: N818 - nothing went wrong
    """The deadline is over."""


@contextmanager
def within(seconds: float, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Let `checkpoint` end what runs inside after so many seconds.

    >>> with within(-1.0):
    ...     checkpoint()
    Traceback (most recent call last):
    probes.workloads.deadline.OutOfTime
    """
    end = clock() + seconds
    token = _end.set(lambda: end - clock())
    try:
        yield
    finally:
        _end.reset(token)


def checkpoint() -> None:
    """Go on, unless the deadline is over; without one always.

    Raises:
        OutOfTime: it is.

    >>> checkpoint()
    """
    left = _end.get()
    if left is not None and left() <= 0:
        raise OutOfTime
