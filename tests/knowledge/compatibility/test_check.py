from __future__ import annotations

from typing import Any

import pytest

from knowledge.compatibility.check import faults
from tests.knowledge.compatibility.world import AXES, WORLD, table


def test_what_fits_has_no_faults() -> None:
    assert not [fault for one in WORLD for fault in faults(one, AXES, ["mindspore"])]


@pytest.mark.parametrize(
    ("row", "path", "says", "tip"),
    [
        ({"pyton": "3.11"}, ("axes", 1), "unknown axis 'pyton'", "python"),
        ({"python": "newest"}, ("rows", 0, "when", "python"), "is no version of python", ">=2.7"),
        ({"os": "linus"}, ("rows", 0, "when", "os"), "is no os", "linux"),
        ({"os": ">=linux"}, ("rows", 0, "when", "os"), "names, not versions", "name each"),
        ({"mindspore": ">=x"}, ("rows", 0, "when", "mindspore"), "no version of mindspore", "=="),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(
    row: dict[str, Any], path: tuple[str | int, ...], says: str, tip: str
) -> None:
    found = list(faults(table("t", ["torch"], [{"torch": "2.8", **row}]), AXES, ["mindspore"]))
    assert [(one[0], says in one[1], tip in one[2]) for one in found][:1] == [(path, True, True)]


def test_a_chip_need_not_stand_in_the_vocabulary() -> None:
    assert not list(faults(table("t", ["chip"], [{"chip": "a-new-one"}]), AXES, []))


def test_scopes_are_checked_too() -> None:
    one = table("t", ["torch"], [{"torch": "2.8"}], scope={"torch": "new"})
    assert [fault[0] for fault in faults(one, AXES, [])] == [("scope", "torch")]
