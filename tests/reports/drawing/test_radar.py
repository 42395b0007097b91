"""Outlines within the rim, told apart without colour, every spoke named."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import RadarChart, Shape
from knowledge.texts import Texts
from reports.charts import svg
from reports.drawing.radar import RIM, at

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*shapes: Shape) -> ET.Element:
    axes = tuple(f"criterion <{n}>" for n in range(len(shapes[0].values)))
    chart = RadarChart(title="t", alt="a", axes=axes, shapes=shapes)
    return ET.fromstring(svg(chart, Texts("en")))  # noqa: S314  (our own output)


@given(st.lists(st.floats(0, 1), min_size=3, max_size=12))
def test_every_corner_is_within_the_rim_at_its_value(values: list[float]) -> None:
    for index, value in enumerate(values):
        assert math.hypot(*at(index, len(values), value)) <= RIM * value + 1e-9
    root = drawn(Shape(label="a", values=tuple(values)))
    (outline,) = root.findall(f".//{SVG}polygon[@class='outline outline-0']")
    assert len(outline.attrib["points"].split()) == len(values)


def test_outlines_differ_in_line_and_mark() -> None:
    root = drawn(*(Shape(label=name, values=(0.2, 0.5, 0.9)) for name in "ab"))
    assert root.findall(f".//{SVG}polygon[@class='outline outline-1']")
    assert len(root.findall(f".//{SVG}circle")) == len(root.findall(f".//{SVG}rect")) == 4


def test_spokes_have_numbers_that_the_legend_names() -> None:
    root = drawn(Shape(label="a", values=(0.2, 0.5, 0.9)))
    marks = [t.text for t in root.findall(f".//{SVG}text[@class='mark-number']")]
    labels = [t.text for t in root.findall(f"{SVG}text[@class='label']")]
    assert marks == ["1", "2", "3"]
    assert labels == ["a", "1", "criterion <0>", "2", "criterion <1>", "3", "criterion <2>"]
