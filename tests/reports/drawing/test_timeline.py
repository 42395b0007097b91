"""Lanes over a calendar: inside, in order, with few months named."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import Span, TimelineChart
from knowledge.texts import Texts
from reports.charts import svg
from reports.drawing.timeline import MOST_TICKS, months

SVG = "{http://www.w3.org/2000/svg}"
days = st.dates(date(2000, 1, 1), date(2040, 1, 1))


@given(days, st.integers(0, 20_000))
def test_months_are_few_and_between(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    found = months(first, last)
    assert len(found) <= MOST_TICKS
    assert all(first < day <= last and day.day == 1 for day in found)
    assert found == sorted(set(found))


@pytest.mark.parametrize("today", [date(2026, 1, 1), date(2026, 6, 1), date(2030, 1, 1)])
def test_everything_stays_inside(today: date) -> None:
    lane = Span(
        label="Latency",
        days=(date(2026, 2, 1), date(2026, 3, 1)),
        start=date(2026, 2, 1),
        end=date(2027, 3, 1),
        text="until",
    )
    chart = TimelineChart(title="t", alt="a", today=today, today_label="today", lanes=(lane,))
    root = ET.fromstring(svg(chart, Texts("en")))  # noqa: S314  (our own output)
    places = [float(c.attrib["cx"].rstrip("%")) for c in root.findall(f"{SVG}circle")]
    assert len(places) == 2
    assert 0 <= places[0] < places[1] <= 100
    assert len(root.findall(f"{SVG}line[@class='today']")) == 2
