"""The flow of a run, on staged workers: generations, budget, interruption, results."""

import itertools

import pytest

from knowledge.schema.probing import Status
from probes.protocol import Trouble
from probes.settings import Settings
from probes.workloads.deadline import OutOfTime
from tests.probes.staged import NOW, SETTINGS, Part, Stage, play

REFUSAL = Trouble(status=Status.FAILED, message="unsupported: Erf")


@pytest.fixture
def stage(tmp_path):
    """Make a stage with the given parts."""
    return lambda **parts: Stage(tmp_path, {f"{name}/m": part for name, part in parts.items()})


def test_a_budget_that_lasts_gives_more_processes_up_to_a_limit(stage):
    settings = SETTINGS.model_copy(update={"most_generations": 5})
    assert play(stage(a=Part()), budget_s=1000, settings=settings)["a/m", 1].processes == 5
    assert play(stage(a=Part()), budget_s=20, settings=settings)["a/m", 1].processes == 3


def test_all_first_processes_come_before_any_second_and_then_the_quick_ones(stage):
    staged = stage(slow=Part(prepare_s=9), quick=Part())
    play(staged)
    assert staged.asked("open") == [
        ("slow/m", 0, ""),
        ("quick/m", 0, ""),
        ("quick/m", 1, ""),
        ("slow/m", 1, ""),
        ("quick/m", 2, ""),
        ("slow/m", 2, ""),
    ]


def test_a_small_budget_gives_first_processes_only(stage):
    found = play(stage(a=Part(), b=Part(), c=Part()), budget_s=22)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {m.processes for m in found.values()} == {1}
    assert all(m.rounds >= SETTINGS.rounds for m in found.values())


def test_a_stack_without_environment_is_unavailable(stage):
    staged = stage(a=Part(), b=Part())
    found = play(staged, absent=["a/m"])
    assert found["a/m", 1].status is Status.UNAVAILABLE
    assert found["a/m", 1].environment is None
    assert found["b/m", 1].status is Status.OK


def test_nothing_at_all_can_be_measured(stage):
    staged = stage(a=Part())
    assert play(staged, absent=["a/m"])["a/m", 8].status is Status.UNAVAILABLE
    assert play(staged, wanted=[]) == {}


def test_stop_keeps_what_there_is(stage):
    staged = stage(a=Part(), b=Part())
    found = play(staged, stop=lambda: len(staged.asked("sample")) > 40)
    assert found["a/m", 1].status is Status.OK
    assert found["a/m", 1].processes == 1
    assert "the run was ended early" in found["a/m", 1].notes
    assert len(staged.asked("sample")) == 41


def test_an_interrupt_keeps_what_there_is(stage):
    staged = stage(a=Part(), b=Part())
    seen = []

    def enough():
        seen.append(None)
        if len(seen) == 7:
            raise KeyboardInterrupt

    staged.load = lambda now: enough() or 0.0
    found = play(staged)
    assert found["a/m", 1].status is Status.OK
    assert "the run was ended early" in found["a/m", 1].notes
    assert found["a/m", 1].processes == 1


def test_interrupted_before_any_sample(stage):
    def interrupt():
        raise KeyboardInterrupt

    found = play(stage(a=Part(acts={(0, "prepare", "net-b1"): interrupt})))
    assert found["a/m", 1].status is Status.SKIPPED
    assert found["a/m", 1].message == "the run was ended before its first sample"


def test_a_bug_is_not_swallowed_and_leaves_no_process(stage):
    def bug():
        raise ZeroDivisionError

    staged = stage(a=Part(acts={(0, "prepare", "net-b1"): bug}))
    with pytest.raises(ZeroDivisionError):
        play(staged)
    assert not any(worker.alive for worker in staged.workers)


def test_the_same_run_gives_the_same_measurements(stage):
    twice = [play(stage(a=Part(), b=Part(call_s=0.03)), seed=3) for _ in range(2)]
    assert twice[0] == twice[1]
    ids = [m.id for m in twice[0].values()]
    assert len(ids) == len(set(ids))
    assert {m.started for m in twice[0].values()} == {NOW}


