"""The seconds a run may take: what is planned with, and the end that nothing may pass."""

from __future__ import annotations

from collections.abc import Callable

OVERRUN, OVERRUN_S = 0.05, 3.0
"""Share of the budget, or seconds, by which what was begun in time may exceed it."""
PROMISED, ENDING_S = 0.1, 1.5
"""Share of the budget by which the whole run may exceed it, and seconds of that which ending the
processes and summing up may take: 1.2 s when twelve processes wanted two cores."""


class Budget:
    """A span of seconds that starts now, or of which some are `spent` already.

    >>> now = [0.0]
    >>> budget = Budget(10, lambda: now[0])
    >>> now[0] = 4.0
    >>> budget.left(), budget.most()
    (6.0, 6.0)
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
        wanted = max(OVERRUN * self.seconds, OVERRUN_S)
        return self.left() + max(0.0, min(wanted, PROMISED * self.seconds - ENDING_S))
