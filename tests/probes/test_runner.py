"""The flow of a run, on staged workers: order, budget, statuses."""

import itertools
from collections import Counter

import pytest

from knowledge.schema.probing import Status
from probes.protocol import Trouble
from probes.runner import measure
from probes.settings import Settings
from tests.probes.staged import NOW, SETTINGS, Part, Stage, environment, host, tasks

CRASH = Trouble(status=Status.CRASHED, message="killed by SIGSEGV")
REFUSAL = Trouble(status=Status.FAILED, message="unsupported: Erf")


@pytest.fixture
def run(tmp_path):
    """Measure the tasks of a stage's parts; the stage is checked for survivors."""

    def go(stage, wanted=None, *, settings=SETTINGS, machine=None, absent=(), **options):
        wanted = tasks(*stage.parts) if wanted is None else wanted
        found = measure(
            wanted,
            {s: environment(s) for s in stage.parts if s not in absent},
            adapters=dict.fromkeys(stage.parts, "fake"),
            host=machine or host(),
            cases=lambda workload, batch: stage.case,
            cache_dir=tmp_path,
            equipment=stage.equipment(settings),
            **options,
        )
        assert [m.task for m in found] == list(wanted)
        assert not any(worker.alive for worker in stage.workers)
        return {(m.stack, m.batch): m for m in found}

    return go


@pytest.fixture
def stage(tmp_path):
    """Make a stage with the given parts."""
    return lambda **parts: Stage(tmp_path, {f"{name}/m": part for name, part in parts.items()})


def test_three_processes_and_interleaved_rounds(run, stage):
    play = stage(a=Part(), b=Part(call_s=0.05))
    found = run(play)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {m.processes for m in found.values()} == {3}
    assert {m.rounds for m in found.values()} == {3 * SETTINGS.rounds}
    assert found["a/m", 1].latency.point == pytest.approx(0.01)
    assert found["b/m", 8].latency.point == pytest.approx(0.05)
    first = [e for e in play.asked("sample") if e[1:] == (0, "net-b1")]
    # A sample is two requests: waking up, and timing.
    assert [stack for stack, _, _ in first][-20:] == ["a/m", "a/m", "b/m", "b/m"] * 5


def test_a_budget_that_lasts_gives_more_processes_up_to_a_limit(run, stage):
    settings = SETTINGS.model_copy(update={"most_generations": 5})
    assert run(stage(a=Part()), budget_s=1000, settings=settings)["a/m", 1].processes == 5
    assert run(stage(a=Part()), budget_s=20, settings=settings)["a/m", 1].processes == 3


def test_samples_are_long_enough_against_the_clock(run, stage):
    found = run(stage(fast=Part(call_s=1e-5), slow=Part(call_s=2.0)), budget_s=1000)
    assert min(s.seconds for s in found["fast/m", 1].samples) >= SETTINGS.sample_s * 0.99
    assert {s.loops for s in found["slow/m", 1].samples} == {1}


def test_every_first_case_is_sampled_before_any_second_one_is_prepared(run, stage):
    play = stage(a=Part(), b=Part(), c=Part())
    run(play)
    first = [(stack, case) for stack, process, case in play.asked("prepare") if process == 0]
    assert first == [(f"{s}/m", f"net-b{b}") for b in (1, 8) for s in "abc"]
    asked = [(what, case) for _, _, process, what, case in play.log if process == 0]
    second = asked.index(("prepare", "net-b8"))
    assert asked[:second].count(("sample", "net-b1")) > 3 * SETTINGS.rounds
    assert ("sample", "net-b1") not in asked[second:]


def test_all_first_processes_come_before_any_second_and_then_the_quick_ones(run, stage):
    play = stage(slow=Part(prepare_s=9), quick=Part())
    run(play)
    assert play.asked("open") == [
        ("slow/m", 0, ""),
        ("quick/m", 0, ""),
        ("quick/m", 1, ""),
        ("slow/m", 1, ""),
        ("quick/m", 2, ""),
        ("slow/m", 2, ""),
    ]


def test_a_small_budget_gives_first_processes_only(run, stage):
    found = run(stage(a=Part(), b=Part(), c=Part()), budget_s=22)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {m.processes for m in found.values()} == {1}
    assert all(m.rounds >= SETTINGS.rounds for m in found.values())