def test_progress_tells_stages_and_intervals(stage):
    events = []
    staged = stage(a=Part(), b=Part(acts={(0, "prepare", "net-b8"): REFUSAL}))
    play(staged, progress=events.append)
    stages = [stage for stage, _ in itertools.groupby(events, key=lambda e: e.stage)]
    assert stages[:2] == ["prepare", "measure"]
    assert all(0 <= e.done <= e.total for e in events)
    subjects = [e.subject for e in events if e.stage == "prepare"]
    assert "a/m net batch 1" in subjects
    ends = [(e.subject, e.status, e.message) for e in events if e.status is not None]
    assert ends[0] == ("b/m net batch 8", Status.FAILED, "unsupported: Erf")
    assert sorted(ends) == [
        ("a/m net batch 1", Status.OK, ""),
        ("a/m net batch 8", Status.OK, ""),
        ("b/m net batch 1", Status.OK, ""),
        ends[0],
    ]
    shown = [e.latency for e in events if e.stage == "measure" and e.latency is not None]
    assert all(latency.low <= 0.01 <= latency.high * 1.0001 for latency in shown)
    assert events[-1].done == events[-1].total
    done = [e.done for e in events if e.stage == "measure"]
    assert done == sorted(done)


def test_settings_bound_what_is_tried(stage):
    settings = Settings(most_generations=1, rounds=2)
    found = play(stage(a=Part()), settings=settings)
    assert len(found["a/m", 1].samples) == 2


CROWDS = {
    "quick": {f"s{n}": Part() for n in range(3)},
    "usual": {f"s{n}": Part(import_s=2 + n % 4, prepare_s=1 + n, later_s=1, call_s=0.005 * (n + 1))
              for n in range(9)},
    "many": {f"s{n}": Part(import_s=2 + n % 4, prepare_s=1 + n % 5) for n in range(24)},
    "slow calls": {f"s{n}": Part(call_s=1.2) for n in range(6)},
    "very slow calls": {f"s{n}": Part(call_s=5) for n in range(4)},
    "calls that become slow": {f"s{n}": Part(call_s=0.1 + 0.05 * n, slows=8) for n in range(8)},
    "calls that hang": {f"s{n}": Part(call_s=0.1, slows=1e6) for n in range(3)},
    "imports that hang": {f"s{n}": Part(import_s=1e6, stuck=n % 2 == 0) for n in range(8)},
    "slow to prepare": {f"s{n}": Part(prepare_s=40) for n in range(4)},
}  # fmt: skip


@pytest.mark.parametrize("budget_s", [10, 20, 30, 60, 150])
@pytest.mark.parametrize("crowd", CROWDS)
def test_a_budget_is_kept_within_a_tenth(stage, crowd, budget_s):
    staged = stage(**CROWDS[crowd])
    found = play(staged, settings=Settings(parallel=1), budget_s=budget_s)
    assert staged.now <= 1.1 * budget_s
    assert all(m.message for m in found.values() if m.status is not Status.OK)


def test_under_a_load_that_comes_later_something_is_kept(stage):
    found = play(stage(**CROWDS["calls that become slow"]), settings=Settings(parallel=1),
                 budget_s=60)  # fmt: skip
    assert sum(m.status is Status.OK for m in found.values()) >= 4


def test_a_model_that_takes_too_long_to_build_costs_only_its_own_tasks(stage):
    staged = stage(a=Part())

    def cases(workload, batch, mode):
        if batch == 8:
            raise OutOfTime
        return staged.case

    found = play(staged, cases=cases, budget_s=30)
    assert found["a/m", 1].status is Status.OK
    assert found["a/m", 8].status is Status.SKIPPED
    assert found["a/m", 8].message == (
        "the budget of 30 s has no room for building its model; a larger one would let it finish"
    )


def test_a_sample_that_the_budget_ends_says_nothing_of_the_stack(stage):
    slow = Part(call_s=0.5, slows=1e6)
    found = play(stage(a=slow), settings=Settings(parallel=1), budget_s=12)
    assert found["a/m", 1].status is Status.SKIPPED
    assert found["a/m", 1].message == "the budget of 12 s ended its first sample"


def test_a_call_that_is_too_long_for_the_budget_is_told(stage):
    found = play(stage(a=Part(call_s=20)), budget_s=20, settings=Settings(parallel=1))
    assert found["a/m", 1].status is Status.SKIPPED
    assert found["a/m", 1].message == (
        "the budget of 20 s has no room for a sample: a call takes 20 s"
    )
