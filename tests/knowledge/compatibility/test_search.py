from __future__ import annotations

from knowledge.compatibility.question import question
from knowledge.compatibility.search import Outcome, Search
from knowledge.schema.compatibility import Verdict
from tests.knowledge.compatibility.world import SM, SYSTEMS, WORLD, ruled, table

rules = ruled(*WORLD)


def found(*terms: str) -> Outcome:
    return Search(rules, question(terms, rules.axes).domains).run()


def test_what_follows_from_a_chip_is_added() -> None:
    outcome = found("torch=2.8", "chip=b200")
    assert outcome.verdict is Verdict.YES
    assert outcome.values[SM] == "10.0"
    assert outcome.values["accelerator"] == "nvidia"


def test_an_axis_nobody_asked_for_is_chosen_so_that_all_tables_are_content() -> None:
    assert found("torch=2.6", "chip=v100").values["cuda"] in ("11.8", "12.4")
    assert found("torch=2.6", "chip=b200").verdict is Verdict.NO


def test_the_newest_that_works_comes_first() -> None:
    assert found("torch", "chip=v100").values["torch"] == "2.7"
    assert found("torch", "os=windows", "python=3.13").verdict is Verdict.NO


def test_a_default_holds_until_something_says_otherwise() -> None:
    boards = table("boards", ["chip"], [{"chip": "b200", "platform": "board"}], closed=True)
    wheels = table(
        "wheels", ["torch", "platform"], [{"torch": "2.8", "os": "linux"}],
        closed=True, scope={"platform": "pc"},
    )  # fmt: skip
    both = ruled(boards, wheels)
    asked = question(["torch=2.8", "os=windows"], both.axes)
    assert Search(both, asked.domains).run().verdict is Verdict.NO
    asked = question(["torch=2.8", "os=windows", "chip=b200"], both.axes)
    assert Search(both, asked.domains).run().verdict is Verdict.UNKNOWN


def test_what_two_tables_tie_together_is_tried_though_only_one_range_was_asked_for() -> None:
    """The axis that ties is looked for around open axes as around fixed ones."""
    board = {"chip": "v100", "cuda": "11.8", "accelerator": "nvidia"}
    modules = table("modules", ["chip"], [board], closed=True)
    builds = table(
        "builds",
        ["cuda", "torch"],
        [{"cuda": "11.8", "torch": "2.6"}],
        closed=True,
        scope={"cuda": ">=11"},
    )
    some = ruled(modules, builds, table("new", ["torch"], [{"torch": "2.8", "os": "linux"}]))
    outcome = Search(some, question(["torch", "chip=v100"], some.axes).domains).run()
    assert (outcome.verdict, outcome.values["torch"]) == (Verdict.YES, "2.6")


def test_a_no_is_explained_by_the_row_that_was_written_for_it() -> None:
    """Not by a table that happens to lack the oldest version of all."""
    rows = [{"torch": ">=2.7", "os": "windows", "accelerator": "nvidia", "verdict": "no"}]
    old = table("old", ["os"], [{"os": "windows", "torch": ">=2.7"}], closed=True)
    some = ruled(table("new", ["torch"], rows), old, SYSTEMS)
    asked = question(["torch", "os=windows", "accelerator=nvidia"], some.axes)
    outcome = Search(some, asked.domains).run()
    assert outcome.verdict is Verdict.NO
    assert [(r.table.id, r.row) for r in outcome.judgement.vetoes] == [("new", 0)]
    assert outcome.values["torch"] == "2.7"
