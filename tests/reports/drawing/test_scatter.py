"""Points on two axes: numbers that touch nothing, whatever the width of the page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.schema.report import ScatterChart, Spot
from knowledge.texts import Texts
from reports.charts import svg
from reports.drawing.scatter import BOTTOM, TOP, WIDTHS, numbers, overlap, ticks

EN = Texts("en")
SVG = "{http://www.w3.org/2000/svg}"
places = st.lists(
    st.tuples(st.floats(3, 97), st.floats(TOP + 20, BOTTOM - 20)), min_size=1, max_size=14
)


@settings(max_examples=60)
@given(places)
def test_numbers_do_not_collide_at_any_width(points: list[tuple[float, float]]) -> None:
    labels = numbers(points)
    for width in WIDTHS:
        for one, other in combinations(labels, 2):
            assert not overlap(one.box(width), other.box(width))


def test_numbers_of_one_place_stand_apart() -> None:
    labels = numbers([(50.0, 150.0)] * 12)
    assert len({(label.side, label.y, label.dx) for label in labels}) == 12


@given(st.floats(1e-3, 1e3), st.floats(2.0, 1e6))
def test_grid_lines_are_few_and_inside(low: float, factor: float) -> None:
    found = ticks(low, low * factor)
    assert len(found) <= 8
    assert all(low <= tick <= low * factor for tick in found)


def test_the_front_is_filled_and_joined() -> None:
    points = (
        Spot(label="a", x=1, y=10, front=True),
        Spot(label="b", x=2, y=20, front=True),
        Spot(label="c", x=3, y=5, front=False),
    )
    chart = ScatterChart(title="t", alt="a", x="time", y="rate", points=points)
    root = ET.fromstring(svg(chart, EN))  # noqa: S314  (our own output)
    assert [c.attrib["class"] for c in root.findall(f"{SVG}circle")] == [
        "point",
        "point",
        "point hollow",
    ]
    assert len(root.findall(f"{SVG}line[@class='front']")) == 1
    marks = [t.text for t in root.findall(f"{SVG}text[@class='mark-number halo']")]
    assert marks == ["1", "2", "3"]
