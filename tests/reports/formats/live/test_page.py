"""The live page ranks as Python does, keeps its state in the address, and breaks no rule."""

from __future__ import annotations

from functools import cache

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import IntervalChart, StackedChart, Table
from knowledge.texts import Texts
from reports.build import build
from reports.charts import svg
from reports.formats import html
from reports.formats.live.payload import whole
from scoring.duplicates import without
from tests.reports import sample_live
from tests.reports.formats.live.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOVED = "#w=latency:2,memory:61"
ROWS = """(name) => [...document.querySelectorAll(`[data-live=${name}] tbody tr`)].map((row) =>
  [...row.cells].map((cell) => (cell.querySelector("a") ?? cell.firstChild).textContent))"""

DRAWN = """([name, text]) => [
  document.querySelector(`[data-live=${name}] svg`),
  new DOMParser().parseFromString(text, "text/html").querySelector("svg"),
].map((svg) => [svg.getAttribute("height"), ...[...svg.children].map((element) => [
  element.localName,
  element.children.length ? "" : element.textContent,
  ...[...element.attributes]
    .filter(({ name }) => name !== "id")
    .map(({ name, value }) => `${name}=${value}`)
    .sort(),
])])"""
"""Every element of a chart in the page, and of one that Python drew."""
FEWER = """() => { for (const more of document.querySelectorAll(
  "tr:nth-child(n+5), main dl > div:nth-child(n+3), svg :is(text, line, circle):nth-of-type(n+12)"
)) more.remove(); }"""
"""Takes away most of what repeats, since looking at every word's contrast takes long."""


@cache
def written(language: str = "en") -> str:
    return html.document(sample_live.relaxable(), Texts(language))


def weighed(**points: float) -> Recommendation:
    """What Python says at those points."""
    answer = sample_live.relaxable()
    given = {view.id: points.get(view.id, 100 * view.weight) for view in answer.matrix.criteria}
    criteria = tuple(
        view.model_copy(update={"weight": given[view.id] / sum(given.values())})
        for view in answer.matrix.criteria
    )
    return sample_live.decided(answer, answer.matrix.model_copy(update={"criteria": criteria}))


def relaxed(*back: str, points: dict[str, float] | None = None) -> Recommendation:
    """What Python says when these stacks compete too."""
    answer = weighed(**(points or {}))
    matrix = without(whole(answer), frozenset({"back/one", "back/two"}) - frozenset(back))
    alternatives = tuple(
        a.model_copy(update={"label": f"{a.label} (ruled out)"}) if a.id in back else a
        for a in matrix.alternatives
    )
    return sample_live.decided(answer, matrix.model_copy(update={"alternatives": alternatives}))


def tables(answer: Recommendation, language: str = "en") -> dict[str, list[list[str]]]:
    report = build(answer, Texts(language), only={"ranking", "matrix", "contributions"})
    return {
        block.live: [[cell.text for cell in row] for row in block.rows]
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Table) and block.live
    }


async def address(page: Page, *parts: str, without: str = " ") -> None:
    """Wait until the fragment has these parts and not the other; the page has followed then."""
    for _ in range(100):
        fragment = page.url.partition("#")[2]
        if all(part in fragment for part in parts) and without not in fragment:
            return
        await page.wait_for_timeout(50)
    raise AssertionError(page.url)


async def move(page: Page, criterion: str, points: int) -> None:
    await page.locator(f"#weight-{criterion}").fill(str(points))
    await address(page, f"{criterion}:{points}")


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_moved_slider_gives_the_tables_that_python_gives(
    opened: Open, language: str
) -> None:
    page = await opened(written(language))
    await move(page, "latency", 2)
    await move(page, "memory", 61)
    there = tables(weighed(latency=2, memory=61), language)
    assert there != tables(sample_live.relaxable(), language)
    for name in ("ranking", "acceptability", "contributions"):
        assert await page.evaluate(ROWS, name) == there[name]
    order = [row[0] for row in there["matrix"]]
    assert [row[0] for row in await page.evaluate(ROWS, "matrix")] == order
    assert order[0] in await page.locator("#live-result").inner_text()
    assert await page.locator("#live-differs").is_hidden()


async def test_the_charts_are_redrawn_as_python_draws_them(opened: Open) -> None:
    page = await opened(written(), f"{MOVED}&off=linux,licence")
    points = {"latency": 2.0, "memory": 61.0}
    answer = relaxed("back/one", "back/two", points=points)
    texts, drawn = Texts("en"), 0
    report = build(answer, texts, only={"ranking", "contributions"})
    for block in (block for section in report.sections for block in section.blocks):
        if isinstance(block, IntervalChart | StackedChart) and block.live:
            here, there = await page.evaluate(DRAWN, [block.live, svg(block, texts)])
            assert here == there, block.live
            drawn += 1
    assert drawn == 3


