"""The seconds a run may take."""

from __future__ import annotations

from collections.abc import Callable


class Budget:
    """A span of seconds that starts now; waiting for a stack that hangs is not charged.

    >>> now = [0.0]
    >>> budget = Budget(10, lambda: now[0])
    >>> now[0] = 4.0
    >>> budget.left()
    6.0
    >>> budget.refund(3)
    >>> budget.left()
    9.0
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Seconds left; negative when it is overrun."""
        return self._end - self._clock()

    def refund(self, seconds: float) -> None:
        """Give back what one stack's time-out took, so that it is not taken from the others."""
        self._end += seconds
