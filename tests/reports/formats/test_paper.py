"""Charts of any length print in letters that can be read, and say what they leave out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.report import Bar, IntervalChart, Stack, StackedChart
from knowledge.texts import Texts
from reports import charts
from reports.formats import paper
from reports.formats.pdf import TEMPLATE

EN = Texts("en")


def intervals(count: int) -> IntervalChart:
    bars = tuple(Bar(label=f"{n}", point=1, low=0.5, high=2, text=f"{n}") for n in range(count))
    return IntervalChart(title="t", alt="a", unit="ms", bars=bars)


def stacked(count: int) -> StackedChart:
    bars = tuple(Stack(label=f"{n}", parts=(0.5, 0.5), text=f"{n}") for n in range(count))
    return StackedChart(title="t", alt="a", legend=("one", "two"), bars=bars)


@given(st.sampled_from([intervals, stacked]), st.integers(1, 200), st.booleans())
def test_the_smallest_letters_have_seven_points(make, count: int, flipped: bool) -> None:
    chart = paper.cut(make(count), EN, flipped=flipped)
    assert paper.letters(charts.height(chart, EN), flipped=flipped) >= 7
    shown = len(chart.bars)
    assert chart.bars == make(count).bars[:shown]
    more = f" (the first {shown} of {count}; the table has them all)" if shown < count else ""
    assert chart.title == f"t{more}"


@pytest.mark.parametrize(("flipped", "most"), [(False, 24), (True, 14)])
def test_no_more_is_left_out_than_must_be(flipped: bool, most: int) -> None:
    chart = paper.cut(intervals(41), EN, flipped=flipped)
    assert isinstance(chart, IntervalChart)
    assert len(chart.bars) == most
    assert paper.cut(intervals(most), EN, flipped=flipped) == intervals(most)


def test_the_template_has_the_same_sizes() -> None:
    template = TEMPLATE.read_text(encoding="utf-8")
    assert f"picture(width: {paper.PRINTED:g}mm)" in template
    room = f"if page.flipped {{ {paper.ROOM[True]:g}mm }} else {{ {paper.ROOM[False]:g}mm }}"
    assert room in template
