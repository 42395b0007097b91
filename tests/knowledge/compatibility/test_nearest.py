from __future__ import annotations

from typing import Any

from knowledge.compatibility.nearest import Change, nearest
from knowledge.compatibility.question import question
from knowledge.compatibility.search import Search
from knowledge.schema.compatibility import Verdict
from tests.knowledge.compatibility.world import SM, WORLD, ruled, table


def around(*terms: str, world: Any = WORLD) -> Change | None:
    rules = ruled(*world)
    asked = question(terms, rules.axes)
    return nearest(rules, asked, Search(rules, asked.domains).run())


def changes(*terms: str, world: Any = WORLD) -> dict[str, tuple[str, str]]:
    change = around(*terms, world=world)
    assert change is not None
    assert change.outcome.verdict is Verdict.YES
    return dict(change.changes)


def test_one_axis_is_changed_where_one_is_enough() -> None:
    assert changes("torch=2.6", "cuda=12.8") == {"torch": ("2.6", "2.7")}
    assert changes("torch=2.6", "python=3.13", "cuda=12.4") == {"python": ("3.13", "3.9")}


def test_two_are_changed_where_no_single_one_helps() -> None:
    found = changes("torch=2.6", "cuda=12.4", "chip=b200")
    assert found == {"torch": ("2.6", "2.7"), "cuda": ("12.4", "12.8")}


def test_hardware_is_left_alone_while_software_can_give_way() -> None:
    assert "chip" not in changes("torch=2.6", "chip=b200")


def test_where_only_hardware_helps_its_capability_is_named() -> None:
    never = table("never", ["torch"], [{"torch": ">0", SM: "<7.5", "verdict": "no"}])
    change = around("torch", "chip=v100", world=[*WORLD, never])
    assert change is not None
    assert list(change.changes) == [SM]
    assert "chip" not in change.outcome.values


def test_a_cheap_axis_is_changed_before_a_dear_one() -> None:
    rows = [{"torch": "2.8", "os": "linux"}, {"torch": "2.7", "os": "windows"}]
    world = [table("t", ["torch"], rows, closed=True)]
    assert changes("torch=2.8", "os=windows", world=world) == {"torch": ("2.8", "2.7")}


def test_an_unfinished_release_is_further_away_than_a_finished_one() -> None:
    rows = [
        {"torch": "2.6", "python": "3.9"},
        {"torch": "2.6", "python": "3.10"},
        {"torch": "2.7rc1", "python": "3.12"},
        {"torch": "2.7", "python": "3.12"},
    ]
    world = [table("t", ["torch"], rows, closed=True)]
    assert changes("torch=2.6", "python=3.12", world=world) == {"python": ("3.12", "3.10")}


def test_where_nothing_works_there_is_nothing_near() -> None:
    world = [table("t", ["os"], [{"os": "windows", "torch": ">0", "verdict": "no"}])]
    assert around("torch=2.8", "os=windows", world=world) is None


def test_where_nothing_is_known_no_other_hardware_is_proposed() -> None:
    rows = [{"torch": "2.8", SM: "==10.0"}, {"torch": "2.8", "python": "3.9"}]
    chips = table("chips", ["chip"], [{"chip": "v100", SM: "==7.0"}], closed=True)
    asked = ("torch=2.8", "chip=v100", "python=3.9")
    assert around(*asked, world=[chips, table("t", ["torch"], rows)]) is None
