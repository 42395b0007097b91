from __future__ import annotations

from knowledge.compatibility.judge import Judgement, Rules, Ruling
from knowledge.schema.compatibility import Verdict
from tests.knowledge.compatibility.world import BUILDS, PYTHONS, SM, SYSTEMS, WORLD, ruled, table


def ids(rulings: tuple[Ruling, ...]) -> set[str]:
    return {ruling.table.id for ruling in rulings}


def test_a_closed_table_rules_out_what_no_row_of_its_key_admits() -> None:
    judged = ruled(BUILDS).judge({"torch": "2.6", "cuda": "12.8"})
    assert [(r.table.id, r.row) for r in judged.vetoes] == [("torch-cuda", None)]
    assert judged.vetoes[0].axes == {"torch", "cuda"}


def test_a_closed_table_says_nothing_on_keys_it_does_not_name() -> None:
    judged = ruled(BUILDS).judge({"torch": "2.5", "cuda": "12.8"})
    assert judged == Judgement()


def test_an_open_table_rules_out_only_what_it_names() -> None:
    rules = ruled(SYSTEMS)
    assert not rules.judge({"torch": "2.7", "os": "windows"}).vetoes
    assert ids(rules.judge({"torch": "2.8", "os": "windows"}).vetoes) == {"torch-systems"}


def test_without_a_key_a_table_is_silent() -> None:
    assert not ruled(*WORLD).speaking({"cuda": "12.8", "python": "3.8"})


def test_a_row_that_says_no_must_be_met_on_all_its_axes() -> None:
    rules = ruled(table("t", ["torch"], [{"torch": ">=2", "os": "windows", "verdict": "no"}]))
    assert not rules.judge({"torch": "2.8"}).vetoes
    assert rules.judge({"torch": "2.8", "os": "windows"}).vetoes


def test_a_scope_closes_what_no_row_names() -> None:
    closed = table(
        "t", ["torch"], [{"torch": "2.8", "cuda": "12.8"}], closed=True, scope={"torch": ">=2,<3"}
    )
    rules = ruled(closed)
    assert rules.judge({"torch": "2.5", "cuda": "12.4"}).vetoes
    assert not rules.judge({"torch": "1.9", "cuda": "12.4"}).vetoes


def test_a_doubt_keeps_a_closed_table_from_ruling_out() -> None:
    rows = [{"torch": "2.8", "os": "linux"}, {"torch": "2.8", "os": "wsl2", "verdict": "unknown"}]
    rules = ruled(table("t", ["torch"], rows, closed=True))
    judged = rules.judge({"torch": "2.8", "os": "wsl2"})
    assert (len(judged.vetoes), len(judged.doubts)) == (0, 1)
    assert rules.judge({"torch": "2.8", "os": "windows"}).vetoes


def test_a_known_case_beats_a_doubt_on_a_wider_range() -> None:
    rows = [
        {"torch": ">=2", "cuda": ">=12", "verdict": "unknown"},
        {"torch": "2.8", "cuda": "12.8"},
    ]
    rules = ruled(table("t", ["torch"], rows))
    assert not rules.judge({"torch": "2.8", "cuda": "12.8"}).doubts
    assert rules.judge({"torch": "2.8", "cuda": "12.9"}).doubts


def test_a_row_grants_only_with_two_of_its_axes() -> None:
    rules = ruled(PYTHONS)
    assert not rules.judge({"torch": "2.8"}, asked=2).grants
    assert rules.judge({"torch": "2.8"}, asked=1).grants
    assert rules.judge({"torch": "2.8", "python": "3.12"}).grants


def test_axes_are_tied_through_rows_that_share_one() -> None:
    rules = ruled(*WORLD)
    values = {"torch": "2.8", "cuda": "12.8", SM: "10.0", "chip": "b200"}
    nothing = dict.fromkeys(values, frozenset[str]())
    judged = rules.judge(values)
    assert judged.admitted(("torch", "chip"), nothing) == {"torch", "chip"}
    without = Judgement(grants=tuple(g for g in judged.grants if g.table.id != "torch-sm"))
    assert without.admitted(("torch", "chip"), nothing) == {"torch"}


