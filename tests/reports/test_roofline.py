"""Results under the ceilings: blocks, SVG, the drawing with characters, noise and findings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Recommendation
from knowledge.schema.machine import Bandwidth, Finding, Noise, Peak, Roofline, Severity, Work
from knowledge.schema.report import Paragraph, RooflineChart, RooflinePoint, Table
from knowledge.texts import Texts
from reports import roofline
from reports.build import build
from reports.charts import ROOF_BOTTOM, ROOF_TOP, Plane, svg
from reports.citations import cite
from reports.formats import html, json, pdf
from reports.formats.terminal_roofline import HEIGHT, MORE, draw
from tests.reports import sample
from tests.reports.sample import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
ROOF = Roofline(
    peaks=(Peak(flops_s=90e9, by="onnxruntime/cpu"),),
    bandwidth=Bandwidth(threads=2, kernel="copy", bytes_s=9e9),
)
FINDING = Finding(
    id="dispatch-bound",
    severity=Severity.NOTE,
    title=LocalText(en="small", zh="小"),
    evidence=(LocalText(en="one " + HOSTILE, zh="一"), LocalText(en="two", zh="二")),
    remedy=LocalText(en="compile it", zh="编译"),
)
NOISE = Noise(within=0.02, between=0.11, processes=3, repeats=10, foreign_cpu=0.3)


def recommendation(**changes: Any) -> Recommendation:
    """The sample with what the machine can do; two results have a finding."""
    new = {"roofline": ROOF, "work": Work(flops=5 * 10**7, bytes=10**7, nodes=90), "noise": NOISE}
    found = [
        m.model_copy(update={**new, **changes} if m.latency else {}) for m in sample.measurements()
    ]
    found[0] = found[0].model_copy(update={"findings": (FINDING,)})
    return sample.recommendation(measurements=tuple(found))


def blocks(asked: Recommendation, language: str = "en") -> list[Any]:
    return list(roofline.blocks(asked.measurements, Texts(language), cite(asked)))


def chart(*points: tuple[float, float], label: str = "a") -> RooflineChart:
    return RooflineChart(
        title="t", alt="in words", x="x", y="y", peak=90e9, bandwidth=9e9,
        points=tuple(
            RooflinePoint(label=label, intensity=i, rate=r, text="") for i, r in points
        ),
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_ceilings_chart_table_noise_and_findings_in_this_order(language: str) -> None:
    found = blocks(recommendation(), language)
    kinds = [type(block) for block in found]
    assert kinds == [Paragraph, RooflineChart, Table, Paragraph, Table]
    assert "onnxruntime/cpu" in found[0].text
    assert len(found[1].points) == len(found[2].rows)
    assert "11%" in found[3].text


def test_the_table_says_share_interval_and_bound() -> None:
    table = blocks(recommendation())[2]
    first = table.rows[0]
    # 2.61 ms for what memory traffic bounds at 10 MB / 9 GB/s = 1.11 ms
    assert first[0].text == "1  openvino/cpu"
    assert (first[2].text, first[2].sub) == ("43%", "39%–46%")
    assert first[3].text == "memory traffic"
    assert all(row[2].evidence for row in table.rows)


def test_a_finding_is_told_with_its_evidence_and_remedy() -> None:
    row = blocks(recommendation(), "zh")[4].rows[0]
    assert [cell.text for cell in row][2:] == ["小", "一；二", "编译"]


def test_nothing_is_said_of_what_is_not_known() -> None:
    assert blocks(sample.recommendation()) == []
    assert [type(b) for b in blocks(recommendation(roofline=None, noise=None))] == [Table]


def test_every_format_takes_it() -> None:
    asked = recommendation()
    for language in ("en", "zh"):
        page = html.render(build(asked, Texts(language)))
        assert 'class="chart"' in page
        assert "dispatch-bound" not in page, "readers get the title"
    assert pdf.render(build(asked, Texts("zh"))).startswith(b"%PDF")
    told = json.document(asked)["measurements"][0]
    assert told["standing"]["bound"] == "bandwidth"
    assert told["findings"][0]["id"] == "dispatch-bound"


def test_the_roof_rises_with_the_bandwidth_and_ends_at_the_peak() -> None:
    drawn = chart((20.0, 30e9), (0.3, 2e9))
    plane = Plane.of(drawn)
    root = ET.fromstring(svg(drawn, Texts("en")))  # noqa: S314  (our own output)
    slope, flat = root.findall(f"{SVG}line[@class='interval']")
    assert int(slope.attrib["y2"]) == int(flat.attrib["y1"]) == plane.y(90e9)
    assert float(slope.attrib["x2"].rstrip("%")) == pytest.approx(plane.x(10.0), abs=0.01)
    assert int(slope.attrib["y1"]) > int(slope.attrib["y2"])
    assert root.findtext(f"{SVG}desc") == "in words"
    assert len(root.findall(f"{SVG}circle")) == 2


@pytest.mark.parametrize("points", [[(1e-3, 1.0)], [(1e6, 5e12)], [(10.0, 90e9)] * 3])
def test_every_point_stays_on_the_plane(points: list[tuple[float, float]]) -> None:
    plane = Plane.of(chart(*points))
    for intensity, rate in [*points, (10.0, 90e9)]:
        assert 0 <= plane.x(intensity) <= 100
        assert ROOF_TOP <= plane.y(rate) <= ROOF_BOTTOM


def test_hostile_axes_are_text() -> None:
    text = HOSTILE.replace("\x1b", "")  # what a section says has no control characters
    drawn = chart((1.0, 1e9)).model_copy(update={"x": text, "y": text, "title": text})
    root = ET.fromstring(svg(drawn, Texts("en")))  # noqa: S314  (our own output)
    assert root.findtext(f"{SVG}title") == text


def test_with_characters_it_fits_the_width_and_shows_every_mark() -> None:
    lines = list(draw(chart((20.0, 30e9), (0.3, 2e9), (170.0, 70e9)), 70))
    assert len(lines) == HEIGHT + 2
    assert max(map(len, lines)) <= 70
    plane = "\n".join(line.partition("|")[2] for line in lines[:HEIGHT])
    assert all(plane.count(mark) == 1 for mark in "123")
    assert "/" in plane
    assert "-" in plane


def test_two_results_in_one_place_are_a_star() -> None:
    lines = list(draw(chart((20.0, 30e9), (20.0, 30e9)), 70))
    assert sum(line.count(MORE) for line in lines) == 1


def test_what_only_moves_data_stands_in_the_table_and_not_in_the_chart() -> None:
    moving = Work(flops=0, bytes=10**7)
    assert [type(b) for b in blocks(recommendation(work=moving))][:2] == [Paragraph, Table]


@pytest.mark.parametrize(("disturbed", "mark"), [(True, "≥ 100% !"), (False, "≥ 100%")])
def test_no_share_is_over_the_ceiling_without_a_word(disturbed: bool, mark: str) -> None:
    low = ROOF.model_copy(
        update={"disturbed": disturbed, "peaks": (Peak(flops_s=1e7, by="NumPy"),)}
    )
    found = blocks(recommendation(roofline=low))
    (table,) = [b for b in found if isinstance(b, Table) and "Share" in b.caption]
    texts = {(row[2].text, row[2].sub) for row in table.rows}
    assert texts == {(mark, "100%–100%")}
    said = [b.text for b in found if isinstance(b, Paragraph) and "over the ceiling" in b.text]
    assert [("detect --measure" in text) for text in said] == [disturbed]
