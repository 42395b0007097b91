"""Charts cut to what a page holds in letters that can be read.

A chart is drawn `WIDTH` px wide and printed at most `PRINTED` mm wide; a higher one is scaled down
to the room of a page. Where its smallest letters would fall below `LEAST` points, rows are left out
from the end, and its title says how many: every chart has a table that names them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports import charts, wording

if TYPE_CHECKING:
    from knowledge.schema.report import Chart
    from knowledge.texts import Texts

WIDTH = 500
"""Px that are scaled to the width of a chart on paper."""
PRINTED = 130.0
"""Mm that a chart is wide at most (`draw-chart` of report.typ)."""
ROOM = {False: 215.0, True: 132.0}
"""Mm that a chart may be high on an upright page, and on one that lies on its side."""
SMALLEST = 11
"""Px of the smallest letters, those of the axes."""
LEAST = 7.0
"""Points that they must have in print."""
POINTS = 72 / 25.4
"""Points of a mm."""
ROWS = {"intervals": "bars", "stacked": "bars", "timeline": "lanes"}
"""Kind of a chart that grows with its rows -> what holds them."""


def letters(height: int, *, flipped: bool) -> float:
    """Points of the smallest letters of a chart of `height` px.

    >>> round(letters(400, flipped=False), 1), round(letters(1600, flipped=False), 1)
    (8.1, 4.2)
    """
    return SMALLEST * POINTS * min(PRINTED / WIDTH, ROOM[flipped] / height)


def cut(chart: Chart, texts: Texts, *, flipped: bool) -> Chart:
    """The chart with as many rows as can be read, and a title that speaks of the others."""
    rows: tuple[Any, ...] = getattr(chart, ROWS.get(chart.kind, ""), ())
    kept = chart
    for shown in range(len(rows), 0, -1):
        kept = chart.model_copy(update={ROWS[chart.kind]: rows[:shown]})
        if letters(charts.height(kept, texts), flipped=flipped) >= LEAST:
            break
    else:
        return chart
    if shown == len(rows):
        return chart
    counts = {"shown": wording.whole(texts, shown), "total": wording.whole(texts, len(rows))}
    title = texts.t("report.format.cut", title=chart.title, **counts)
    return kept.model_copy(update={"title": title})
