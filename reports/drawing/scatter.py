"""Numbered points on two logarithmic axes, with the front through the best of them.

Points of the front are filled and joined, the others hollow. Numbers are set where they touch
neither a point nor each other, at any width of the page.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.schema.report import ScatterChart
from reports.drawing.marks import cent, inner, line, text

if TYPE_CHECKING:
    from knowledge.texts import Texts

HEIGHT, TOP, BOTTOM = 330, 24, 286
RADIUS = 5
WIDTHS = (290, 330, 380, 440, 500, 570, 650, 740)
"""Px at which numbers must keep clear of each other: from a phone to the widest figure."""
NUMBERS = 0.15
"""Share of the width left to the numbers of the upward axis, so that no point covers them."""
GAP = 0.2
"""Least distance of grid lines, as a share of an axis: room for their numbers on a phone."""
DIGIT, LINE = 8, 12
"""Px of a digit and of a line of the numbers."""


@dataclass(frozen=True)
class Label:
    """A number beside its point: `x` in per cent, the rest in px."""

    said: str
    x: float
    dx: float
    y: float
    side: str

    def box(self, width: float) -> tuple[float, float, float, float]:
        """Left, top, right and bottom on a page of that width."""
        own = DIGIT * len(self.said)
        start = self.x / 100 * width + self.dx
        left = start - {"start": 0.0, "middle": own / 2, "end": own}[self.side]
        return left, self.y - LINE + 2, left + own, self.y + 2


def draw(chart: ScatterChart, texts: Texts) -> Iterator[str]:
    """Grid with numbers, the front, the points, and their numbers."""
    x_range = _range([p.x for p in chart.points])
    y_range = _range([p.y for p in chart.points])
    for tick in ticks(*x_range):
        x = _right(tick, x_range)
        yield line("grid", x, x, TOP, BOTTOM)
        yield text("tick", x, BOTTOM + 16, "middle", texts.number(tick, 3))
    for tick in ticks(*y_range):
        y = _down(tick, y_range)
        yield line("grid", inner(0), inner(1), y, y)
        yield text("tick", inner(0), y - 3, "start", texts.number(tick, 3))
    places = [(_right(p.x, x_range), _down(p.y, y_range)) for p in chart.points]
    front = sorted(place for place, point in zip(places, chart.points, strict=True) if point.front)
    for (x1, y1), (x2, y2) in itertools.pairwise(front):
        yield line("front", x1, x2, y1, y2)
    for (x, y), point in zip(places, chart.points, strict=True):
        name = "point" if point.front else "point hollow"
        yield f'<circle class="{name}" cx="{cent(x)}" cy="{y:g}" r="{RADIUS}"/>'
    for label in numbers(places):
        yield text("mark-number halo", label.x, label.y, label.side, label.said, dx=label.dx)
    yield text("label", 0, 14, "start", chart.y)
    yield text("label", 100, HEIGHT - 6, "end", chart.x)


def numbers(places: Sequence[tuple[float, float]]) -> list[Label]:
    """The numbers of points at `places` (per cent and px), none on a point or another number.

    Where nothing near is free the number stands in the first free line above or below its point.
    """
    placed: list[Label] = []
    for index, (x, y) in enumerate(places):
        options = _around(str(index + 1), x, y)
        placed.append(next((o for o in options if _free(o, placed, places)), options[0]))
    return placed


def _around(said: str, x: float, y: float) -> list[Label]:
    near = RADIUS + 3
    found = [
        Label(said, x, near, y + 4, "start"),
        Label(said, x, -near, y + 4, "end"),
        Label(said, x, 0, y - near, "middle"),
        Label(said, x, 0, y + near + LINE - 2, "middle"),
    ]
    for step in range(1, 16):
        for sign in (-1, 1):
            down = y + 4 + sign * step * LINE
            if TOP < down < BOTTOM:
                found.append(Label(said, x, near, down, "start"))
                found.append(Label(said, x, -near, down, "end"))
    return found


def _free(label: Label, placed: Sequence[Label], places: Sequence[tuple[float, float]]) -> bool:
    for width in WIDTHS:
        box = label.box(width)
        if box[0] < 0 or box[2] > width:
            return False
        if any(overlap(box, other.box(width)) for other in placed):
            return False
        for x, y in places:
            middle = x / 100 * width
            point = (middle - RADIUS, y - RADIUS, middle + RADIUS, y + RADIUS)
            if overlap(box, point):
                return False
    return True


def overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    """Whether two boxes (left, top, right, bottom) share more than an edge.

    >>> overlap((0, 0, 2, 2), (1, 1, 3, 3)), overlap((0, 0, 2, 2), (2, 0, 3, 2))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _range(values: Sequence[float]) -> tuple[float, float]:
    """A little more than the values span, and never less than a factor of two."""
    low, high = min(values), max(values)
    air = max(1.25, math.sqrt(2 / (high / low)))
    return low / air, high * air


def _part(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)


def _right(value: float, ends: tuple[float, float]) -> float:
    return inner(NUMBERS + (1 - NUMBERS) * _part(value, *ends))


def _down(value: float, ends: tuple[float, float]) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * _part(value, *ends), 1)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values, few enough that their texts keep apart.

    >>> ticks(0.8, 12.0), ticks(0.5, 2000.0)
    ([1.0, 2.0, 5.0, 10.0], [1.0, 10.0, 100.0, 1000.0])
    """
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1, 1.5, 2, 3, 4, 5, 7), (1, 2, 5), (1,)):
        found = [m * 10.0**d for d in decades for m in steps if low <= m * 10.0**d <= high]
        gap = min((b / a for a, b in itertools.pairwise(found)), default=high / low)
        if math.log(gap) / math.log(high / low) >= GAP:
            return found
    every = math.ceil(GAP * math.log10(high / low))
    return [10.0**d for d in decades if low <= 10.0**d <= high][::every]
