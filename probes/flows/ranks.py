"""How many processes a flow is measured with."""

from __future__ import annotations

import re


def several(cores: int) -> tuple[int, ...]:
    """Two, every power of two the cores reach, and the cores themselves.

    >>> several(1), several(2), several(12)
    ((2,), (2,), (2, 4, 8, 12))
    """
    powers = {2**power for power in range(1, max(2, cores).bit_length())}
    return tuple(sorted({number for number in powers if number <= max(2, cores)} | {max(2, cores)}))


def number(name: str) -> int | None:
    """The processes that part of a setting names; None where it names none.

    >>> number("x12"), number("x0"), number("two")
    (12, None, None)
    """
    found = re.fullmatch(r"x([1-9]\d{0,2})", name)
    return int(found[1]) if found else None
