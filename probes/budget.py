"""The seconds a run may take: what is planned with, and the end that nothing may pass."""

from __future__ import annotations

from collections.abc import Callable

OVERRUN, OVERRUN_S, MOST_OVERRUN = 0.05, 3.0, 0.07
"""Share of the budget, or seconds (but never more than the last share), by which what was begun in
time may exceed it. The rest of the tenth that is promised is for ending the processes and for
keeping the results."""


class Budget:
    """A span of seconds that starts now, or of which some are `spent` already.

    >>> now = [0.0]
    >>> budget = Budget(10, lambda: now[0])
    >>> now[0] = 4.0
    >>> budget.left(), round(budget.most(), 3)
    (6.0, 6.7)
    """

    def __init__(self, seconds: float, clock: Callable[[], float], spent: float = 0.0) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds - spent

    def left(self) -> float:
        """Seconds left to plan with; negative when it is overrun."""
        return self._end - self._clock()

    def most(self) -> float:
        """Seconds after which whatever still runs is ended."""
        most = min(max(OVERRUN * self.seconds, OVERRUN_S), MOST_OVERRUN * self.seconds)
        return self.left() + most