def test_what_the_budget_does_not_reach_is_skipped_and_says_so(run, stage):
    quick = {name: Part(prepare_s=0.5) for name in "abcdefghij"}
    found = run(stage(**quick), budget_s=12)
    statuses = [found[f"{s}/m", 1].status for s in quick]
    assert statuses == [Status.OK] * 5 + [Status.SKIPPED] * 5
    assert found["j/m", 1].message == "the budget of 12 s was spent before its first sample"
    assert found["a/m", 8].status is Status.SKIPPED
    assert found["a/m", 8].latency is None


def test_a_slow_preparation_is_cut_short_for_the_others(run, stage):
    play = stage(a=Part(), b=Part(prepare_s=50), c=Part())
    found = run(play, budget_s=40)
    assert found["b/m", 1].status is Status.SKIPPED
    assert found["b/m", 1].message == "the budget of 40 s ended its preparation after 16 s"
    assert found["b/m", 8].status is Status.SKIPPED
    assert {found[f"{s}/m", b].status for s in "ac" for b in (1, 8)} == {Status.OK}


def test_what_was_cut_short_is_tried_again_while_there_is_budget(run, stage):
    play = stage(a=Part(), b=Part(prepare_s=50, later_s=4))
    assert run(play, budget_s=80)["b/m", 1].status is Status.OK


def test_a_warm_cache_gives_later_processes_a_place(run, stage):
    play = stage(a=Part(), compiled=Part(prepare_s=31, later_s=4))
    found = run(play, budget_s=120)
    assert found["compiled/m", 8].processes == 3


def test_a_later_process_that_does_not_fit_is_no_failure(run, stage):
    play = stage(a=Part(), b=Part(prepare_s=10, later_s=50))
    found = run(play, budget_s=55)
    assert found["b/m", 1].status is Status.OK
    assert found["b/m", 1].processes == 1
    assert found["a/m", 1].processes == 3
    assert play.now < 65


@pytest.mark.parametrize(("budget_s", "processes"), [(40, 2), (200, 3)])
def test_a_hang_is_a_timeout_and_leaves_budget_to_the_others(run, stage, budget_s, processes):
    play = stage(a=Part(prepare_s=1e9, stuck=True), b=Part(), c=Part())
    found = run(play, budget_s=budget_s)
    assert found["a/m", 1].status is Status.TIMEOUT
    assert found["a/m", 1].message == "no answer to prepare"
    assert found["a/m", 8].status is Status.SKIPPED
    assert found["a/m", 8].message == "not tried after the time-out of a/m net batch 1"
    assert {found[key].status for key in [("b/m", 1), ("c/m", 8)]} == {Status.OK}
    assert found["b/m", 1].processes == processes


def test_a_preparation_that_uses_up_its_deadline_is_a_timeout(run, stage):
    found = run(stage(a=Part(prepare_s=1e9)), budget_s=1000)
    assert found["a/m", 1].status is Status.TIMEOUT


def test_a_hang_while_sampling_keeps_samples_and_is_not_charged(run, stage):
    play = stage(a=Part(call_s=0.01), b=Part())

    def hang():
        play.parts["a/m"].call_s = 1e9

    play.parts["a/m"].acts[1, "sample", "net-b1"] = hang
    found = run(play, budget_s=30)
    undisturbed = run(stage(a=Part(), b=Part()), budget_s=30)
    assert found["a/m", 1].status is Status.TIMEOUT
    assert len(found["a/m", 1].samples) == SETTINGS.rounds
    assert found["b/m", 1].processes == undisturbed["b/m", 1].processes


def test_a_framework_that_does_not_open_ends_all_its_tasks(run, stage):
    missing = Trouble(status=Status.UNAVAILABLE, message="No module named 'a'")
    play = stage(a=Part(acts={(0, "open", ""): missing}), b=Part())
    found = run(play)
    for batch in (1, 8):
        assert found["a/m", batch].status is Status.UNAVAILABLE
        assert found["a/m", batch].message == "No module named 'a'"
    assert found["b/m", 1].status is Status.OK
    assert len([w for w in play.workers if w.stack == "a/m"]) == 1


def test_a_stack_without_environment_is_unavailable(run, stage):
    play = stage(a=Part(), b=Part())
    found = run(play, absent=["a/m"])
    assert found["a/m", 1].status is Status.UNAVAILABLE
    assert found["a/m", 1].environment is None
    assert found["b/m", 1].status is Status.OK


def test_nothing_at_all_can_be_measured(run, stage):
    play = stage(a=Part())
    assert run(play, absent=["a/m"])["a/m", 8].status is Status.UNAVAILABLE
    assert run(play, wanted=[]) == {}


