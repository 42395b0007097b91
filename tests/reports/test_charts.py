"""Charts: right places, text for everything, valid XML whatever the labels say."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import Bar, IntervalChart
from knowledge.texts import Texts
from reports.charts import scale, svg
from reports.drawing.marks import SIDE
from tests.reports.sample import HOSTILE

EN = Texts("en")
SVG = "{http://www.w3.org/2000/svg}"


def chart(*points: float, log: bool = False, unit: str = "ms", label: str = "a") -> IntervalChart:
    bars = tuple(Bar(label=label, point=p, low=0.9 * p, high=1.1 * p, text=f"{p}") for p in points)
    return IntervalChart(title="t", alt="what it shows", unit=unit, bars=bars, log=log)


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314  (our own output)


def test_the_value_scale_runs_from_zero_to_one() -> None:
    place, ticks = scale(chart(0.3, 0.8, unit=""))
    assert ticks == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert place(0) == pytest.approx(SIDE)
    assert place(1) == pytest.approx(100 - SIDE)


def test_a_logarithmic_scale_gives_equal_ratios_equal_lengths() -> None:
    place, ticks = scale(chart(1.0, 100.0, log=True))
    assert place(10) - place(1) == pytest.approx(place(100) - place(10))
    assert {1.0, 10.0, 100.0} <= set(ticks)


@given(st.lists(st.floats(1e-3, 1e4), min_size=1, max_size=8), st.booleans())
def test_everything_stays_inside(points: list[float], log: bool) -> None:
    drawn = chart(*points, log=log)
    place, ticks = scale(drawn)
    for value in [*ticks, *(v for bar in drawn.bars for v in (bar.low, bar.point, bar.high))]:
        assert -1e-6 <= place(value) <= 100 + 1e-6
    for bar in drawn.bars:
        assert place(bar.low) <= place(bar.point) <= place(bar.high)


def test_it_has_a_title_a_description_and_a_row_of_text_for_each_bar() -> None:
    root = parsed(svg(chart(1.0, 2.0, 3.0), EN, id_="c"))
    assert root.attrib["aria-labelledby"] == "c-t c-d"
    assert root.findtext(f"{SVG}desc") == "what it shows"
    assert len(root.findall(f"{SVG}text[@class='label']")) == 3
    assert len(root.findall(f"{SVG}circle")) == 3


def test_hostile_labels_are_text() -> None:
    label = HOSTILE.replace("\x1b", "")
    root = parsed(svg(chart(1.0, label=label), EN))
    assert root.findtext(f"{SVG}text[@class='label']") == label
    assert not root.findall(f".//{SVG}script")


def test_no_attribute_is_a_style() -> None:
    assert "style=" not in svg(chart(1.0, 2.0), EN)
    assert "<style>" in svg(chart(1.0), EN, width="500", style=".a{fill:#000000}")


def test_grid_numbers_carry_their_unit() -> None:
    root = parsed(svg(chart(1.0, 100.0, log=True), EN))
    numbers = [text.text for text in root.findall(f"{SVG}text[@class='tick']")]
    assert "10 ms" in numbers


def test_a_lead_that_may_be_lost_has_zero_on_its_axis() -> None:
    drawn = chart(-0.2, 0.6, unit="")
    place, ticks = scale(drawn)
    assert 0 in [round(tick, 9) for tick in ticks]
    assert SIDE <= place(-0.2) < place(0.0) < place(0.6) <= 100 - SIDE
