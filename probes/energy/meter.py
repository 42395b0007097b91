"""The meter: every source this machine has, read around a sample; a source has `find`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from probes.energy import nvml, rapl
from probes.energy.counter import Absent, Counter

SOURCES = (rapl.find, nvml.find)


class Meter:
    """Joules of the whole machine, as far as it counts them; what others used is in it."""

    def __init__(self, found: Sequence[Counter | Absent] | None = None) -> None:
        self._given = found

    @cached_property
    def _found(self) -> Sequence[Counter | Absent]:
        return [find() for find in SOURCES] if self._given is None else self._given

    @property
    def sources(self) -> tuple[str, ...]:
        """The counters that can be read."""
        return tuple(each.source for each in self._found if isinstance(each, Counter))

    @property
    def why(self) -> str:
        """Why what is not counted is not; "" where all is."""
        return "; ".join(each.why for each in self._found if isinstance(each, Absent))

    def mark(self) -> tuple[Any, ...] | None:
        """The state of all counters now; None where there are none."""
        counters = [each for each in self._found if isinstance(each, Counter)]
        try:
            return tuple(each.read() for each in counters) or None
        except (OSError, ValueError):
            return None

    def since(self, mark: tuple[Any, ...] | None) -> float | None:
        """Joules since `mark`; None where they cannot be told."""
        now = self.mark()
        if mark is None or now is None:
            return None
        counters = [each for each in self._found if isinstance(each, Counter)]
        return sum(c.between(a, b) for c, a, b in zip(counters, mark, now, strict=True))
