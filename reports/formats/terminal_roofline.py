"""A roofline drawn with characters: "/" and "-" are the roof, digits and letters the results."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reports.charts import Plane, part_of

if TYPE_CHECKING:
    from knowledge.schema.report import RooflineChart

HEIGHT, LEAST, LABEL = 16, 30, 12
MARKS = string.digits[1:] + string.ascii_lowercase + string.ascii_uppercase
MORE = "*"
"""Two results in one place, or more results than marks."""


def mark(number: int) -> str:
    """The mark of the result `number`, from 1.

    >>> mark(1), mark(10), mark(99)
    ('1', 'a', '*')
    """
    return MARKS[number - 1] if number <= len(MARKS) else MORE


def draw(chart: RooflineChart, width: int = 80) -> Iterator[str]:
    """The lines of the drawing, `width` cells wide: rates at the left, intensities below."""
    plane, columns = Plane.of(chart), max(LEAST, width - LABEL)
    grid = [[" "] * columns for _ in range(HEIGHT)]

    def row(rate: float) -> int:
        part = part_of(rate, plane.low, plane.high)
        return min(HEIGHT - 1, max(0, round((HEIGHT - 1) * (1 - part))))

    for column in range(columns):
        intensity = plane.left * (plane.right / plane.left) ** (column / (columns - 1))
        flat = intensity * chart.bandwidth >= chart.peak
        grid[row(min(chart.peak, intensity * chart.bandwidth))][column] = "-" if flat else "/"
    for number, point in enumerate(chart.points, start=1):
        column = round((columns - 1) * part_of(point.intensity, plane.left, plane.right))
        line = grid[row(point.rate)]
        line[column] = MORE if line[column] not in " /-" else mark(number)
    labels = {row(rate): _short(rate) for rate in plane.decades(plane.low, plane.high)}
    for number, cells in enumerate(grid):
        yield f"{labels.get(number, ''):>{LABEL - 2}} |" + "".join(cells).rstrip()
    yield " " * (LABEL - 1) + "+" + "-" * (columns - 1)
    axis = [" "] * columns
    for decade in plane.decades(plane.left, plane.right):
        text = f"{decade:g}"
        at = round((columns - 1) * part_of(decade, plane.left, plane.right))
        at = min(at, columns - len(text))
        axis[at : at + len(text)] = text
    yield " " * LABEL + "".join(axis).rstrip()


def _short(rate: float) -> str:
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:g} {prefix}FLOP/s"
    return f"{rate:g} FLOP/s"
