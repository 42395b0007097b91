"""Rounds, on staged workers: interleaved, watched, and what goes wrong while sampling."""

from collections import Counter

import pytest

from knowledge.schema.probing import Status
from probes.protocol import Trouble
from tests.probes.staged import SETTINGS, Part, Stage, play, tasks

CRASH = Trouble(status=Status.CRASHED, message="killed by SIGSEGV")


@pytest.fixture
def stage(tmp_path):
    """Make a stage with the given parts."""
    return lambda **parts: Stage(tmp_path, {f"{name}/m": part for name, part in parts.items()})


def test_three_processes_and_interleaved_rounds(stage):
    staged = stage(a=Part(), b=Part(call_s=0.05))
    found = play(staged)
    assert {m.status for m in found.values()} == {Status.OK}
    assert {m.processes for m in found.values()} == {3}
    assert {m.rounds for m in found.values()} == {3 * SETTINGS.rounds}
    assert found["a/m", 1].latency.point == pytest.approx(0.01)
    assert found["b/m", 8].latency.point == pytest.approx(0.05)
    first = [e for e in staged.asked("sample") if e[1:] == (0, "net-b1")]
    # A sample is two requests: waking up, and timing.
    assert [stack for stack, _, _ in first][-20:] == ["a/m", "a/m", "b/m", "b/m"] * 5


def test_samples_are_long_enough_against_the_clock(stage):
    found = play(stage(fast=Part(call_s=1e-5), slow=Part(call_s=2.0)), budget_s=1000)
    assert min(s.seconds for s in found["fast/m", 1].samples) >= SETTINGS.sample_s * 0.99
    assert {s.loops for s in found["slow/m", 1].samples} == {1}


def test_a_hang_while_sampling_keeps_samples_and_stays_within_the_budget(stage):
    staged = stage(a=Part(call_s=0.01), b=Part())

    def hang():
        staged.parts["a/m"].call_s = 1e9

    staged.parts["a/m"].acts[1, "sample", "net-b1"] = hang
    found = play(staged, budget_s=40)
    assert staged.now <= 44
    assert found["a/m", 1].status is Status.TIMEOUT
    assert len(found["a/m", 1].samples) == SETTINGS.rounds
    assert found["b/m", 1].processes > 1


def test_a_crash_while_sampling_keeps_the_samples_and_the_other_case(stage):
    staged = stage(a=Part(acts={(1, "sample", "net-b1"): CRASH}), b=Part())
    found = play(staged)
    crashed, other = found["a/m", 1], found["a/m", 8]
    assert crashed.status is Status.CRASHED
    assert crashed.message == "killed by SIGSEGV"
    assert len(crashed.samples) == SETTINGS.rounds
    assert crashed.latency is None
    assert other.status is Status.OK
    assert other.processes == 3


def test_a_worker_that_always_crashes_ends(stage):
    acts = {(p, "sample", f"net-b{b}"): CRASH for p in range(9) for b in (1, 8)}
    found = play(stage(a=Part(acts=acts)))
    assert {m.status for m in found.values()} == {Status.CRASHED}


def test_disturbed_rounds_are_repeated(stage):
    staged = stage(a=Part(), b=Part())
    began = []

    def load(now):
        began.append(now)
        return 0.9 if len(began) in (3, 4) else 0.01

    staged.load = load
    found = play(staged)
    rejected = [s for m in found.values() for s in m.samples if s.contended]
    assert len(rejected) == 2
    assert all(m.steady for m in found.values())
    for m in found.values():
        clean = [(s.process, s.round) for s in m.samples if not s.contended]
        assert len(clean) == len(set(clean)) == m.rounds
        assert {(p, r) for p in range(3) for r in range(SETTINGS.rounds)} <= set(clean)


def test_a_machine_that_is_never_quiet_gives_an_inconclusive_result(stage):
    staged, quiet = stage(a=Part()), stage(a=Part())
    staged.load = lambda now: 1.0
    loud, calm = play(staged)["a/m", 1], play(quiet)["a/m", 1]
    assert loud.status is Status.OK
    assert not loud.steady
    assert any(note.startswith("inconclusive: other programs") for note in loud.notes)
    assert loud.latency.high - loud.latency.low > 2 * (calm.latency.high - calm.latency.low)
    taken = Counter(s.process for s in loud.samples)
    assert taken[0] == SETTINGS.rounds + SETTINGS.repeats


def beside(staged, stack, busy, times):
    """A busy loop beside one stack: while `busy(now)` its calls take so many times as long."""
    part = staged.parts[stack]
    calm = part.call_s

    def load(now):
        mine = staged.log[-1][1] == stack
        part.call_s = calm * times if busy(now) else calm
        return 1.0 if mine and busy(now) else 0.0

    staged.load = load


def test_a_busy_loop_for_a_while_does_not_move_the_order(stage):
    staged = stage(a=Part(call_s=0.010), b=Part(call_s=0.012))
    beside(staged, "a/m", lambda now: now % 4 < 1.5, times=3)
    found = play(staged, wanted=tasks("a/m", "b/m", batches=(1,)))
    assert any(s.contended for s in found["a/m", 1].samples)
    assert found["a/m", 1].steady
    assert found["a/m", 1].latency.point == pytest.approx(0.010)
    assert found["a/m", 1].latency.point < found["b/m", 1].latency.point


def test_a_busy_loop_all_the_time_moves_it_with_a_word(stage):
    staged = stage(a=Part(call_s=0.010), b=Part(call_s=0.012))
    beside(staged, "a/m", lambda now: True, times=3)
    found = play(staged, wanted=tasks("a/m", "b/m", batches=(1,)))
    one, other = found["a/m", 1], found["b/m", 1]
    assert one.latency.point > other.latency.point
    assert one.weak
    assert not other.weak
    assert one.latency.low < other.latency.point < one.latency.high
    assert any("other programs kept 1 cores busy" in note for note in one.notes)


def test_cores_that_the_probe_leaves_free_may_be_busy(stage):
    staged = stage(a=Part())
    staged.load, staged.cores = (lambda now: 1.9), 4
    assert play(staged)["a/m", 1].steady


def test_repeats_end_with_the_share_of_the_case(stage):
    staged = stage(a=Part())
    staged.load = lambda now: 1.0
    settings = SETTINGS.model_copy(update={"most_generations": 1})
    taken = play(staged, settings=settings, budget_s=5.2)["a/m", 1].samples
    assert len(taken) == SETTINGS.rounds


@pytest.mark.parametrize(("budget_s", "rounds"), [(9.5, 2), (11.5, 3), (60, SETTINGS.rounds)])
def test_the_first_generation_gets_enough_rounds_for_an_estimate(stage, budget_s, rounds):
    settings = SETTINGS.model_copy(update={"most_generations": 1, "calls": 1, "rounds": 5})
    found = play(stage(a=Part(call_s=1.0)), settings=settings, budget_s=budget_s)["a/m", 1]
    assert found.rounds == rounds