def test_what_another_axis_implies_ties_nothing_and_follows() -> None:
    """A chip of NVIDIA's and a build for NVIDIA's are not enough for a yes."""
    rows = [{"chip": "v100", SM: "==7.0", "accelerator": "nvidia"}]
    builds = table("builds", ["torch"], [{"torch": "2.8", "accelerator": "nvidia"}])
    values = {"torch": "2.8", "chip": "v100", SM: "7.0", "accelerator": "nvidia"}
    judged = ruled(table("chips", ["chip"], rows), builds).judge(values)
    implied = {axis: frozenset({"accelerator"} if axis == SM else ()) for axis in values}
    assert judged.admitted(("torch", "chip"), implied) in ({"torch"}, {"chip"})
    assert judged.admitted((SM, "chip", "accelerator"), implied) == {SM, "chip", "accelerator"}


def test_vetoed_agrees_with_the_judgement() -> None:
    rules = ruled(*WORLD)
    for torch in ("2.6", "2.7", "2.8"):
        for os in ("linux", "windows"):
            for cuda in ("11.8", "12.4", "12.8"):
                values = {"torch": torch, "os": os, "cuda": cuda}
                assert rules.vetoed(values, values) is bool(rules.judge(values).vetoes)


def test_a_verdict_is_not_changed_by_asking_before() -> None:
    """What a table said is remembered, for the values on its own axes only."""
    rules = Rules(WORLD, ruled(*WORLD).axes)
    first = rules.judge({"torch": "2.6", "cuda": "12.8"})
    rules.judge({"torch": "2.8", "cuda": "12.8", "os": "linux"})
    again = rules.judge({"torch": "2.6", "cuda": "12.8"})
    assert first == again
    assert again.vetoes[0].row is None
    assert all(row.verdict is not Verdict.NO for row in BUILDS.rows)


def test_a_chain_does_not_join_what_a_closed_table_relates_without_a_word() -> None:
    """The board and the build meet in the chip; of this CUDA the closed table has no build."""
    boards = table("boards", ["chip"], [{"chip": ["v100", "b200"], "cuda": "12.8"}], closed=True)
    builds = table("builds", ["torch"], [{"torch": ["2.6", "2.7"], "chip": "v100"}])
    images = table("images", ["cuda"], [{"cuda": "11.8", "torch": "2.6"}], closed=True)
    values = {"torch": "2.7", "chip": "v100", "cuda": "12.8"}
    chained = ruled(boards, builds)
    assert not chained.loose(chained.judge(values), values, values)
    silent = ruled(boards, builds, images)
    assert len(silent.loose(silent.judge(values), values, values)) == 1
    told = table("told", ["cuda"], [{"cuda": "12.8", "torch": "2.7"}])
    spoken = ruled(boards, builds, images, told)
    assert not spoken.loose(spoken.judge(values), values, values)


def test_a_closed_table_of_other_names_loosens_nothing() -> None:
    """A table of one accelerator's packages is silent on the others."""
    packages = table("packages", ["os"], [{"os": "windows", "torch": "2.6"}], closed=True)
    builds = table("builds", ["torch"], [{"torch": "2.7", "chip": "v100"}])
    boards = table("boards", ["chip"], [{"chip": "v100", "os": "linux"}])
    values = {"torch": "2.7", "chip": "v100", "os": "linux"}
    rules = ruled(packages, builds, boards)
    assert not rules.loose(rules.judge(values), values, values)


def test_a_closed_table_of_other_chips_loosens_nothing() -> None:
    others = table("others", ["chip"], [{"chip": "b200", "os": "linux"}], closed=True)
    builds = table("builds", ["torch"], [{"torch": "2.7", "chip": "v100"}])
    systems = table("systems", ["torch"], [{"torch": "2.7", "os": "linux"}])
    values = {"torch": "2.7", "chip": "v100", "os": "linux"}
    rules = ruled(others, builds, systems)
    assert not rules.loose(rules.judge(values), values, values)
