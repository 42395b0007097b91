"""What can be set in the page: sliders, people and requirements, in both languages."""

from __future__ import annotations

import json
import re

import pytest

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


def test_of_many_that_are_kept_out_the_best_are_shown() -> None:
    answer = sample_live.relaxable()
    third = answer.excluded[0].model_copy(update={"alternative": "back/three"})
    more = answer.model_copy(update={"excluded": (*answer.excluded, third)})
    (first, *_) = panel(more, Texts("en")).toggles
    assert first.brings == "(3 stacks kept out, the best 2 of which can come back here)"


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
