"""Whatever names say, the live page shows it as text: written, ranked again, translated."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Recommendation
from knowledge.texts import Texts
from reports.formats import html
from tests.reports import sample_live
from tests.reports.formats.live.conftest import Open
from tests.reports.formats.live.test_page import ROWS, address
from tests.reports.formats.test_html import Page as Parsed

ATTACK = (
    "</script><!--<script><img src=x onerror=alert(1)>"
    "\"'onmouseover='alert(2)'{{7*7}}{first}\u202eb"
)
SHOWN = ATTACK.replace("\u202e", "[U+202E]")


def attacked() -> Recommendation:
    """The sample with the attack in every name that the live part carries."""
    answer = sample_live.relaxable()
    assert answer.returning is not None
    assert answer.stakeholders is not None
    said = LocalText(en=ATTACK, zh=ATTACK)

    def named(things: tuple[Any, ...], **changes: Any) -> tuple[Any, ...]:
        return tuple(thing.model_copy(update=changes) for thing in things)

    matrix = answer.matrix.model_copy(
        update={
            "alternatives": named(answer.matrix.alternatives, label=ATTACK),
            "criteria": named(answer.matrix.criteria, title=said, unit=ATTACK),
        }
    )
    back = named(answer.returning.alternatives, label=ATTACK)
    people = tuple(
        person.model_copy(update={"who": f"{person.who} {ATTACK}"})
        for person in answer.stakeholders.people
    )
    return answer.model_copy(
        update={
            "matrix": matrix,
            "ranking": named(answer.ranking, label=ATTACK),
            "returning": answer.returning.model_copy(update={"alternatives": back}),
            "excluded": named(answer.excluded, title=said, label=ATTACK),
            "stakeholders": answer.stakeholders.model_copy(update={"people": people}),
        }
    )


def test_nothing_of_it_is_markup() -> None:
    made = Parsed(html.document(attacked(), Texts("en")))
    assert not made.all("img", "iframe")
    assert len(made.all("script")) == 4
    for _, attributes in made.elements:
        assert not any(name.startswith("on") for name in attributes)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_ranked_again_and_translated_it_is_text(opened: Open) -> None:
    page = await opened(html.document(attacked(), Texts("en")), "#off=linux&w=latency:1")
    for _ in range(2):
        names = [row[0] for row in await page.evaluate(ROWS, "acceptability")]
        assert len(names) == 9
        assert set(names) <= {SHOWN, f"{SHOWN} (ruled out)", f"{SHOWN}（已排除）"}
        assert SHOWN in await page.locator("#live-result").inner_text()
        assert await page.locator("#page img").count() == 0
        if await page.evaluate("document.documentElement.lang") == "en":
            await page.get_by_role("button", name="中文").click()
            await address(page, "lang=zh-CN")
