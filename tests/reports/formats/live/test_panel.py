"""What can be set in the page: sliders, people and requirements, in both languages."""

from __future__ import annotations

import json
import re

import pytest

from knowledge.schema.base import LocalText
from knowledge.texts import Texts
from reports.formats.live.panel import panel
from tests.reports import sample_live


def test_a_slider_for_each_criterion_at_its_weight() -> None:
    sliders = panel(sample_live.recommendation(), Texts("en")).sliders
    assert [(s.id, s.points, s.share) for s in sliders][:2] == [
        ("latency", 30, "30%"),
        ("throughput", 15, "15%"),
    ]


def test_requirements_that_can_be_dropped_and_what_they_keep_out() -> None:
    toggles = panel(sample_live.relaxable(), Texts("en")).toggles
    assert [(t.id, t.brings) for t in toggles] == [
        ("linux", "(2 stacks kept out)"),
        ("licence", "(1 stack kept out)"),
    ]  # what runs wrongly comes back by no decision


def test_an_early_answer_says_how_many_can_come_back() -> None:
    answer = sample_live.relaxable()
    third = answer.excluded[0].model_copy(update={"alternative": "back/three"})
    more = answer.model_copy(update={"excluded": (*answer.excluded, third)})
    (first, *_) = panel(more, Texts("en")).toggles
    assert first.brings == "(3 stacks kept out, 2 of which can come back)"


def test_requirements_without_a_toggle_say_why() -> None:
    answer = sample_live.relaxable()
    broken = answer.excluded[-1].model_copy(update={"waivable": False})
    anyway = broken.model_copy(
        update={
            "requirement": "docs",
            "title": LocalText(en="It has docs", zh="有文档"),
            "waivable": True,
        }
    )
    titles = (*(one.title for one in answer.excluded), LocalText(en="It is free", zh="免费"))
    changes = {"excluded": (*answer.excluded[:-1], broken, anyway), "requirements": titles}
    live = panel(answer.model_copy(update=changes), Texts("en"))
    assert [toggle.id for toggle in live.toggles] == ["linux", "licence"]
    assert live.fixed == (
        "What misses these also misses something that it does not work without: “It has docs”.",
        "What misses these does not work, and no decision brings it back: “It has runs”.",
        "Ruling out nothing, so that there is nothing to untick: “It is free”.",
    )


def test_rows_of_what_would_come_back_say_that_it_is_ruled_out() -> None:
    rows = panel(sample_live.relaxable(), Texts("en")).rows
    assert [(place, row[0].text, row[0].sub) for place, row in rows] == [
        (8, "BACK/ONE", "ruled out; misses “It has linux”"),
        (9, "BACK/TWO", "ruled out; misses “It has linux” and “It has licence”"),
    ]


def test_one_person_is_no_choice() -> None:
    answer = sample_live.relaxable()
    assert panel(answer, Texts("en")).people == ("Ana", "Bo")
    assert answer.stakeholders is not None
    alone = answer.stakeholders.model_copy(update={"people": answer.stakeholders.people[:1]})
    assert panel(answer.model_copy(update={"stakeholders": alone}), Texts("en")).people == ()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_has_the_places_that_the_page_fills(language: str) -> None:
    words = json.loads(panel(sample_live.recommendation(), Texts(language)).words)
    places = {key: set(re.findall(r"{(\w+)}", str(text))) for key, text in words.items()}
    ranked = {"first", "value", "interval", "share", "draws"}
    assert places["first"] == ranked
    assert places["tied"] == ranked | {"names"}
    assert places["crowd"] == ranked | {"count"}
    assert places["shown"] == {"count", "total"}
    assert places["place"] == {"rank", "stack"}
    assert places["note"] == {"unit", "weight"}
