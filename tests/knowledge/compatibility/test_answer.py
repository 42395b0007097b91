"""What an answer says, and what holds for the answers of any tables."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from knowledge.compatibility.answer import answer, ask
from knowledge.compatibility.question import about, question
from knowledge.schema.compatibility import (
    CompatibilityAnswer,
    CompatibilityTable,
    Decision,
    Verdict,
)
from knowledge.schema.evidence import Citation
from tests.knowledge.compatibility.world import CITED, SM, WORLD, catalog, ruled, table

rules = ruled(*WORLD)


def asked(*terms: str) -> CompatibilityAnswer:
    return ask(rules, question(terms, rules.axes))


def test_a_yes_names_the_rows_that_cover_every_asked_axis() -> None:
    found = asked("torch=2.7", "cuda=11.8", "python=3.12", "chip=v100", "os=linux")
    assert found.verdict is Verdict.YES
    assert not found.unverified
    told = {axis for one in found.decided for axis in one.when}
    assert {"torch", "cuda", "python", "chip", "os"} <= told
    assert all(one.evidence for one in found.decided)


def test_a_no_names_the_table_and_what_it_has_instead() -> None:
    found = asked("torch=2.6", "cuda=12.8")
    assert found.verdict is Verdict.NO
    one = found.decided[0]
    assert (one.table, one.row) == ("torch-cuda", None)
    assert one.when == {"torch": "2.6", "cuda": "11.8 | 12.4"}
    assert found.nearest is not None
    assert found.nearest.values == {"torch": "2.7", "cuda": "12.8", "accelerator": "nvidia"}


def test_a_no_keeps_together_what_goes_together() -> None:
    built = table(
        "built",
        ["torch"],
        [
            {"torch": "2.6", "cuda": "11.8", "python": "3.9"},
            {"torch": "2.6", "cuda": "12.4", "python": "3.9"},
            {"torch": "2.6", "cuda": "12.8", "python": "3.12"},
            {"torch": "2.7", "cuda": "13.0", "python": "3.13"},
        ],
        closed=True,
    )
    some = ruled(built)

    def no(*terms: str) -> Decision:
        return ask(some, question(["torch=2.6", *terms], some.axes)).decided[0]

    one = no("cuda=13.0", "python=3.13")
    assert one.when == {"torch": "2.6", "cuda": "11.8 | 12.4 | 12.8", "python": "3.9 | 3.12"}
    assert one.offers == (
        {"cuda": "11.8 | 12.4", "python": "3.9"},
        {"cuda": "12.8", "python": "3.12"},
    )
    half = no("cuda=13.0", "python=3.9")
    assert half.when == {"torch": "2.6", "cuda": "11.8 | 12.4", "python": "3.9"}
    assert not half.offers
    assert no("cuda=13.0").when == {"torch": "2.6", "cuda": "11.8 | 12.4 | 12.8"}


def test_a_no_of_a_table_cites_the_rows_it_tells() -> None:
    other = CITED.model_copy(update={"locator": "row 2"})
    built = table("built", ["torch"], [{"torch": v, "cuda": "12.8"} for v in ("2.6", "2.7")])
    first, second = built.rows
    rows = (first, second.model_copy(update={"evidence": (other,)}))
    some = ruled(built.model_copy(update={"rows": rows, "closed": True}))

    def cited(version: str) -> tuple[Citation, ...]:
        found = ask(some, question([f"torch={version}", "cuda=11.8"], some.axes))
        return found.decided[0].evidence

    assert (cited("2.6"), cited("2.7")) == ((CITED,), (other,))


def test_what_no_table_speaks_of_is_unverified_and_makes_the_answer_unknown() -> None:
    found = asked("torch=2.7", "python=3.12", "accelerator=amd")
    assert (found.verdict, found.unverified) == (Verdict.UNKNOWN, ("accelerator",))


def test_a_version_beyond_every_table_is_unknown_and_told_the_newest() -> None:
    found = asked("torch=2.99", "python=3.12")
    assert found.verdict is Verdict.UNKNOWN
    assert found.newest == {"torch": "2.8"}
    assert found.nearest is not None
    assert found.nearest.changes == {"torch": ("2.99", "2.8")}


def test_an_open_axis_lists_what_works() -> None:
    found = asked("torch", "chip=v100", "cuda=11.8")
    assert found.verdict is Verdict.YES
    assert found.works == {"torch": ("2.7", "2.6")}
    assert asked("cuda", "torch=2.7", "chip=b200").works == {"cuda": ("12.8",)}


def test_what_was_not_asked_for_and_is_not_free_is_needed() -> None:
    found = asked("torch=2.8", "chip=b200")
    assert found.values["cuda"] == "12.8"
    assert found.needs == {"python": (">=3.9,<3.14",)}


def test_a_condition_that_would_turn_it_into_a_no_is_told_before() -> None:
    windows = table(
        "windows",
        ["torch"],
        [{"torch": ">=2", "os": "windows", "accelerator": "nvidia", "verdict": "no"}],
    )
    some = ruled(*WORLD, windows)
    found = ask(some, question(["torch=2.7", "cuda=11.8"], some.axes))
    assert found.verdict is Verdict.YES
    assert [one.table for one in found.beware] == ["windows"]


def test_a_catalog_is_asked_in_one_call() -> None:
    assert answer(catalog(*WORLD), ["torch=2.6", "python=3.13"]).verdict is Verdict.NO


# -- properties: tables and questions of any kind ------------------------------------------------

VALUES: dict[str, tuple[str, ...]] = {
    "torch": ("2.6", "2.7", "2.8"),
    "python": ("3.9", "3.12", "3.13"),
    "cuda": ("11.8", "12.4", "12.8"),
    "os": ("linux", "wsl2", "windows"),
}
SPECIFIERS: dict[str, tuple[str, ...]] = {
    **VALUES,
    "torch": (*VALUES["torch"], ">=2.7", "<2.8", ">0"),
    "python": (*VALUES["python"], ">=3.12"),
}


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    axes = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3, unique=True))
    row: dict[str, Any] = {axis: draw(st.sampled_from(SPECIFIERS[axis])) for axis in axes}
    return {**row, "verdict": draw(st.sampled_from(["yes", "yes", "no", "unknown"]))}


@st.composite
def some_tables(draw: st.DrawFn) -> list[CompatibilityTable]:
    made = []
    for number in range(draw(st.integers(1, 4))):
        body = draw(st.lists(rows(), min_size=1, max_size=4))
        named = sorted({axis for row in body for axis in row if axis != "verdict"})
        keys = draw(st.lists(st.sampled_from(named), min_size=1, max_size=2, unique=True))
        made.append(table(f"t{number}", keys, body, closed=draw(st.booleans())))
    return made


questions = st.dictionaries(st.sampled_from(sorted(VALUES)), st.none(), min_size=1).flatmap(
    lambda axes: st.fixed_dictionaries({axis: st.sampled_from(VALUES[axis]) for axis in axes})
)


few = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def told(tables: list[CompatibilityTable], values: dict[str, str]) -> CompatibilityAnswer:
    some = ruled(*tables)
    return ask(some, about(values, some.axes))


@few
@given(some_tables(), questions)
def test_a_yes_has_no_rule_against_it_and_leaves_nothing_open(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    found = told(tables, values)
    if found.verdict is Verdict.YES:
        assert not found.unverified
        assert all(one.verdict is Verdict.YES for one in found.decided)
        assert not ruled(*tables).judge(found.values).vetoes


@few
@given(some_tables(), questions)
def test_a_no_is_always_explained(tables: list[CompatibilityTable], values: dict[str, str]) -> None:
    found = told(tables, values)
    if found.verdict is Verdict.NO:
        assert found.decided
        assert all(one.verdict is Verdict.NO for one in found.decided)


@few
@given(some_tables(), questions, st.data())
def test_saying_more_never_turns_a_no_into_anything_else(
    tables: list[CompatibilityTable], values: dict[str, str], data: st.DataObject
) -> None:
    assume(len(values) < len(VALUES) and told(tables, values).verdict is Verdict.NO)
    axis = data.draw(st.sampled_from(sorted(set(VALUES) - set(values))))
    more = {**values, axis: data.draw(st.sampled_from(VALUES[axis]))}
    assert told(tables, more).verdict is Verdict.NO


@few
@given(some_tables(), questions)
def test_one_more_row_that_says_no_beats_everything(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    veto = table("veto", [min(values)], [{**values, "verdict": "no"}])
    assert told([*tables, veto], values).verdict is Verdict.NO


@few
@given(some_tables(), questions)
def test_a_table_about_something_else_changes_nothing(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    other = table("other", ["accelerator"], [{"accelerator": "amd", SM: ">=7", "verdict": "no"}])
    assert told([*tables, other], values).verdict is told(tables, values).verdict


@few
@given(some_tables(), questions)
def test_the_order_of_tables_and_terms_does_not_matter(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    verdict = told(tables, values).verdict
    assert told(tables[::-1], values).verdict is verdict
    for order in list(permutations(values))[:4]:
        assert told(tables, {axis: values[axis] for axis in order}).verdict is verdict


@few
@given(some_tables(), questions)
def test_the_nearest_works_and_differs_only_in_its_changes(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    found = told(tables, values)
    if found.nearest is None:
        return
    near = found.nearest
    assert all(before != after for before, after in near.changes.values())
    assert all(near.values[axis] == after for axis, (_, after) in near.changes.items())
    kept = {axis for axis in values if axis not in near.changes}
    assert all(near.values[axis] == values[axis] for axis in kept)
    again = told(tables, {axis: near.values[axis] for axis in values}).verdict
    assert again is not Verdict.NO
    assert again is Verdict.YES or found.verdict is Verdict.NO


@few
@given(some_tables(), questions)
def test_a_bare_axis_works_exactly_with_the_values_it_lists(
    tables: list[CompatibilityTable], values: dict[str, str]
) -> None:
    axis = min(values)
    found = told(tables, {**values, axis: ""})
    known = ruled(*tables).axes.known(axis)
    works = {one for one in known if told(tables, {**values, axis: one}).verdict is Verdict.YES}
    if found.verdict is Verdict.YES:
        assert set(found.works[axis]) == works
    else:
        assert not works
