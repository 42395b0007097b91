"""Preparing, on staged workers: order, budget, memory, and what goes wrong before any sample."""

import pytest

from knowledge.schema.probing import Status
from probes.protocol import Trouble
from tests.probes.staged import SETTINGS, Part, Stage, host, play

CRASH = Trouble(status=Status.CRASHED, message="killed by SIGSEGV")
REFUSAL = Trouble(status=Status.FAILED, message="unsupported: Erf")


@pytest.fixture
def stage(tmp_path):
    """Make a stage with the given parts."""
    return lambda **parts: Stage(tmp_path, {f"{name}/m": part for name, part in parts.items()})


def test_every_first_case_is_sampled_before_any_second_one_is_prepared(stage):
    staged = stage(a=Part(), b=Part(), c=Part())
    play(staged)
    first = [(stack, case) for stack, process, case in staged.asked("prepare") if process == 0]
    assert first == [(f"{s}/m", f"net-b{b}") for b in (1, 8) for s in "abc"]
    asked = [(what, case) for _, _, process, what, case in staged.log if process == 0]
    second = asked.index(("prepare", "net-b8"))
    assert asked[:second].count(("sample", "net-b1")) > 3 * SETTINGS.rounds
    assert ("sample", "net-b1") not in asked[second:]


def test_what_the_budget_does_not_reach_is_skipped_and_says_so(stage):
    quick = {name: Part(prepare_s=0.5) for name in "abcdefghij"}
    found = play(stage(**quick), budget_s=12)
    statuses = [found[f"{s}/m", 1].status for s in quick]
    assert statuses == [Status.OK] * 5 + [Status.SKIPPED] * 5
    assert found["j/m", 1].message == "the budget of 12 s was spent before its first sample"
    assert found["a/m", 8].status is Status.SKIPPED
    assert found["a/m", 8].latency is None


def test_a_slow_preparation_is_cut_short_for_the_others(stage):
    staged = stage(a=Part(), b=Part(prepare_s=50), c=Part())
    found = play(staged, budget_s=40)
    assert found["b/m", 1].status is Status.SKIPPED
    assert found["b/m", 1].message == (
        "the budget of 40 s ended its preparation after 20 s; a larger one would let it finish"
    )
    assert found["b/m", 8].status is Status.SKIPPED
    assert {found[f"{s}/m", b].status for s in "ac" for b in (1, 8)} == {Status.OK}


def test_what_was_cut_short_is_tried_again_while_there_is_budget(stage):
    staged = stage(a=Part(), b=Part(prepare_s=50, later_s=4))
    assert play(staged, budget_s=80)["b/m", 1].status is Status.OK


def test_a_warm_cache_gives_later_processes_a_place(stage):
    staged = stage(a=Part(), compiled=Part(prepare_s=31, later_s=4))
    found = play(staged, budget_s=120)
    assert found["compiled/m", 8].processes == 3


def test_a_later_process_that_does_not_fit_is_no_failure(stage):
    staged = stage(a=Part(), b=Part(prepare_s=10, later_s=50))
    found = play(staged, budget_s=55)
    assert found["b/m", 1].status is Status.OK
    assert found["b/m", 1].processes == 1
    assert found["a/m", 1].processes == 3
    assert staged.now < 65


@pytest.mark.parametrize(("budget_s", "processes"), [(40, 1), (200, 3)])
def test_a_hang_is_a_timeout_and_leaves_budget_to_the_others(stage, budget_s, processes):
    staged = stage(a=Part(prepare_s=1e9, stuck=True), b=Part(), c=Part())
    found = play(staged, budget_s=budget_s)
    assert found["a/m", 1].status is Status.TIMEOUT
    assert found["a/m", 1].message == "no answer to prepare"
    assert found["a/m", 8].status is Status.SKIPPED
    assert found["a/m", 8].message == "not tried after the time-out of a/m net batch 1"
    assert {found[key].status for key in [("b/m", 1), ("c/m", 8)]} == {Status.OK}
    assert found["b/m", 1].processes == processes


def test_a_preparation_that_uses_up_its_deadline_is_a_timeout(stage):
    found = play(stage(a=Part(prepare_s=1e9)), budget_s=1000)
    assert found["a/m", 1].status is Status.TIMEOUT


def test_a_framework_that_does_not_open_ends_all_its_tasks(stage):
    missing = Trouble(status=Status.UNAVAILABLE, message="No module named 'a'")
    staged = stage(a=Part(acts={(0, "open", ""): missing}), b=Part())
    found = play(staged)
    for batch in (1, 8):
        assert found["a/m", batch].status is Status.UNAVAILABLE
        assert found["a/m", batch].message == "No module named 'a'"
    assert found["b/m", 1].status is Status.OK
    assert len([w for w in staged.workers if w.stack == "a/m"]) == 1


