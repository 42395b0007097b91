"""What does not fit in a compatibility table: unknown axes and names, specifiers of no version."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from knowledge.compatibility.axes import CHIP
from knowledge.compatibility.values import OPERATOR, specifiers
from knowledge.nearest import did_you_mean
from knowledge.schema.compatibility import AxisKind, AxisTerm, CompatibilityTable

Path = tuple[str | int, ...]
Fault = tuple[Path, str, str]
"""Where in the file, what is wrong, and a tip."""


def faults(
    table: CompatibilityTable, axes: Mapping[str, AxisTerm], products: Collection[str]
) -> Iterator[Fault]:
    """Everything in `table` that does not fit the axes of the vocabulary.

    Args:
        table: what is checked.
        axes: the terms of the vocabulary by id.
        products: ids that are axes of versions too: the frameworks.
    """
    for index, axis in enumerate(table.axes):
        if axis not in axes and axis not in products:
            tip = did_you_mean(axis, {*axes, *products})
            yield ("axes", index), f"unknown axis {axis!r}", tip
    places: Iterator[tuple[Path, Mapping[str, Sequence[str]]]] = iter(
        [
            (("scope",), table.scope),
            *((("rows", n, "when"), row.when) for n, row in enumerate(table.rows)),
        ]
    )
    for path, when in places:
        for axis, admitted in when.items():
            for text in admitted:
                fault = _fault(axis, text, axes.get(axis))
                if fault is not None:
                    yield (*path, axis), *fault


def _fault(axis: str, text: str, term: AxisTerm | None) -> tuple[str, str] | None:
    if term is None or term.kind is AxisKind.VERSION:
        if specifiers(text) is None:
            return f"{text!r} is no version of {axis}", 'write "3.11", ">=2.7,<3" or "==2.9.0"'
        return None
    if OPERATOR.match(text):
        return f"{axis} has names, not versions: {text!r}", "name each value"
    if term.values and axis != CHIP and text not in term.values:
        return f"{text!r} is no {axis}", did_you_mean(text, term.values)
    return None
