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
from reports.drawing.timeline import MOST_TICKS, NAME, NARROW, apart, months

SVG = "{http://www.w3.org/2000/svg}"
days = st.dates(date(2000, 1, 1), date(2040, 1, 1))


@given(days, st.integers(0, 20_000))
def test_months_are_few_and_between(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    found = months(first, last)
    assert len(found) <= MOST_TICKS
    assert all(first < day <= last and day.day == 1 for day in found)
    assert found == sorted(set(found))


@given(st.lists(st.floats(3, 97), max_size=6))
def test_names_of_months_keep_apart_on_a_phone(places: list[float]) -> None:
    found = [(date(2026, 1 + n, 1), x) for n, x in enumerate(sorted(places))]
    at, end = dict(found), -1.0
    for month, side in apart(found):
        start = at[month] / 100 * NARROW - {"start": 0.0, "middle": NAME / 2, "end": NAME}[side]
        assert start > end
        end = start + NAME
        assert end <= NARROW + 1e-9


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