def test_a_refused_case_leaves_the_other(run, stage):
    play = stage(a=Part(acts={(0, "prepare", "net-b8"): REFUSAL}))
    found = run(play)
    assert found["a/m", 8].status is Status.FAILED
    assert found["a/m", 8].message == "unsupported: Erf"
    assert found["a/m", 1].processes == 3
    assert ("a/m", 1, "net-b8") not in play.asked("prepare")


def test_a_wrong_result_is_not_timed(run, stage):
    play = stage(a=Part(wrong=("net-b1",)))
    found = run(play)
    wrong = found["a/m", 1]
    assert wrong.status is Status.FAILED
    assert wrong.message.startswith("parity: largest error 5, cosine 0.36")
    assert wrong.parity is not None
    assert not wrong.parity.passed
    assert wrong.samples == ()
    assert ("a/m", 0, "net-b1") in play.asked("release")
    assert ("a/m", 0, "net-b1") not in play.asked("sample")
    assert found["a/m", 8].parity.passed


def test_a_crash_of_the_second_case_does_not_take_the_first_with_it(run, stage):
    play = stage(a=Part(acts={(0, "prepare", "net-b8"): CRASH}), b=Part())
    found = run(play)
    assert found["a/m", 8].status is Status.CRASHED
    assert found["a/m", 1].status is Status.OK
    assert found["a/m", 1].processes == 3


def test_a_crash_while_sampling_keeps_the_samples_and_the_other_case(run, stage):
    play = stage(a=Part(acts={(1, "sample", "net-b1"): CRASH}), b=Part())
    found = run(play)
    crashed, other = found["a/m", 1], found["a/m", 8]
    assert crashed.status is Status.CRASHED
    assert crashed.message == "killed by SIGSEGV"
    assert len(crashed.samples) == SETTINGS.rounds
    assert crashed.latency is None
    assert other.status is Status.OK
    assert other.processes == 3


def test_a_worker_that_always_crashes_ends(run, stage):
    acts = {(p, "sample", f"net-b{b}"): CRASH for p in range(9) for b in (1, 8)}
    found = run(stage(a=Part(acts=acts)))
    assert {m.status for m in found.values()} == {Status.CRASHED}


def test_a_crash_of_the_first_case_gives_the_second_a_process_of_its_own(run, stage):
    play = stage(a=Part(acts={(0, "prepare", "net-b1"): CRASH}), b=Part())
    found = run(play)
    assert found["a/m", 1].status is Status.CRASHED
    assert found["a/m", 8].status is Status.OK
    assert {s.process for s in found["a/m", 8].samples} == {1, 2, 3}
    assert not any("memory includes" in note for note in found["a/m", 8].notes)


def test_disturbed_rounds_are_repeated(run, stage):
    play = stage(a=Part(), b=Part())
    began = []

    def load(now):
        began.append(now)
        return 0.9 if len(began) in (3, 4) else 0.01

    play.load = load
    found = run(play)
    rejected = [s for m in found.values() for s in m.samples if s.contended]
    assert len(rejected) == 2
    assert all(m.steady for m in found.values())
    for m in found.values():
        clean = [(s.process, s.round) for s in m.samples if not s.contended]
        assert len(clean) == len(set(clean)) == m.rounds
        assert {(p, r) for p in range(3) for r in range(SETTINGS.rounds)} <= set(clean)


def test_a_machine_that_is_never_quiet_gives_an_inconclusive_result(run, stage):
    play, quiet = stage(a=Part()), stage(a=Part())
    play.load = lambda now: 1.0
    loud, calm = run(play)["a/m", 1], run(quiet)["a/m", 1]
    assert loud.status is Status.OK
    assert not loud.steady
    assert any(note.startswith("inconclusive: other programs") for note in loud.notes)
    assert loud.latency.high - loud.latency.low > 2 * (calm.latency.high - calm.latency.low)
    taken = Counter(s.process for s in loud.samples)
    assert taken[0] == SETTINGS.rounds + SETTINGS.repeats


def test_cores_that_the_probe_leaves_free_may_be_busy(run, stage):
    play = stage(a=Part())
    play.load, play.cores = (lambda now: 1.9), 4
    assert run(play)["a/m", 1].steady


def test_workers_that_do_not_fit_into_memory_together_take_turns(run, stage):
    play = stage(a=Part(rss_mib=300), b=Part(rss_mib=300), c=Part(rss_mib=300))
    found = run(play, machine=host(memory_bytes=1200 * 2**20), budget_s=500)
    assert {m.status for m in found.values()} == {Status.OK}
    order = [s for s, p, case in play.asked("sample") if p == 0 and case == "net-b1"]
    first_c = order.index("c/m")
    assert not {"a/m", "b/m"} & set(order[first_c:])
    assert max(play.alive_together) == 2


