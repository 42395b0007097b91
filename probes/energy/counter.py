"""A counter of joules, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Absent:
    """Not readable here, and why."""

    why: str


@dataclass(frozen=True)
class Counter:
    """Reads a state, and tells the joules between two of them."""

    source: str
    read: Callable[[], Any]
    between: Callable[[Any, Any], float]
