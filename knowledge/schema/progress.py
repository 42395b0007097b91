"""What a long-running use case reports while it works; front ends only show it."""

from __future__ import annotations

from typing import Literal

from knowledge.schema.base import Noun
from knowledge.schema.probing import Estimate, Status


class Progress(Noun):
    """One event: `done` of `total` steps of `stage` are over, and what the last one showed."""

    stage: Literal[
        "begin",
        "plan",
        "provision",
        "wait",
        "calibrate",
        "reuse",
        "prepare",
        "measure",
        "unsaved",
        "decide",
    ]
    done: int
    total: int
    subject: str = ""
    """An environment id or `<stack> <workload> batch <n>`."""
    message: str = ""
    budget_s: float | None = None
    """Seconds that measuring may take; told when it begins, and as expected with the plan."""
    status: Status | None = None
    latency: Estimate | None = None
    """Seconds per call as known so far."""