def test_memory_is_read_before_the_next_case_and_over_processes(run, stage):
    found = run(stage(a=Part(rss_mib=100)))
    one, eight = found["a/m", 1], found["a/m", 8]
    assert one.memory.point == 110
    assert eight.memory.point == 120
    assert "memory includes net batch 1, run earlier in the same process" in eight.notes
    assert not any("memory includes" in note for note in one.notes)


def test_preparation_is_reported_from_the_first_process(run, stage):
    found = run(stage(a=Part(import_s=1.5, prepare_s=31, later_s=4)), budget_s=500)["a/m", 1]
    assert (found.import_s, found.build_s, found.first_call_s) == (1.5, 15.5, 15.5)


def test_two_at_a_time_are_prepared_but_their_times_are_no_result(run, stage):
    settings = SETTINGS.model_copy(update={"parallel": 2})
    play = stage(a=Part(), b=Part(), c=Part())
    play.solo = False
    found = run(play, settings=settings, budget_s=500)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {(m.import_s, m.build_s, m.first_call_s) for m in found.values()} == {(None,) * 3}
    alone = stage(a=Part())
    assert run(alone, settings=settings)["a/m", 1].first_call_s == 1.0


def test_stop_keeps_what_there_is(run, stage):
    play = stage(a=Part(), b=Part())
    found = run(play, stop=lambda: len(play.asked("sample")) > 40)
    assert found["a/m", 1].status is Status.OK
    assert found["a/m", 1].processes == 1
    assert "the run was ended early" in found["a/m", 1].notes
    assert len(play.asked("sample")) == 41


def test_an_interrupt_keeps_what_there_is(run, stage):
    play = stage(a=Part(), b=Part())
    seen = []

    def enough():
        seen.append(None)
        if len(seen) == 7:
            raise KeyboardInterrupt

    play.load = lambda now: enough() or 0.0
    found = run(play)
    assert found["a/m", 1].status is Status.OK
    assert "the run was ended early" in found["a/m", 1].notes
    assert found["a/m", 1].processes == 1


def test_interrupted_before_any_sample(run, stage):
    def interrupt():
        raise KeyboardInterrupt

    found = run(stage(a=Part(acts={(0, "prepare", "net-b1"): interrupt})))
    assert found["a/m", 1].status is Status.SKIPPED
    assert found["a/m", 1].message == "the run was ended before its first sample"


def test_a_bug_is_not_swallowed_and_leaves_no_process(tmp_path, run, stage):
    def bug():
        raise ZeroDivisionError

    play = stage(a=Part(acts={(0, "prepare", "net-b1"): bug}))
    with pytest.raises(ZeroDivisionError):
        run(play)
    assert not any(worker.alive for worker in play.workers)


def test_the_same_run_gives_the_same_measurements(run, stage):
    twice = [run(stage(a=Part(), b=Part(call_s=0.03)), seed=3) for _ in range(2)]
    assert twice[0] == twice[1]
    ids = [m.id for m in twice[0].values()]
    assert len(ids) == len(set(ids))
    assert {m.started for m in twice[0].values()} == {NOW}


def test_progress_tells_stages_and_intervals(run, stage):
    events = []
    play = stage(a=Part(), b=Part(acts={(0, "prepare", "net-b8"): REFUSAL}))
    run(play, progress=events.append)
    stages = [stage for stage, _ in itertools.groupby(events, key=lambda e: e.stage)]
    assert stages[:2] == ["prepare", "measure"]
    assert all(0 <= e.done <= e.total for e in events)
    subjects = [e.subject for e in events if e.stage == "prepare"]
    assert "a/m net batch 1" in subjects
    refused = [e for e in events if e.status is Status.FAILED]
    assert [(e.subject, e.message) for e in refused] == [("b/m net batch 8", "unsupported: Erf")]
    shown = [e.latency for e in events if e.stage == "measure" and e.status is Status.OK]
    assert all(latency.low <= 0.01 <= latency.high * 1.0001 for latency in shown)
    done = [e.done for e in events if e.stage == "measure"]
    assert done == sorted(done)


def test_settings_bound_what_is_tried(run, stage):
    settings = Settings(most_generations=1, rounds=2)
    found = run(stage(a=Part()), settings=settings)
    assert len(found["a/m", 1].samples) == 2
