"""Bars of parts: in order, within the plane, numbered where there is room."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import Stack, StackedChart
from knowledge.texts import Texts
from reports.charts import svg
from reports.drawing.stacked import NUMBERED

EN = Texts("en")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*parts: float) -> ET.Element:
    bar = Stack(label="a <b>", parts=parts, text="0.5")
    legend = tuple(f"criterion {n}" for n in range(len(parts)))
    chart = StackedChart(title="t", alt="a", legend=legend, bars=(bar,))
    return ET.fromstring(svg(chart, EN))  # noqa: S314  (our own output)


def share(rect: ET.Element, name: str) -> float:
    return float(rect.attrib[name].rstrip("%"))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_parts_follow_each_other_and_stay_inside(raw: list[float]) -> None:
    total = max(1.0, sum(raw))
    rects = drawn(*(part / total for part in raw)).findall(f"{SVG}rect")
    end = 0.0
    for rect in rects:
        assert share(rect, "x") >= end - 0.02
        end = share(rect, "x") + share(rect, "width")
    assert end <= 100


def test_a_part_says_which_it_is_where_there_is_room() -> None:
    root = drawn(0.4, NUMBERED / 2, 0.3)
    numbers = [t.text for t in root.findall(f"{SVG}text[@class='mark-number']")]
    assert numbers == ["1", "3"]
    labels = [t.text for t in root.findall(f"{SVG}text[@class='label']")]
    assert "criterion 1" in labels


def test_neighbours_differ_in_more_than_their_number() -> None:
    classes = [rect.attrib["class"] for rect in drawn(0.2, 0.2, 0.2).findall(f"{SVG}rect")]
    assert classes == ["part part-0", "part part-1", "part part-0"]


def test_text_is_text() -> None:
    assert drawn(0.5).findtext(f"{SVG}text[@class='label']") == "a <b>"
    assert drawn(0.5).find(f".//{SVG}b") is None


@pytest.mark.parametrize("share_", [True, False])
def test_the_axis_says_whether_it_is_a_share(share_: bool) -> None:
    bar = Stack(label="a", parts=(0.5,), text="")
    chart = StackedChart(title="t", alt="a", legend=(), bars=(bar,), share=share_)
    assert (">40%<" in svg(chart, EN)) is share_
