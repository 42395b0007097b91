"""Bars made of parts that add up to at most 1, each part with its number.

The number, not the colour, says which part it is; the legend and the table name it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Stack, StackedChart
from reports.drawing.marks import cent, inner, line, text

if TYPE_CHECKING:
    from knowledge.texts import Texts

ROW, BAR, AXIS, ENTRY = 44, 18, 28, 19
"""Px of a row, of the bar in it, of the axis, and of an entry of the legend."""
NUMBERED = 0.055
"""The least part that has room for its number on a narrow page: 16 of 290 px."""
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def height(chart: StackedChart) -> int:
    """Px it takes."""
    return ROW * len(chart.bars) + AXIS + ENTRY * len(chart.legend)


def draw(chart: StackedChart, texts: Texts) -> Iterator[str]:
    """The bars, the axis, and the legend, an entry a line."""
    bottom = ROW * len(chart.bars)
    for index, bar in enumerate(chart.bars):
        yield from _bar(bar, ROW * index)
    for tick in TICKS:
        shown = texts.percent(tick) if chart.share else texts.number(tick, 3)
        yield text("tick", inner(tick), bottom + 16, "middle", shown)
    for index, name in enumerate(chart.legend):
        y = bottom + AXIS + ENTRY * index + 13
        yield text("label", 0, y, "start", f"{index + 1}")
        yield text("label", 0, y, "start", name, dx=26)


def _bar(bar: Stack, top: int) -> Iterator[str]:
    yield text("label", 0, top + 15, "start", bar.label)
    yield text("value", 100, top + 15, "end", bar.text)
    y = top + 20
    yield line("grid", inner(0), inner(1), y + BAR, y + BAR)
    start = 0.0
    for index, part in enumerate(bar.parts):
        if part <= 0:
            continue
        left, right = inner(min(1.0, start)), inner(min(1.0, start + part))
        yield (
            f'<rect class="part part-{index % 2}" x="{cent(left)}" width="{cent(right - left)}" '
            f'y="{y}" height="{BAR}"/>'
        )
        if part >= NUMBERED:
            yield text("mark-number", (left + right) / 2, y + 13, "middle", str(index + 1))
        start += part
