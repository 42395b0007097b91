"""What would change the decision, told from a robustness that is given."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from knowledge.schema.criterion import Criterion
from knowledge.schema.report import IntervalChart, Paragraph, Table
from knowledge.schema.robustness import CrossCheck, LeaveOut, WeightStability
from knowledge.texts import Texts
from reports.sections import flips
from tests.reports import sample
from tests.reports.sample_robustness import robustness

BASE = sample.recommendation()
FIRST, SECOND = BASE.ranking[0], BASE.ranking[1]
CRITERIA = [view.id for view in BASE.matrix.criteria]
WEIGHTS = {view.id: view.weight for view in BASE.matrix.criteria}


def blocks(language: str = "en", **changed: Any) -> tuple[Any, ...]:
    found = robustness(BASE.ranking, BASE.matrix.criteria, BASE.evidence, **changed)
    return flips.build(BASE.model_copy(update={"robustness": found}), Texts(language))


def words(found: tuple[Any, ...]) -> str:
    return "\n".join(block.text for block in found if isinstance(block, Paragraph))


def test_the_smallest_flip_names_what_moves_and_by_how_much() -> None:
    text = words(blocks())
    assert f"another stack first, {SECOND.label}, moves 10.0% of the total weight" in text
    title = BASE.matrix.criteria[0].title.en
    before = WEIGHTS[CRITERIA[0]]
    assert f"{title} from {before:.1%} to {before - 0.1:.1%}" in text
    assert "loses 0.010 of value on average" in text
    assert "changes nothing" in text


def test_no_flip_is_said_so() -> None:
    assert "no change of the weights" in words(blocks(flip=None))


def test_leaving_out_a_criterion_that_decides() -> None:
    text = words(blocks(left_out=(LeaveOut(criterion=CRITERIA[0], first=SECOND.id),)))
    assert f"Without {BASE.matrix.criteria[0].title.en}, {SECOND.label} is first." in text


def test_the_tornado_says_which_numbers_can_turn_it() -> None:
    found = blocks()
    chart = next(block for block in found if isinstance(block, IntervalChart))
    assert [(bar.low, bar.high) for bar in chart.bars] == [(-0.05, 0.2), (0.01, 0.1)]
    table = [block for block in found if isinstance(block, Table)][-1]
    assert [row[2].text for row in table.rows] == ["yes", "no"]
    assert table.rows[1][0].text == "time of a/b on net, batch 1, not measured"
    assert table.rows[0][1].evidence[0].startswith("e")


@pytest.mark.parametrize(("low", "high", "shown"), [
    (None, None, "at any weight"), (0.1, None, "from 10.0% to 100.0%"),
    (None, 0.4, "from 0.0% to 40.0%"), (0.1, 0.4, "from 10.0% to 40.0%"),
])  # fmt: skip
def test_the_range_of_a_weight(low: float | None, high: float | None, shown: str) -> None:
    one = WeightStability(criterion=CRITERIA[0], weight=0.3, low=low, high=high)
    table = next(block for block in blocks(stability=(one,)) if isinstance(block, Table))
    assert table.rows[0][2].text == shown


def test_it_speaks_chinese() -> None:
    assert "能让另一技术栈" in words(blocks("zh"))


def test_nothing_where_there_is_nothing_to_compare() -> None:
    assert flips.build(sample.nothing_feasible(), Texts("en")) == ()


def test_other_methods_agree_or_not() -> None:
    text = words(blocks())
    assert "first place is the same by TOPSIS" in text
    assert f"VIKOR puts {SECOND.label} first and {FIRST.label} in place 2" in text
    agreeing = (CrossCheck(method="topsis", first=FIRST.id, place=1),)
    assert "agree on first place: TOPSIS" in words(blocks(crosschecks=agreeing))
    differing = (CrossCheck(method="spotis", first=SECOND.id, place=3),)
    assert "differ on first place: SPOTIS" in words(blocks(crosschecks=differing))


def test_labels_of_the_tornado_leave_room_for_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flips, "LABEL", 20)
    found = blocks()
    chart = next(block for block in found if isinstance(block, IntervalChart))
    table = [block for block in found if isinstance(block, Table)][-1]
    assert chart.bars[1].label == "time of a/b on net,…"
    assert table.rows[1][0].text == "time of a/b on net, batch 1, not measured"


def test_whatever_may_be_unknown_of_a_stack_has_a_name() -> None:
    """Found by hand: a new kind of measured criterion ended the report."""
    for language in ("en", "zh"):
        for kind in get_args(get_args(Criterion.model_fields["measured"].annotation)[0]):
            what = {"latency": "time", "throughput": "time"}.get(kind, kind)
            told = Texts(language).t(
                f"report.flips.unmeasured.{what}", stack="a/b", workload="net", batch="1"
            )
            assert "a/b" in told
