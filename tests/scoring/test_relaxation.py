from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.decision import Exclusion
from scoring.relaxation import minimal_sets, relaxations, returning
from tests.scoring import build

NAMES = "abcd"
missed = st.dictionaries(
    st.sampled_from("uvwxyz"),
    st.tuples(st.sets(st.sampled_from(NAMES), min_size=1), st.booleans()),
    max_size=6,
)


def exclusions(found: dict[str, tuple[set[str], bool]]) -> list[Exclusion]:
    return [
        Exclusion(
            alternative=name,
            label=name.upper(),
            requirement=requirement,
            title=build.text(requirement),
            reason=build.text("no"),
            evidence=(f"claim:{name}:{requirement}",),
            waivable=waivable,
        )
        for name, (requirements, waivable) in found.items()
        for requirement in sorted(requirements)
    ]


@build.LAW
@given(missed)
def test_the_sets_are_those_a_search_of_all_sets_finds(found) -> None:
    def back(dropped: frozenset[str]) -> set[str]:
        return {n for n, (needs, waivable) in found.items() if waivable and needs <= dropped}

    every = chain.from_iterable(combinations(NAMES, size) for size in range(len(NAMES) + 1))
    working = [frozenset(names) for names in every if back(frozenset(names))]
    smallest = {names for names in working if not any(other < names for other in working)}
    sets = minimal_sets(exclusions(found))
    assert set(sets) == smallest
    assert all(set(alternatives) == back(names) for names, alternatives in sets.items())


def test_fewest_requirements_come_first_then_what_is_worth_most() -> None:
    found = exclusions(
        {"u": ({"a"}, True), "v": ({"b"}, True), "w": ({"c", "d"}, True), "x": ({"a", "c"}, True)}
    )
    rows = relaxations(found, {"u": 0.2, "v": 0.6, "w": 0.9, "x": 0.8})
    assert [row.requirements for row in rows] == [("b",), ("a",), ("c", "d")]
    assert rows[0].brings_back == ("v",)
    assert rows[0].evidence == ("claim:v:b",)
    assert rows[2].expected == 0.9


def test_what_does_not_work_comes_back_by_no_decision() -> None:
    assert relaxations(exclusions({"u": ({"a"}, False)}), {"u": 1.0}) == ()


def test_all_that_would_come_back_is_kept_with_its_beliefs() -> None:
    names = [f"s{number:02}" for number in range(30)]
    whole = build.matrix({"kept": [0.5], **{name: [0.1] for name in names}}, [1])
    found = {name: ({"a"}, name != "s00") for name in names}
    back = returning(whole, exclusions(found))
    assert back is not None
    assert {a.id for a in back.alternatives} == set(names[1:])
    assert {b.alternative for b in back.beliefs} == set(names[1:])
    assert {t.latent for b in back.beliefs for t in b.terms} == {one.id for one in back.latents}


def test_nothing_comes_back_where_nothing_can_be_waived() -> None:
    whole = build.matrix({"kept": [0.5], "lost": [0.1]}, [1])
    lost = exclusions({"lost": ({"a"}, False)})
    assert returning(whole, lost) is None
