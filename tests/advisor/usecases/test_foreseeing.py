"""What is said before a run, and what comes last where not all finds room."""

import pytest

from advisor.usecases.foreseeing import foreseen
from advisor.usecases.measuring import environments_for, measure, over_ceiling
from advisor.usecases.probing import probe_plan
from knowledge.schema.machine import Peak
from knowledge.schema.probing import Status, Task
from probes.calibration import Calibration
from tests.advisor.fakes import BASELINE, NOISE, FakeWiring, canned, fake_wiring

STACKS = ("pytorch/eager", "onnxruntime/cpu", "openvino/cpu", "jax/jit")
TASKS = tuple(Task(stack=stack, workload="mlp") for stack in STACKS)
KNOWN = canned(TASKS[0])
"""A clean result of the first, of an earlier run."""


@pytest.fixture
def wiring(tmp_path):
    return fake_wiring(tmp_path)


def ahead(wiring, budget_s, earlier=()):
    return foreseen(wiring, TASKS, environments_for(wiring, TASKS)[0], earlier, budget_s)


def test_where_all_find_room_the_order_stays(wiring):
    order, told = ahead(wiring, 200, [KNOWN])
    assert order == TASKS
    assert (told.done, told.total, told.subject) == (4, 4, "")


def test_what_is_known_well_comes_last_where_not_all_find_room(wiring):
    order, told = ahead(wiring, 40, [KNOWN])
    assert [task.stack for task in order] == [*STACKS[1:], STACKS[0]]
    assert (told.done, told.total, told.subject) == (3, 4, "pytorch/eager mlp")
    weak = KNOWN.model_copy(update={"steady": False})
    assert ahead(wiring, 40, [weak])[0] == TASKS


def test_a_plan_tells_what_a_run_will_skip(wiring):
    asked = {
        "stacks": STACKS,
        "workloads": ("mlp",),
        "batches": (1,),
        "budget_s": 40,
        "again": True,
    }
    wiring.store.save_measurements([KNOWN])
    planned = probe_plan(wiring, **asked)
    assert [s.task.stack for s in planned.steps if s.action == "skip"] == ["pytorch/eager"]


def test_nothing_is_told_where_nothing_can_be_measured(tmp_path):
    assert ahead(fake_wiring(tmp_path, present=frozenset()), 40) == (TASKS, None)


class Interrupted(FakeWiring):
    """A run that dies of a bug after its first two results."""

    def measure(self, tasks, environments, *, keep, **options):
        for task in tasks[:2]:
            keep(canned(task))
        raise ZeroDivisionError


def go(wiring, budget_s=60.0):
    return measure(
        wiring, TASKS, budget_s=budget_s, seed=0, provision=False,
        progress=lambda event: None, stop=lambda: False,
    )  # fmt: skip


def test_what_a_run_has_finished_survives_it_with_its_place_and_noise(tmp_path):
    folders = {"cache_dir": tmp_path / "cache", "state_dir": tmp_path / "state"}
    with pytest.raises(ZeroDivisionError):
        go(Interrupted(**folders))
    kept = FakeWiring(**folders).earlier()
    assert {m.stack for m in kept} == set(STACKS[:2])
    assert {m.noise for m in kept} == {NOISE}
    assert all(m.roofline is not None for m in kept)


def test_a_run_that_ends_leaves_no_journal(wiring):
    assert [m.status for m in go(wiring)] == [Status.OK] * 4
    assert list((wiring.state_dir / "running").iterdir()) == []


class Busy(FakeWiring):
    """A machine whose ceiling was taken while it was busy, and is higher the next time."""

    def calibrate(self, *, ceilings, **options):
        self.calibrated.append(ceilings)
        again = len(self.calibrated) > 1
        low = BASELINE.model_copy(
            update={"id": f"b{len(self.calibrated)}", "peak": Peak(flops_s=5e11 if again else 1e9,
                    by="NumPy"), "foreign_cpu": 0.0 if again else 1.5}
        )  # fmt: skip
        self.store.save_baseline(low)
        return Calibration(noise=NOISE, baseline=low, seconds=1.0)


def test_a_ceiling_that_was_passed_is_taken_anew_in_the_same_run(tmp_path):
    wiring = Busy(cache_dir=tmp_path / "cache", state_dir=tmp_path / "state")
    found = go(wiring)
    assert wiring.calibrated == [True, True]
    assert found[0].roofline.peaks[0].flops_s == 5e11
    assert not over_ceiling(found)
    assert wiring.store.measurement(found[0].id).roofline == found[0].roofline
