"""Systems that are named when stacks are compared but are not chosen as a part of one."""

from __future__ import annotations

from enum import StrEnum

from pydantic import model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Evidence


class SystemKind(StrEnum):
    """What a system is for."""

    FRAMEWORK = "framework"
    RUNTIME = "runtime"
    COMPILER = "compiler"
    PARALLELISM = "parallelism"
    SERVING = "serving"
    DATA = "data"
    PROFILER = "profiler"
    LIBRARY = "library"
    MODEL = "model"
    TECHNIQUE = "technique"
    PLATFORM = "platform"


class SystemState(StrEnum):
    """Whether a system is developed, only kept running, over, or was never there."""

    ACTIVE = "active"
    MAINTENANCE = "maintenance"
    DEAD = "dead"
    NEVER_EXISTED = "never-existed"


class System(Noun):
    """A tool, library, compiler or technique: alive or not, what follows it, what to know."""

    id: Id
    title: str
    aliases: tuple[str, ...] = ()
    """Other names people use, older ones included."""
    kind: SystemKind
    state: SystemState
    summary: LocalText
    """What it is and what somebody who chooses must know, in a sentence or two."""
    package: str | None = None
    """Package URL of the latest release, where there is a package."""
    version: str | None = None
    released: str | None = None
    """Date of that release as far as it is known: "2026-10-08", "2026-10" or "2026"."""
    successor: Id | None = None
    """The framework or system to use instead."""
    migration: LocalText | None = None
    """How to move to the successor."""
    evidence: Evidence
    moved_to: Id | None = None

    @model_validator(mode="after")
    def _dead_is_explained(self) -> System:
        over = self.state in (SystemState.DEAD, SystemState.NEVER_EXISTED)
        if self.migration is not None and self.successor is None:
            raise ValueError("a migration leads to a successor; name it")
        if over and self.successor is not None and self.migration is None:
            raise ValueError("say how to move to the successor (migration)")
        return self
