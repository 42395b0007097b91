"""The run as the screens see it: what each stack shows so far, and how it ended.

Frozen; an event makes another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from advisor.usecases.recommend import Request
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.progress import Progress

LINES = 200
"""Lines of narration kept."""


class State(StrEnum):
    """How far a run is."""

    RUNNING = "running"
    STOPPING = "stopping"
    ANSWERED = "answered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one stack on one workload."""

    status: Status | None = None
    latency: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One run, from its start to its answer."""

    request: Request
    state: State = State.RUNNING
    stage: str = "begin"
    done: int = 0
    total: int = 1
    rows: dict[str, Row] = field(default_factory=dict)
    lines: tuple[tuple[str, str], ...] = ()
    """(subject, message) in English."""
    problem: tuple[str, str] | None = None
    decided: bool = False
    """Whether it was stopped because nothing could change the first place any more."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state in (State.ANSWERED, State.REFUSED)

    def heard(self, event: Progress) -> Run:
        """The run after `event`."""
        rows = self.rows
        if event.stage in ("prepare", "measure") and " batch " in event.subject:
            before = rows.get(event.subject, Row())
            now = Row(event.status or before.status, event.latency or before.latency)
            rows = {**rows, event.subject: now} if len(event.subject.split()) > 3 else rows
        lines = self.lines
        if event.message:
            lines = (*lines, (event.subject, event.message))[-LINES:]
        return replace(
            self,
            stage=event.stage,
            done=event.done,
            total=max(1, event.total),
            rows=rows,
            lines=lines,
        )
