"""Pins that contradict each other: one statement with two values is no question.

Pure. A pin with qualifiers may narrow one without, and time and throughput of a task may follow
each other; only the same words with different values are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.named import thing

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.pins import Pin

_TERMS = {"licence": "license"}
_VALUES = {"yes": "true", "no": "false"}

Statement = tuple[str, str, frozenset[tuple[str, str]]]


def refuse_contradictions(catalog: Catalog, pins: Iterable[Pin]) -> None:
    """Nothing where every statement is pinned to one value; repeating a pin is no contradiction.

    Raises:
        KnownError: two pins of one statement differ.
    """
    seen: dict[Statement, Pin] = {}
    for pin in pins:
        first = seen.setdefault(_statement(catalog, pin), pin)
        if _value(first) != _value(pin):
            raise KnownError(
                f"--pin {first.text} and --pin {pin.text} contradict each other",
                hint="pin each statement to one value",
            )


def _statement(catalog: Catalog, pin: Pin) -> Statement:
    """What is pinned, whatever name the subject goes by."""
    named = "/" in pin.subject or pin.subject in catalog.routes
    subject = pin.subject if named else thing(catalog, pin.subject)
    return subject, _TERMS.get(pin.term, pin.term), frozenset(pin.qualifiers.items())


def _value(pin: Pin) -> str:
    return _VALUES.get(pin.value.casefold(), pin.value.casefold())
