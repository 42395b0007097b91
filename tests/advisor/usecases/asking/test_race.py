from __future__ import annotations

from pathlib import Path

from advisor.usecases.asking.race import Race, Timed, race
from advisor.usecases.session import begin
from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import CriterionView
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.progress import Progress
from knowledge.schema.scenario import WorkloadUse
from tests.advisor.fakes import fake_wiring

NAME = LocalText(en="Latency", zh="延迟")
VIEW = CriterionView(
    id="latency",
    title=NAME,
    about=NAME,
    unit="ms",
    weight=0.5,
    anchors=Anchors(worst=100, best=0, shape=Shape.LINEAR),
    measured="latency",
)


def running() -> Race:
    """Two stacks: a is better documented by 0.2, both are still to be measured."""
    cells = {
        ("a", "docs"): (0.4, 0.4),
        ("b", "docs"): (0.2, 0.2),
        ("a", "latency"): (0.0, 0.5),
        ("b", "latency"): (0.0, 0.5),
    }
    timed = (Timed(VIEW, WorkloadUse(workload="w", batch=1)),)
    return Race({"a/x": ("a",), "b/x": ("b",)}, cells, timed)


def heard(stack: str, low: float, high: float, status: Status | None = None) -> Progress:
    latency = Estimate(low=low, point=low, high=high)
    return Progress(
        stage="measure",
        done=1,
        total=2,
        subject=f"{stack} w batch 1",
        latency=latency,
        status=status,
    )


def test_it_is_over_once_the_best_case_of_the_others_is_too_little() -> None:
    one = running()
    assert not one.over
    one.hear(heard("a/x", 0.010, 0.020))  # worth 0.40 to 0.45, so 0.80 at least
    assert one.over  # b may come to 0.7


def test_a_slow_leader_leaves_it_open() -> None:
    one = running()
    one.hear(heard("a/x", 0.080, 0.090))
    assert not one.over
    one.hear(heard("b/x", 0.080, 0.090))
    assert one.over


def test_a_stack_that_fails_is_out_of_the_race() -> None:
    one = running()
    failed = heard("b/x", 0.01, 0.02, Status.FAILED).model_copy(update={"latency": None})
    one.hear(failed)
    assert one.over


def test_events_of_other_tasks_change_nothing() -> None:
    one = running()
    one.hear(Progress(stage="measure", done=1, total=2, subject="a/x other batch 1"))
    one.hear(Progress(stage="prepare", done=1, total=2, subject="a/x w batch 1"))
    assert not one.over


def test_a_session_begins_open(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    assert not race(wiring, begin(wiring, "edge-cv")).over
