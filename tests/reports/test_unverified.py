"""Who was never measured misses no ceiling, and is not recommended for it."""

from __future__ import annotations

import json

import pytest

from knowledge.schema.decision import CutShort, Exclusion, Recommendation
from knowledge.schema.report import Callout, Paragraph, Table
from knowledge.texts import Texts
from reports.build import build
from reports.formats import json as json_format
from reports.sections import answer, ranking
from reports.unverified import best_verified, nothing_known
from tests.reports import sample

OPEN = sample.recommendation().unverified[0]


def doubted(*places: int, **changes: object) -> Recommendation:
    """The sample with a requirement open of the stacks in these places, counted from 0."""
    ranked = sample.ranking()
    open_ = tuple(_open(ranked[place].id, ranked[place].label) for place in places)
    return sample.recommendation(unverified=open_, **changes)


def _open(id_: str, label: str) -> Exclusion:
    return OPEN.model_copy(update={"alternative": id_, "label": label})


def everyone(**changes: object) -> Recommendation:
    return doubted(*range(len(sample.ranking())), **changes)


def said(recommendation: Recommendation, language: str = "en") -> list[str]:
    blocks = answer.build(recommendation, Texts(language))
    return [block.text for block in blocks if isinstance(block, Callout | Paragraph)]


def test_where_nobody_is_verified_no_winner_is_named() -> None:
    found = everyone()
    assert nothing_known(found)
    first = answer.build(found, Texts("en"))[1]
    assert isinstance(first, Callout)
    assert first.tone == "warning"
    assert first.text.startswith("No stack is known to meet every requirement: the 8 that are left")
    assert "“The route carries every operator of the model”" in first.text
    everything = " ".join(said(found))
    assert "recommends nothing" in said(found)[1]
    assert not any(word in everything for word in (" leads", " tied", "no single winner"))
    assert OPEN.reason.en in said(found)
    assert said(found, "zh")[0].startswith("没有任何技术栈已知满足全部硬性要求：余下的 8 个")


def test_where_all_that_was_measured_is_ruled_out_that_is_said() -> None:
    ranked = {a.stack for a in sample.matrix().alternatives}
    kept = next(m for m in sample.measurements() if m.status == "ok")
    assert kept.stack in ranked
    elsewhere = kept.model_copy(update={"stack": "ncnn/cpu"})
    found = everyone(measurements=(elsewhere,))
    assert "all that were measured are ruled out" in said(found)[0]
    assert "Measure them" in said(found)[0]
    assert "测过的均被排除" in said(found, "zh")[0]
    assert "all that were measured" not in said(everyone(measurements=()))[0]


def test_an_unverified_first_place_is_followed_by_the_best_that_is_verified() -> None:
    found = doubted(0, 1)
    third = sample.ranking()[2]
    assert best_verified(found) == third
    text = next(t for t in said(found) if t.startswith("The best that is known"))
    assert f"{third.label}, number 3 of the ranking" in text
    assert OPEN.reason.en in said(found)


def test_a_verified_first_place_stays_as_it_was() -> None:
    assert said(doubted(3))[0] == said(sample.recommendation(unverified=()))[0]
    assert not any("best that is known" in text for text in said(doubted(3)))


@pytest.mark.parametrize(("places", "all_meet"), [((), True), ((3,), True), ((0,), False)])
def test_the_ranking_says_whether_its_first_place_is_verified(
    places: tuple[int, ...], all_meet: bool
) -> None:
    blocks = ranking.build(doubted(*places), Texts("en"))
    table = next(block for block in blocks if isinstance(block, Table))
    assert ("meet every requirement" in table.caption) is all_meet


def test_json_names_the_best_verified_and_what_was_cut_short() -> None:
    assert json.loads(json_format.render(everyone()))["best_verified"] is None
    cut = CutShort(results=3, planned=12)
    told = json.loads(json_format.render(doubted(0, cut_short=cut)))
    assert told["best_verified"] == sample.ranking()[1].id
    assert told["cut_short"] == {"results": 3, "planned": 12}


@pytest.mark.parametrize(
    "found",
    [sample.recommendation(), everyone(), sample.nothing_feasible()],
    ids=["winner", "none verified", "none feasible"],
)
def test_the_answer_says_that_measuring_was_cut_short(found: Recommendation) -> None:
    cut = found.model_copy(update={"cut_short": CutShort(results=3, planned=12)})
    assert any(text.startswith("Measuring was ended early: 3 of 12") for text in said(cut))
    assert any("计划的 12 项结果中已有 3 项" in text for text in said(cut, "zh"))
    assert not any("ended early" in text for text in said(found))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_whole_report_is_built_without_a_winner(language: str) -> None:
    assert build(everyone(), Texts(language)).sections
