"""Charts as our own SVG, for HTML and PDF alike.

Horizontal places are percentages of the width, so a chart fits any page without scaling its text.
Colour comes from classes: the page's style sheet in HTML, a style element inside the SVG in PDF.
Every label and every number is text; colour is never the only cue.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from knowledge.schema.report import (
    Bar,
    Chart,
    IntervalChart,
    RadarChart,
    RooflineChart,
    ScatterChart,
    StackedChart,
)
from reports import wording
from reports.drawing import radar, scatter, stacked, timeline
from reports.drawing.marks import SIDE, anchored, cent

if TYPE_CHECKING:
    from knowledge.texts import Texts

KINDS = frozenset({"intervals", "roofline", "stacked", "scatter", "timeline", "radar"})
ROW = 38  # px per bar: one line of text above one line of interval
GRID_TOP, GRID = 20, 14  # px above the grid in a row, and of the grid
AXIS = 30  # px for the axis with its numbers
ROOF_HEIGHT, ROOF_TOP, ROOF_BOTTOM = 320, 22, 278  # px of a roofline, and of its plane


def svg(
    chart: Chart,
    texts: Texts,
    *,
    width: str = "100%",
    style: str = "",
    id_: str = "chart",
) -> str:
    """The chart as one SVG element with its title and description.

    Args:
        chart: what to draw.
        texts: formats the numbers of the axis.
        width: "100%" where the page decides, or a number of px.
        style: CSS put inside the SVG, for a format without a style sheet.
        id_: makes the ids of title and description unique in the page.
    """
    height, drawn = _drawn(chart, texts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="{width}" '
        f'height="{height}" aria-labelledby="{id_}-t {id_}-d">',
        f'<title id="{id_}-t">{escape(chart.title)}</title>',
        f'<desc id="{id_}-d">{escape(chart.alt)}</desc>',
    ]
    if style:
        parts.append(f"<style>{style}</style>")
    return "".join((*parts, *drawn, "</svg>"))


def height(chart: Chart, texts: Texts) -> int:
    """Px a chart is high."""
    return _drawn(chart, texts)[0]


def _drawn(chart: Chart, texts: Texts) -> tuple[int, Iterator[str]]:
    """The height in px, and the elements."""
    if isinstance(chart, IntervalChart):
        height = ROW * len(chart.bars) + AXIS
        return height, _intervals(chart, texts, height)
    if isinstance(chart, RooflineChart):
        return ROOF_HEIGHT, _roofline(chart, texts)
    if isinstance(chart, StackedChart):
        return stacked.height(chart), stacked.draw(chart, texts)
    if isinstance(chart, ScatterChart):
        return scatter.HEIGHT, scatter.draw(chart, texts)
    if isinstance(chart, RadarChart):
        return radar.height(chart), radar.draw(chart)
    return timeline.height(chart), timeline.draw(chart, texts)


def _intervals(chart: IntervalChart, texts: Texts, height: int) -> Iterator[str]:
    """A lane for each bar, and the numbers of the axis below."""
    place, ticks = scale(chart)
    grid = [place(tick) for tick in ticks]
    for x in grid:
        yield _dashed(x, GRID_TOP, height - AXIS)
    for index, bar in enumerate(chart.bars):
        yield from _lane(bar, ROW * index, place)
    for tick, x in zip(ticks, grid, strict=True):
        number = escape(_tick(tick, texts, chart.unit))
        yield _text("tick", x, height - AXIS + 18, "middle", number)


def _roofline(chart: RooflineChart, texts: Texts) -> Iterator[str]:
    """Decades as a grid, the roof as two lines, and the results as numbered points."""
    plane = Plane.of(chart)
    for decade in plane.decades(plane.left, plane.right):
        x = plane.x(decade)
        yield _line("grid", x, x, ROOF_TOP, ROOF_BOTTOM)
        yield _text("tick", x, ROOF_BOTTOM + 16, "middle", escape(texts.number(decade, 3)))
    for decade in plane.decades(plane.low, plane.high):
        y = plane.y(decade)
        yield _line("grid", SIDE, 100 - SIDE, y, y)
        yield _text("tick", SIDE, y - 3, "start", escape(_rate(decade, texts)))
    ridge = min(max(chart.peak / chart.bandwidth, plane.left), plane.right)
    start, top = plane.y(plane.left * chart.bandwidth), plane.y(chart.peak)
    yield _line("interval", SIDE, plane.x(ridge), start, top)
    yield _line("interval", plane.x(ridge), 100 - SIDE, top, top)
    for number, point in enumerate(chart.points, start=1):
        x, y = plane.x(point.intensity), plane.y(point.rate)
        yield f'<circle class="point" cx="{cent(x)}" cy="{y}" r="4"/>'
        # Neighbours of one workload stand above each other; their numbers take turns.
        side, shift = ("start", 1.0) if number % 2 else ("end", -1.0)
        yield _text("label", x + shift, y + 4, side, str(number))
    yield _text("label", SIDE, 14, "start", escape(chart.y))
    yield _text("label", 100 - SIDE, ROOF_HEIGHT - 4, "end", escape(chart.x))


def _rate(value: float, texts: Texts) -> str:
    """A rate with the prefix that reads well: "10 GFLOP/s"."""
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{texts.number(value / size, 3)} {prefix}FLOP/s"
    return f"{texts.number(value, 3)} FLOP/s"


@dataclass(frozen=True)
class Plane:
    """Logarithmic axes that hold the roof and all points, with a little air."""

    left: float
    right: float
    low: float
    high: float

    @classmethod
    def of(cls, chart: RooflineChart) -> Plane:
        """The plane of a chart; the ridge of the roof is always on it."""
        ridge = chart.peak / chart.bandwidth
        xs = [ridge, *(point.intensity for point in chart.points)]
        ys = [chart.peak, *(point.rate for point in chart.points)]
        left, right = min(xs) / 3, max(xs) * 3
        return cls(left, right, min(*ys, left * chart.bandwidth) / 2, max(ys) * 2)

    def x(self, value: float) -> float:
        """Per cent of the width."""
        return SIDE + (100 - 2 * SIDE) * part_of(value, self.left, self.right)

    def y(self, value: float) -> int:
        """Px from the top."""
        part = part_of(value, self.low, self.high)
        return round(ROOF_BOTTOM - (ROOF_BOTTOM - ROOF_TOP) * part)

    @staticmethod
    def decades(low: float, high: float) -> list[float]:
        """Powers of ten between two values.

        >>> Plane.decades(0.5, 200.0)
        [1.0, 10.0, 100.0]
        """
        return [
            10.0**n for n in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)
        ]


def part_of(value: float, low: float, high: float) -> float:
    """Where `value` stands between two others on a logarithmic axis, 0 to 1.

    >>> part_of(10.0, 1.0, 100.0)
    0.5
    """
    return math.log(value / low) / math.log(high / low)


def _dashed(x: float, top: int, bottom: int) -> str:
    """A line of the grid that shows behind the intervals and leaves the labels free."""
    dashes = f"{GRID} {ROW - GRID}"
    return (
        f'<line class="grid" x1="{cent(x)}" x2="{cent(x)}" y1="{top}" y2="{bottom}" '
        f'stroke-dasharray="{dashes}"/>'
    )


def _lane(bar: Bar, top: int, place: Callable[[float], float]) -> Iterator[str]:
    """One bar: its texts above, its interval on the grid below."""
    yield _text("label", 0, top + 15, "start", escape(bar.label))
    yield _text("value", 100, top + 15, "end", escape(bar.text))
    low, high, y = place(bar.low), place(bar.high), top + 27
    yield _line("interval", low, high, y, y)
    for end in (low, high):
        yield _line("interval", end, end, y - 4, y + 4)
    yield f'<circle class="point" cx="{cent(place(bar.point))}" cy="{y}" r="5"/>'


def _line(name: str, x1: float, x2: float, y1: int, y2: int) -> str:
    return f'<line class="{name}" x1="{cent(x1)}" x2="{cent(x2)}" y1="{y1}" y2="{y2}"/>'


def _text(name: str, x: float, y: int, side: str, text: str) -> str:
    return f'<text class="{name}" x="{cent(x)}" y="{y}"{anchored(side)}>{text}</text>'


def scale(chart: IntervalChart) -> tuple[Callable[[float], float], Sequence[float]]:
    """A function from a value to per cent of the width, and the values of the grid lines.

    A linear scale without unit is the value scale 0 to 1; any other linear scale begins at 0, or
    where something is below 0 (a lead that may be lost) runs over the data. A logarithmic one runs
    over the data with a little air.
    """
    highest = max((bar.high for bar in chart.bars), default=1.0)
    if chart.log:
        lowest = min(bar.low for bar in chart.bars)
        return _logarithmic(max(lowest, 1e-9), max(highest, 1e-9))
    lowest = min((bar.low for bar in chart.bars), default=0.0)
    if lowest < 0:
        return _signed(lowest, max(highest, 0.0))
    top = 1.0 if not chart.unit and highest <= 1 else highest * 1.05
    step = _round_step(top / 5)
    ticks = [step * count for count in range(int(top / step + 1e-9) + 1)]
    return (lambda value: SIDE + (100 - 2 * SIDE) * value / top), ticks


def _signed(lowest: float, highest: float) -> tuple[Callable[[float], float], Sequence[float]]:
    """A linear scale over the data with 0 among its grid lines."""
    span = 1.05 * (highest - lowest)
    start = lowest - 0.025 * (highest - lowest)
    step = _round_step(span / 5)
    ticks = [step * n for n in range(math.ceil(start / step), int((start + span) / step) + 1)]
    return (lambda value: SIDE + (100 - 2 * SIDE) * (value - start) / span), ticks


def _logarithmic(lowest: float, highest: float) -> tuple[Callable[[float], float], Sequence[float]]:
    low, high = math.log10(lowest / 1.1), math.log10(highest * 1.1)
    decades = range(math.floor(low), math.ceil(high) + 1)
    steps = (1, 2, 5) if high - low < 2.5 else (1,)
    ticks = [m * 10.0**d for d in decades for m in steps if low <= math.log10(m * 10.0**d) <= high]
    span = high - low

    def place(value: float) -> float:
        inside = min(max(value, lowest), highest)
        return SIDE + (100 - 2 * SIDE) * (math.log10(inside) - low) / span

    return place, ticks


def _round_step(rough: float) -> float:
    """The next of 1, 2, 5 times a power of ten from `rough` up.

    >>> _round_step(0.2), _round_step(3.3), _round_step(70.0)
    (0.2, 5.0, 100.0)
    """
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= rough * (1 - 1e-9))


def _tick(value: float, texts: Texts, unit: str) -> str:
    return wording.exact(texts, value, unit) if unit else texts.number(value, 3)