def test_a_refused_case_leaves_the_other(stage):
    staged = stage(a=Part(acts={(0, "prepare", "net-b8"): REFUSAL}))
    found = play(staged)
    assert found["a/m", 8].status is Status.FAILED
    assert found["a/m", 8].message == "unsupported: Erf"
    assert found["a/m", 1].processes == 3
    assert ("a/m", 1, "net-b8") not in staged.asked("prepare")


def test_a_wrong_result_is_not_timed(stage):
    staged = stage(a=Part(wrong=("net-b1",)))
    found = play(staged)
    wrong = found["a/m", 1]
    assert wrong.status is Status.FAILED
    assert wrong.message.startswith("parity: largest error 5, cosine 0.36")
    assert wrong.parity is not None
    assert not wrong.parity.passed
    assert wrong.samples == ()
    assert ("a/m", 0, "net-b1") in staged.asked("release")
    assert ("a/m", 0, "net-b1") not in staged.asked("sample")
    assert found["a/m", 8].parity.passed


def test_a_crash_of_the_second_case_does_not_take_the_first_with_it(stage):
    staged = stage(a=Part(acts={(0, "prepare", "net-b8"): CRASH}), b=Part())
    found = play(staged)
    assert found["a/m", 8].status is Status.CRASHED
    assert found["a/m", 1].status is Status.OK
    assert found["a/m", 1].processes == 3


def test_a_crash_of_the_first_case_gives_the_second_a_process_of_its_own(stage):
    staged = stage(a=Part(acts={(0, "prepare", "net-b1"): CRASH}), b=Part())
    found = play(staged)
    assert found["a/m", 1].status is Status.CRASHED
    assert found["a/m", 8].status is Status.OK
    assert {s.process for s in found["a/m", 8].samples} == {1, 2, 3}
    assert not any("memory includes" in note for note in found["a/m", 8].notes)


def test_workers_that_do_not_fit_into_memory_together_take_turns(stage):
    staged = stage(a=Part(rss_mib=300), b=Part(rss_mib=300), c=Part(rss_mib=300))
    found = play(staged, machine=host(memory_bytes=1200 * 2**20), budget_s=500)
    assert {m.status for m in found.values()} == {Status.OK}
    order = [s for s, p, case in staged.asked("sample") if p == 0 and case == "net-b1"]
    first_c = order.index("c/m")
    assert not {"a/m", "b/m"} & set(order[first_c:])
    assert max(staged.alive_together) == 2


def test_memory_is_read_before_the_next_case_and_over_processes(stage):
    found = play(stage(a=Part(rss_mib=100)))
    one, eight = found["a/m", 1], found["a/m", 8]
    assert one.memory.point == 110
    assert eight.memory.point == 120
    assert "memory includes net batch 1, run earlier in the same process" in eight.notes
    assert not any("memory includes" in note for note in one.notes)


def test_preparation_is_reported_from_the_first_process(stage):
    found = play(stage(a=Part(import_s=1.5, prepare_s=31, later_s=4)), budget_s=500)["a/m", 1]
    assert (found.import_s, found.build_s, found.first_call_s) == (1.5, 15.5, 15.5)


def test_two_at_a_time_are_prepared_but_their_times_are_no_result(stage):
    settings = SETTINGS.model_copy(update={"parallel": 2})
    staged = stage(a=Part(), b=Part(), c=Part())
    staged.solo = False
    found = play(staged, settings=settings, budget_s=20)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {(m.import_s, m.build_s, m.first_call_s) for m in found.values()} == {(None,) * 3}
    first = [m for m in found.values() if m.batch == 1]
    assert {(m.cold_start_s is None, m.cold_start_crowded) for m in first} == {(False, True)}


def test_one_after_the_other_where_the_budget_allows_and_their_times_are_results(stage):
    settings = SETTINGS.model_copy(update={"parallel": 2})
    found = play(stage(a=Part(), b=Part(), c=Part()), settings=settings, budget_s=500)
    assert {(m.import_s, m.build_s, m.first_call_s) for m in found.values()} == {(1.0,) * 3}
    assert {m.cold_start_s for m in found.values() if m.batch == 1} == {3.0}
    assert {m.cold_start_s for m in found.values() if m.batch == 8} == {None}, "not a new process"
    alone = stage(a=Part())
    assert play(alone, settings=settings)["a/m", 1].first_call_s == 1.0