async def test_the_address_brings_the_weights_back_and_reset_the_report(opened: Open) -> None:
    page = await opened(written(), MOVED)
    there = tables(weighed(latency=2, memory=61))
    assert await page.evaluate(ROWS, "ranking") == there["ranking"]
    assert await page.locator("#weight-memory").input_value() == "61"
    await page.get_by_role("button", name="Back to the report as written").click()
    await address(page, without="=")
    stated = tables(sample_live.relaxable())
    for name, rows in stated.items():
        if name != "matrix":
            assert await page.evaluate(ROWS, name) == rows
    assert await page.locator("#live-bar").is_hidden()


@pytest.mark.parametrize(
    ("fragment", "back"),
    [("off=linux", ["back/one"]), ("off=linux,licence", ["back/one", "back/two"])],
)
async def test_a_dropped_requirement_brings_back_what_misses_nothing_else(
    opened: Open, fragment: str, back: list[str]
) -> None:
    page = await opened(written(), f"#{fragment}")
    there = tables(relaxed(*back))
    for name in ("ranking", "acceptability", "contributions"):
        assert await page.evaluate(ROWS, name) == there[name]
    assert [row[0] for row in await page.evaluate(ROWS, "matrix")] == [
        row[0].removesuffix(" (ruled out)") for row in there["matrix"]
    ]
    assert "BACK/ONE (ruled out) is first" in await page.locator("#live-result").inner_text()
    await page.get_by_label("It has linux").check()
    await address(page, without="linux")
    stated = tables(sample_live.relaxable())
    assert [row[0] for row in await page.evaluate(ROWS, "matrix")] == [
        row[0] for row in stated["matrix"]
    ]


async def test_a_profile_sets_the_sliders_and_how_sure_they_are(opened: Open) -> None:
    page = await opened(written())
    await page.get_by_label("Whose weights").select_option("Bo")
    await address(page, "who=1", without="&")
    answer = sample_live.relaxable()
    criteria = tuple(
        view.model_copy(update={"weight": sample_live.BO.get(view.id, 0.0)})
        for view in answer.matrix.criteria
    )
    matrix = answer.matrix.model_copy(update={"criteria": criteria})
    there = tables(sample_live.decided(answer, matrix, certainty=10.0))
    assert await page.evaluate(ROWS, "ranking") == there["ranking"]
    assert await page.locator("#weight-throughput").input_value() == "75"


async def test_the_matrix_is_sorted_and_filtered_and_the_address_knows(opened: Open) -> None:
    page = await opened(written())
    rows = "[data-live=matrix] tbody tr"
    stated = await page.locator(f"{rows} th").all_inner_texts()
    sort = page.locator("[data-live=matrix]").get_by_role("button", name="Latency")
    await sort.click()
    await address(page, "sort=latency:down")
    head = page.locator("[data-live=matrix] th[aria-sort=descending]")
    assert await head.count() == 1
    best = await page.locator(f"{rows} td:nth-child(2)").all_inner_texts()
    amounts = [float(text.split()[0]) for text in best if " ms" in text]
    assert amounts == sorted(amounts)
    assert "unknown" in best[-1]
    await page.get_by_label("Filter stacks").fill("openvino")
    await address(page, "find=openvino")
    assert await page.locator(f"{rows}:visible").count() == 1
    assert await page.locator("#found").inner_text() == "1 of 8 stacks"
    await page.get_by_label("Filter stacks").fill("")
    await sort.click()
    await address(page, "sort=latency:up", without="find")
    await sort.click()
    await address(page, without="=")
    assert await page.locator(f"{rows} th").all_inner_texts() == stated


async def test_evidence_opens_beside_the_cell_and_the_keyboard_returns(opened: Open) -> None:
    page = await opened(written())
    link = page.locator("[data-live=matrix] td a[href^='#e']").first
    anchor = str(await link.get_attribute("href"))
    await link.focus()
    await page.keyboard.press("Enter")
    beside = page.get_by_role("dialog")
    assert await beside.is_visible()
    entry = await page.locator(f"{anchor} dd").inner_text()
    assert entry in await beside.inner_text()
    assert await page.evaluate("document.activeElement.id") == "beside-heading"
    await page.keyboard.press("Escape")
    assert await beside.is_hidden()
    assert await page.evaluate("document.activeElement.getAttribute('href')") == anchor


async def test_the_other_language_is_in_the_page_and_keeps_what_was_chosen(opened: Open) -> None:
    page = await opened(written(), MOVED)
    await page.get_by_role("button", name="中文").click()
    await address(page, "lang=zh-CN")
    there = tables(weighed(latency=2, memory=61), "zh")
    for name in ("ranking", "acceptability", "contributions"):
        assert await page.evaluate(ROWS, name) == there[name]
    assert await page.evaluate("document.documentElement.lang") == "zh-CN"
    assert await page.title() == await page.locator("h1").inner_text()
    again = await opened(written(), f"{MOVED}&lang=zh-CN")
    await again.get_by_role("button", name="English").click()
    await address(again, without="lang")
    english = tables(weighed(latency=2, memory=61))
    assert await again.evaluate(ROWS, "ranking") == english["ranking"]


