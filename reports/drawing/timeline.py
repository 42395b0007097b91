"""Lanes over a calendar: when things were read, until when they hold, and where today is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from knowledge.schema.report import Span, TimelineChart
from reports import wording
from reports.drawing.marks import cent, inner, line, text

if TYPE_CHECKING:
    from knowledge.texts import Texts

ROW, HEAD, AXIS = 40, 22, 28
MOST_TICKS = 5
"""Names of months that keep apart on a narrow page."""
NARROW, NAME, AIR = 290, 62, 4
"""Px of a narrow page, of the longest name of a month, and between two."""
STEPS = (1, 2, 3, 6, 12, 24, 48, 120, 240, 600)


def height(chart: TimelineChart) -> int:
    """Px it takes."""
    return HEAD + ROW * len(chart.lanes) + AXIS


def draw(chart: TimelineChart, texts: Texts) -> Iterator[str]:
    """Grid of months, a lane each, and a line for today."""
    first = min(chart.today, *(lane.start for lane in chart.lanes))
    last = max(chart.today, *(lane.end for lane in chart.lanes))
    whole = max(1, (last - first).days)

    def place(day: date) -> float:
        return inner((day - first).days / whole)

    bottom = HEAD + ROW * len(chart.lanes)
    named = []
    for month, side in apart([(month, place(month)) for month in months(first, last)]):
        named.append(month)
        yield text("tick", place(month), bottom + 16, side, wording.month(texts, month))
    x = place(chart.today)
    for index, lane in enumerate(chart.lanes):
        top = HEAD + ROW * index
        for month in named:  # in pieces, so that no text is struck through
            yield line("grid", place(month), place(month), top + 20, top + 36)
        yield from _lane(lane, top, place)
        yield line("today", x, x, top + 19, top + 37)
    yield line("today", x, x, HEAD - 5, HEAD)
    side = "start" if x < 20 else "end" if x > 80 else "middle"
    yield text("label", x, 13, side, chart.today_label)


def _lane(lane: Span, top: int, at: Callable[[date], float]) -> Iterator[str]:
    yield text("label", 0, top + 15, "start", lane.label)
    yield text("value", 100, top + 15, "end", lane.text)
    y = top + 28
    yield line("interval", at(lane.start), at(lane.end), y, y)
    yield line("interval", at(lane.end), at(lane.end), y - 5, y + 5)
    for day in sorted(set(lane.days)):
        yield f'<circle class="point" cx="{cent(at(day))}" cy="{y}" r="4"/>'


def apart(found: list[tuple[date, float]]) -> list[tuple[date, str]]:
    """The months whose names keep apart on a narrow page, each with the side it is set from."""
    kept: list[tuple[date, str]] = []
    end = 0.0
    for month, x in found:
        middle = x / 100 * NARROW
        side, left = "middle", middle - NAME / 2
        if left < 0:
            side, left = "start", middle
        elif left + NAME > NARROW:
            side, left = "end", middle - NAME
        if left >= end:
            kept.append((month, side))
            end = left + NAME + AIR
    return kept


def months(first: date, last: date) -> list[date]:
    """First days of months between two days, at most `MOST_TICKS`, at even steps.

    >>> [str(day) for day in months(date(2026, 1, 20), date(2026, 5, 2))]
    ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']
    """
    start = (first.replace(day=1) + timedelta(days=31)).replace(day=1)
    count = (last.year - start.year) * 12 + last.month - start.month + 1
    step = next((s for s in STEPS if count <= s * MOST_TICKS), STEPS[-1])
    found = []
    for offset in range(0, max(0, count), step):
        year, month = divmod(start.month - 1 + offset, 12)
        found.append(date(start.year + year, month + 1, 1))
    return found
