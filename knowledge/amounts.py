"""Amounts as people write them on a command line: times, sizes and numbers of months.

Pure. What is not one is a KnownError that shows one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from knowledge.errors import KnownError

_SECONDS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_MIB = {"mib": 1.0, "mb": 1e6 / 2**20, "gib": 1024.0, "gb": 1e9 / 2**20, "": 1.0}
_MONTHS = {"": 1, "m": 1, "y": 12}


def months(text: str) -> int:
    """A number of months from "18", "18m" or "2y".

    Raises:
        KnownError: it is none.

    >>> months("2y"), months("18")
    (24, 18)
    """
    found = re.fullmatch(r"(\d+)\s*([my]?)", text.lower())
    if not found or int(found[1]) == 0:
        raise KnownError(f"{text!r} is not a number of months", hint="for example 18 or 2y")
    return int(found[1]) * _MONTHS[found[2]]


def amount(text: str, units: Mapping[str, float], example: str) -> float:
    """A number above zero with a unit of `units`, in the unit that counts 1.

    Raises:
        KnownError: it is none.

    >>> amount("20ms", {"ms": 0.001, "": 1.0}, "20ms")
    0.02
    """
    found = re.fullmatch(r"([0-9.]+(?:e-?\d+)?)\s*([a-zµ]*)", text.strip().lower())
    if found and not found[2] and "" not in units:
        names = ", ".join(units)
        raise KnownError(f"{text!r} has no unit", hint=f"for example {example}; units: {names}")
    try:
        value = float(found[1]) * units[found[2]] if found else 0.0
    except (KeyError, ValueError):
        value = 0.0
    if not 0 < value < math.inf:
        names = ", ".join(filter(None, units))
        raise KnownError(
            f"{text!r} is not an amount above zero", hint=f"for example {example}; units: {names}"
        )
    return value


def seconds(text: str) -> float:
    """A duration in seconds; it must say its unit, since tables are in milliseconds."""
    return amount(text, _SECONDS, "20ms")


def mebibytes(text: str) -> float:
    """An amount of memory in MiB; without a unit it is one already."""
    return amount(text, _MIB, "512MiB")