async def test_a_derivation_opens_with_the_pieces_that_it_is_made_from(opened: Open) -> None:
    page = await opened(written())
    link = page.locator("[data-live=matrix] td a[href^='#d']").first
    anchor = str(await link.get_attribute("href"))
    await link.click()
    shown = page.locator("#beside-entry dl > div")
    labels = await page.locator("#beside-entry dl > div:first-child .refs a").all_inner_texts()
    assert len(labels) == 2
    assert await shown.locator("dt b").all_inner_texts() == [anchor[1:].upper(), *labels]
    await page.locator("#beside-link").click()
    assert page.url.endswith(anchor)
    assert await page.get_by_role("dialog").is_hidden()


async def test_a_slider_moves_by_the_keyboard(opened: Open) -> None:
    page = await opened(written())
    await page.get_by_label("Latency", exact=True).focus()
    await page.keyboard.press("ArrowRight")
    await address(page, "w=latency:31")
    assert await page.locator("#weight-latency").get_attribute("aria-valuetext") == "31%"


async def test_whatever_the_address_says_is_read_with_care(opened: Open) -> None:
    page = await opened(written(), MOVED)
    stated = tables(sample_live.relaxable())["ranking"]
    for fragment in (
        "w=latency:abc,memory:-1,__proto__:5,memory:101,nothing:3",
        "sort=constructor:up&who=toString&off=__proto__,runs&lang=fr",
        "w=&sort=latency:sideways&who=-1&off=%3Cscript%3E&lang=",
        "matrix",
    ):
        await page.evaluate("(text) => { location.hash = text; }", fragment)
        await page.wait_for_timeout(50)
        assert await page.evaluate(ROWS, "ranking") == stated, fragment
        assert await page.locator("#live-bar").is_hidden()
    await page.evaluate("() => { location.hash = 'find=%3Cimg%20src%3Dx%3E'; }")
    await page.wait_for_timeout(50)
    assert await page.locator("#found").inner_text() == "0 of 8 stacks"


async def test_zero_weights_are_refused_in_words(opened: Open) -> None:
    ids = [view.id for view in sample_live.relaxable().matrix.criteria]
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
    stopped = [complaint for complaint in complaints if "Content Security Policy" in complaint]
    assert len(stopped) == 2
    complaints.clear()


@pytest.mark.parametrize(
    ("language", "scheme", "width"), [("en", "light", 1280), ("zh", "dark", 360)]
)
async def test_no_violation_of_accessibility(
    opened: Open, language: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 800}
    page = await opened(
        written(language), f"{MOVED}&off=linux", bypass_csp=True, color_scheme=scheme, viewport=size
    )
    await page.locator("[data-live=matrix] td a[href^='#e']").first.click()
    await page.evaluate(FEWER)
    found = await Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


PLACES = """(sources) => sources.map((source) => [
  [...source.querySelectorAll("p a")].map((link) => link.getAttribute("href")),
  [...source.querySelectorAll(".address, dd")].map((element) => element.textContent),
])"""


async def test_the_translation_takes_places_and_addresses_from_the_page(opened: Open) -> None:
    page = await opened(written())
    english = await page.locator(".source").evaluate_all(PLACES)
    assert english
    await page.get_by_role("button", name="中文").click()
    await address(page, "lang=zh-CN")
    chinese = await page.locator(".source").evaluate_all(PLACES)
    assert [links for links, _ in chinese] == [links for links, _ in english]
    places = [
        p
        for (_, here), (_, there) in zip(english, chinese, strict=True)
        for p in zip(here, there, strict=True)
    ]
    # When something has been stale since is said in each language for itself.
    alike = [here == there for here, there in places if "stale since" not in here]
    assert alike
    assert all(alike)
    assert await page.locator("[data-same]").count() == 0


async def test_the_source_of_a_derived_cell_is_in_what_opens_beside_it(opened: Open) -> None:
    page = await opened(written())
    await page.locator("[data-live=matrix] td a[href^='#d']").first.focus()
    await page.keyboard.press("Enter")
    source = page.locator("#beside-entry .from a, #beside-entry .from .address").first
    assert await source.is_visible()
    said = await page.locator("#beside-entry").inner_text()
    assert "documented" in said.lower() or "published" in said.lower()
    for _ in range(12):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.matches('#beside-entry .from a')"):
            break
    focused = await page.evaluate("document.activeElement.getAttribute('href')")
    assert str(focused).startswith("https://example.org/")
