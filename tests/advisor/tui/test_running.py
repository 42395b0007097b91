from __future__ import annotations

from advisor.tui.running import LINES, Run
from advisor.usecases.recommend import Request
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.progress import Progress

TASK = "pytorch/eager conv2d batch 1"
RUN = Run(Request(scenario="edge-cv"))


def event(**changes: object) -> Progress:
    return Progress.model_validate(
        {"stage": "measure", "done": 1, "total": 4, "subject": TASK} | changes
    )


def test_a_row_keeps_what_later_events_do_not_say() -> None:
    latency = Estimate(low=1.0, point=2.0, high=3.0)
    run = RUN.heard(event(latency=latency)).heard(event(status=Status.OK, done=2))
    assert run.rows[TASK].latency == latency
    assert run.rows[TASK].status is Status.OK
    assert (run.done, run.total, run.stage) == (2, 4, "measure")
    assert RUN.rows == {}


def test_what_is_no_task_has_no_row() -> None:
    assert RUN.heard(event(subject="conv2d batch 1", stage="prepare")).rows == {}
    assert RUN.heard(event(subject="torch", stage="provision")).rows == {}


def test_narration_is_bounded() -> None:
    run = RUN
    for number in range(LINES + 5):
        run = run.heard(event(message=str(number)))
    assert len(run.lines) == LINES
    assert run.lines[-1] == (TASK, str(LINES + 4))
