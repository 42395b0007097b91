"""Lines and texts of a chart: places to the right in per cent of the width, down in px.

Texts are escaped here, so that whatever a label says comes out literally.
"""

from __future__ import annotations

from html import escape

SIDE = 3.0
"""Per cent kept free at both sides, so that points and numbers are not cut."""


def cent(place: float) -> str:
    """A place to the right, no longer than it must be.

    >>> cent(3.0), cent(28.456), cent(-0.001)
    ('3%', '28.46%', '0%')
    """
    return f"{float(f'{place:.2f}') + 0.0:g}%"


def anchored(side: str) -> str:
    """The attribute that says which end of a text stands at its place; the start needs none."""
    return "" if side == "start" else f' text-anchor="{side}"'


def line(name: str, x1: float, x2: float, y1: float, y2: float) -> str:
    """A line of the class `name`."""
    return f'<line class="{name}" x1="{cent(x1)}" x2="{cent(x2)}" y1="{y1:g}" y2="{y2:g}"/>'


def text(name: str, x: float, y: float, side: str, said: str, dx: float = 0) -> str:
    """A text of the class `name`, `dx` px to the right of `x`."""
    shift = f' dx="{dx:g}"' if dx else ""
    return (
        f'<text class="{name}" x="{cent(x)}" y="{y:g}"{anchored(side)}{shift}>{escape(said)}</text>'
    )


def inner(part: float) -> float:
    """A share of the room between the sides, as a place.

    >>> inner(0.0), inner(0.5)
    (3.0, 50.0)
    """
    return SIDE + (100 - 2 * SIDE) * part
