from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from knowledge.schema.probing import Status
from probes.protocol import Trouble
from probes.trial import Correct, Reading, Trial, Warmth, WrongResult
from tests.probes.staged import MIB, SETTINGS, Part, Stage, StagedWorker, tasks

TASK = tasks("a/m")[0]


@pytest.fixture
def trial(tmp_path):
    """An open trial whose stack plays the given part."""

    def make(**part):
        stage = Stage(tmp_path, {"a/m": Part(**part)})
        worker = StagedWorker(stage, "a/m", 0, lambda: False)
        stage.workers.append(worker)
        trial = Trial("a/m", 0, worker, SETTINGS, tmp_path, tmp_path, stage)
        trial.open("fake", "m", 2, 100)
        trial.stage = stage
        return trial

    return make


def ready(trial, task=TASK):
    correct = trial.prepare(task, trial.stage.case, 100)
    assert isinstance(correct, Correct)
    return trial.warm(task, correct.prepared.first_call_s)


def test_a_process_is_suspended_between_steps(trial):
    subject = trial()
    assert not subject.worker.running
    ready(subject)
    subject.sample(TASK, subject.stage)
    assert not subject.worker.running


def test_a_limit_is_never_longer_than_the_deadline(trial):
    slow = trial(prepare_s=1000)
    trouble = slow.prepare(TASK, slow.stage.case, 1e6)
    assert trouble.status is Status.TIMEOUT
    assert slow.stage.now == 1.0 + SETTINGS.deadlines.prepare
    hurried = trial(prepare_s=1000)
    hurried.prepare(TASK, hurried.stage.case, 7)
    assert hurried.stage.now == 8.0


def test_the_warm_up_ends_when_it_is_steady(trial):
    subject = trial()
    warmth = ready(subject)
    assert isinstance(warmth, Warmth)
    assert warmth.became_steady
    assert warmth.peak_rss_bytes == 110 * MIB
    assert len(subject.stage.asked("sample")) == 3


def test_a_restless_stack_is_given_up_on_but_still_sampled(trial):
    subject = trial()
    speeds = iter([0.05, 0.01] * 50)

    def restless():
        subject.worker.part.call_s = next(speeds)

    subject.worker.part.acts[0, "sample", "net-b1"] = restless
    assert not ready(subject).became_steady
    assert isinstance(subject.sample(TASK, subject.stage), Reading)


def test_a_slow_warm_up_is_short(trial):
    subject = trial(call_s=3.0)
    warmth = ready(subject)
    assert warmth.calls == 1


def test_a_disturbed_warm_up_does_not_shorten_the_samples(trial):
    subject = trial(call_s=0.4)
    ready(subject)
    subject.worker.part.call_s = 0.01
    loops = [subject.sample(TASK, subject.stage).sampled.loops for _ in range(3)]
    assert loops == [3, 12, 12]


def test_a_sample_comes_after_a_short_warm_up_of_its_own(trial):
    subject = trial()
    ready(subject)
    before = subject.stage.now
    subject.sample(TASK, subject.stage)
    assert subject.stage.now - before == pytest.approx((12 + 2) * 0.01)


def test_a_wrong_result_is_forgotten(trial):
    subject = trial(wrong=("net-b1",))
    outcome = subject.prepare(TASK, subject.stage.case, 100)
    assert isinstance(outcome, WrongResult)
    assert not outcome.parity.passed
    assert subject.prepared == []
    assert subject.stage.asked("release") == [("a/m", 0, "net-b1")]


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 no archive", b"\x80\x04pickle"])
def test_outputs_that_cannot_be_read_are_a_wrong_result(trial, tmp_path, content):
    subject = trial()
    other = tmp_path / "other"
    other.mkdir()
    if content is not None:
        (other / ".npz").write_bytes(content)
    case = SimpleNamespace(directory=other, reference=subject.stage.case.reference)
    outcome = subject.prepare(TASK, case, 100)
    assert outcome.status is Status.FAILED
    assert "missing" in outcome.message


def test_pickled_outputs_are_not_loaded(trial, tmp_path):
    subject = trial()
    other = tmp_path / "other"
    other.mkdir()
    np.savez(other / ".npz", **{"0.y": np.array([{"a": 1}], dtype=object)})
    case = SimpleNamespace(directory=other, reference=subject.stage.case.reference)
    assert isinstance(subject.prepare(TASK, case, 100), WrongResult)


def test_a_trouble_is_passed_on(trial):
    subject = trial()
    ready(subject)
    trouble = Trouble(status=Status.CRASHED, message="gone")
    subject.worker.part.acts[0, "sample", "net-b1"] = trouble
    assert subject.sample(TASK, subject.stage) == trouble
    assert not subject.worker.alive


def test_the_cost_of_a_sample_is_known_before_and_after_the_warm_up(trial):
    subject = trial(call_s=0.2)
    assert subject.sample_cost_s(TASK) == pytest.approx(1.3 * SETTINGS.sample_s)
    ready(subject)
    assert subject.sample_cost_s(TASK) == pytest.approx(0.6 + 0.2)
    assert Path(subject.scratch).is_dir()


def test_a_process_that_died_compiling_leaves_its_mark(trial, tmp_path):
    fine = trial()
    fine.prepare(TASK, fine.stage.case, 100)
    assert list(tmp_path.glob("compiling-*")) == []
    dead = trial(prepare_s=1000)
    dead.prepare(TASK, dead.stage.case, 5)
    assert [mark.name for mark in tmp_path.glob("compiling-*")] == [f"compiling-{dead.worker.pid}"]
