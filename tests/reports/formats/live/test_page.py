"""The live page ranks as Python does, keeps its state in the address, and breaks no rule."""

from __future__ import annotations

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Table
from knowledge.texts import Texts
from reports.build import build
from reports.formats import html
from tests.reports import sample_live
from tests.reports.formats.live.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOVED = "#w=latency:2,memory:61"
ROWS = """(name) => [...document.querySelectorAll(`[data-live=${name}] tbody tr`)].map((row) =>
  [...row.cells].map((cell) => (cell.querySelector("a") ?? cell.firstChild).textContent))"""


def written(language: str = "en") -> str:
    return html.document(sample_live.recommendation(), Texts(language))


def weighed(**points: float) -> Recommendation:
    """What Python says at those points."""
    answer = sample_live.recommendation()
    given = {view.id: points.get(view.id, 100 * view.weight) for view in answer.matrix.criteria}
    criteria = tuple(
        view.model_copy(update={"weight": given[view.id] / sum(given.values())})
        for view in answer.matrix.criteria
    )
    return sample_live.decided(answer, answer.matrix.model_copy(update={"criteria": criteria}))


def tables(answer: Recommendation, language: str = "en") -> dict[str, list[list[str]]]:
    report = build(answer, Texts(language))
    return {
        block.live: [[cell.text for cell in row] for row in block.rows]
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Table) and block.live
    }


async def move(page: Page, criterion: str, points: int) -> None:
    slider = page.locator(f"#weight-{criterion}")
    await slider.fill(str(points))
    await page.wait_for_function("location.hash.includes('w=')")


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_moved_slider_gives_the_tables_that_python_gives(
    opened: Open, language: str
) -> None:
    page = await opened(written(language))
    await move(page, "latency", 2)
    await move(page, "memory", 61)
    there = tables(weighed(latency=2, memory=61), language)
    await page.wait_for_function("location.hash.endsWith('memory:61')")
    assert there != tables(sample_live.recommendation(), language)
    for name in ("ranking", "acceptability", "contributions"):
        assert await page.evaluate(ROWS, name) == there[name]
    order = [row[0] for row in there["matrix"]]
    assert [row[0] for row in await page.evaluate(ROWS, "matrix")] == order
    points = page.locator("[data-live=intervals] .label")
    assert await points.all_text_contents() == order
    assert order[0] in await page.locator("#live-result").inner_text()
    assert await page.locator("#live-differs").is_hidden()


async def test_the_address_brings_the_weights_back_and_reset_the_report(opened: Open) -> None:
    page = await opened(written(), MOVED)
    there = tables(weighed(latency=2, memory=61))
    assert await page.evaluate(ROWS, "ranking") == there["ranking"]
    assert await page.locator("#weight-memory").input_value() == "61"
    await page.get_by_role("button", name="Back to the stated weights").click()
    await page.wait_for_function("!location.hash")
    stated = tables(sample_live.recommendation())
    for name, rows in stated.items():
        if name != "matrix":
            assert await page.evaluate(ROWS, name) == rows
    assert await page.locator("#live-bar").is_hidden()


async def test_zero_weights_are_refused_in_words(opened: Open) -> None:
    ids = [view.id for view in sample_live.recommendation().matrix.criteria]
    page = await opened(written(), "#w=" + ",".join(f"{id_}:0" for id_ in ids))
    assert "All weights are zero" in await page.locator("#live-result").inner_text()


async def test_without_scripts_all_that_was_written_can_be_read(opened: Open) -> None:
    page = await opened(written(), java_script_enabled=False)
    assert await page.locator("#live").is_hidden()
    assert await page.locator("[data-live=ranking] tbody tr").count() == 8
    assert await page.locator("main").inner_text() != ""


async def test_the_policy_stops_whatever_is_not_ours(opened: Open, complaints: list[str]) -> None:
    intruders = "<script>document.title = 'intruder'</script><img src='https://example.org/x.png'>"
    page = await opened(written().replace("</main>", f"{intruders}</main>"))
    assert "intruder" not in await page.title()
    assert len(complaints) == 2
    assert all("Content Security Policy" in complaint for complaint in complaints)
    complaints.clear()


@pytest.mark.parametrize(
    ("language", "scheme", "width"), [("en", "light", 1280), ("zh", "dark", 360)]
)
async def test_no_violation_of_accessibility(
    opened: Open, language: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 800}
    page = await opened(
        written(language), MOVED, bypass_csp=True, color_scheme=scheme, viewport=size
    )
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
