import pytest

from knowledge.schema.probing import Status
from probes.budget import Budget
from probes.protocol import Trouble
from probes.record import Record
from probes.run import Run
from tests.probes.staged import Part, Stage, environment, host, tasks

CRASH = Trouble(status=Status.CRASHED, message="killed by SIGSEGV")


@pytest.fixture
def run(tmp_path):
    """A run over two stacks, b without an environment."""
    stage = Stage(tmp_path, {"a/m": Part(), "b/m": Part()})
    (tmp_path / "scratch").mkdir()
    events = []
    run = Run(
        records={
            task: Record(task, environment("a/m") if task.stack == "a/m" else None)
            for task in tasks("a/m", "b/m")
        },
        cases={},
        adapters={"a/m": "fake"},
        host=host(),
        equipment=stage.equipment(),
        budget=Budget(10, stage),
        scratch=tmp_path / "scratch",
        cache_dir=tmp_path,
        stop=lambda: False,
        progress=events.append,
    )
    run.events = events
    return run


def test_only_stacks_with_something_to_do_are_open(run):
    assert run.open_lanes() == ["a/m"]
    run.end(run.tasks_of("a/m"), CRASH)
    assert run.open_lanes() == []


def test_a_stack_has_one_process_at_a_time_in_a_folder_of_its_own(run):
    first = run.trial_for("a/m")
    assert run.trial_for("a/m") is first
    first.worker.kill()
    run.forget_dead("a/m")
    second = run.trial_for("a/m")
    assert (first.process, second.process) == (0, 1)
    assert first.scratch != second.scratch
    assert second.scratch.is_dir()


def test_a_stack_without_environment_is_never_started(run):
    with pytest.raises(ValueError, match="b/m"):
        run.trial_for("b/m")


def test_an_interpreter_that_does_not_start_is_a_trouble(run):
    object.__setattr__(run.equipment, "launch", lambda *args, **options: CRASH)
    assert run.trial_for("a/m") == CRASH
    assert run.fleet == {}


def test_the_end_of_a_task_is_reported_once_with_its_reason(run):
    task = run.tasks_of("a/m")[0]
    run.end([task], CRASH)
    run.end([task], Trouble(status=Status.FAILED, message="later"))
    (event,) = run.events
    assert (event.status, event.message) == (Status.CRASHED, "killed by SIGSEGV")
    assert event.subject == "a/m net batch 1"


def test_dismissing_leaves_no_process(run):
    trial = run.trial_for("a/m")
    run.dismiss()
    assert not trial.worker.alive
    assert run.fleet == {}


def test_at_the_end_every_task_has_told_its_status(run):
    first = run.tasks_of("a/m")[0]
    run.end([first], CRASH)
    run.finished()
    told = {event.subject: event.status for event in run.events}
    assert told == {
        "a/m net batch 1": Status.CRASHED,
        "a/m net batch 8": Status.SKIPPED,
        "b/m net batch 1": Status.UNAVAILABLE,
        "b/m net batch 8": Status.UNAVAILABLE,
    }
    assert len(run.events) == 4
    assert run.events[-1].done == run.events[-1].total > 0
