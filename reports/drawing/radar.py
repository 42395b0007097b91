"""Two or three outlines over numbered spokes, each value from 0 in the middle to 1 at the rim.

Outlines differ by their line and by the mark at their corners, not by colour; the spokes bear
numbers that a legend names, so no text has to bend around the rim.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from knowledge.schema.report import RadarChart
from reports.drawing.marks import text

RIM, MIDDLE = 118, 146
"""Px of the radius, and from the top to the middle."""
TOP = 300
"""Px above the legend."""
ENTRY, SAMPLE = 19, 34
"""Px of a line of the legend, and of the line that shows an outline."""
RINGS = (0.25, 0.5, 0.75, 1.0)


def height(chart: RadarChart) -> int:
    """Px it takes."""
    return TOP + ENTRY * (len(chart.shapes) + len(chart.axes)) + 8


def draw(chart: RadarChart) -> Iterator[str]:
    """Rings and spokes, the outlines, and the legend of both."""
    count = len(chart.axes)
    yield f'<svg x="50%" y="{MIDDLE}" width="1" height="1" overflow="visible">'
    for ring in RINGS:
        yield f'<polygon class="ring" points="{_outline([ring] * count)}"/>'
    for index in range(count):
        x, y = at(index, count, 1.0)
        yield f'<line class="grid" x1="0" y1="0" x2="{x:.1f}" y2="{y:.1f}"/>'
        x, y = at(index, count, 1.12)
        yield (
            f'<text class="mark-number" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">'
            f"{index + 1}</text>"
        )
    for number, shape in enumerate(chart.shapes):
        yield f'<polygon class="outline outline-{number}" points="{_outline(shape.values)}"/>'
        for index, value in enumerate(shape.values):
            yield _mark(number, *at(index, count, value))
    yield "</svg>"
    for number, shape in enumerate(chart.shapes):
        y = TOP + ENTRY * number
        yield f'<line class="outline outline-{number}" x1="0" x2="{SAMPLE}" y1="{y}" y2="{y}"/>'
        yield _mark(number, SAMPLE / 2, y)
        yield text("label", 0, y + 4, "start", shape.label, dx=SAMPLE + 8)
    for index, name in enumerate(chart.axes):
        y = TOP + ENTRY * (len(chart.shapes) + index) + 4
        yield text("label", 0, y, "start", f"{index + 1}")
        yield text("label", 0, y, "start", name, dx=SAMPLE + 8)


def at(index: int, count: int, value: float) -> tuple[float, float]:
    """Px from the middle, the first spoke upwards and the others clockwise.

    >>> [round(place, 6) for place in at(0, 4, 1.0)]
    [0.0, -118.0]
    """
    turn = 2 * math.pi * index / count
    return RIM * value * math.sin(turn), -RIM * value * math.cos(turn)


def _outline(values: tuple[float, ...] | list[float]) -> str:
    places = (at(index, len(values), value) for index, value in enumerate(values))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _mark(number: int, x: float, y: float) -> str:
    """A disc for the first outline, a hollow square for the second, a hollow disc for others."""
    if number == 1:
        return f'<rect class="point hollow" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>'
    name = "point" if number == 0 else "point hollow"
    return f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
