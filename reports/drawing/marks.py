"""Lines and texts of a chart: places to the right in per cent of the width, down in px.

Texts are escaped here, so that whatever a label says comes out literally.
"""

from __future__ import annotations

from html import escape

SIDE = 3.0
"""Per cent kept free at both sides, so that points and numbers are not cut."""


def line(name: str, x1: float, x2: float, y1: float, y2: float) -> str:
    """A line of the class `name`."""
    return f'<line class="{name}" x1="{x1:.2f}%" x2="{x2:.2f}%" y1="{y1:g}" y2="{y2:g}"/>'


def text(name: str, x: float, y: float, side: str, said: str, dx: float = 0) -> str:
    """A text of the class `name`, `dx` px to the right of `x`."""
    shift = f' dx="{dx:g}"' if dx else ""
    return (
        f'<text class="{name}" x="{x:.2f}%" y="{y:g}" text-anchor="{side}"{shift}>'
        f"{escape(said)}</text>"
    )


def inner(part: float) -> float:
    """A share of the room between the sides, as a place.

    >>> inner(0.0), inner(0.5)
    (3.0, 50.0)
    """
    return SIDE + (100 - 2 * SIDE) * part
