"""Frameworks and runtimes, their execution modes, and the routes from one to another."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Claim, Evidence, Fact, Support


class Role(StrEnum):
    """What a framework can be chosen for."""

    TRAIN = "train"
    INFER = "infer"


class Lifecycle(StrEnum):
    """Whether a product is developed, only kept running, or over."""

    ACTIVE = "active"
    MAINTENANCE = "maintenance"
    DEAD = "dead"


class Mode(Noun):
    """One way of executing a model, the thing that is measured as `<framework>/<mode>`."""

    id: Id
    title: LocalText
    adapter: Id | None = None
    """File stem under probes/worker/adapters; None where no probe can measure the mode yet."""
    on: Id | None = None
    """For one that computes through another framework (Keras): the id of that framework."""


class Framework(Noun):
    """A training framework or an inference runtime with everything claimed about it."""

    id: Id
    title: str
    summary: LocalText
    roles: Annotated[tuple[Role, ...], Field(min_length=1)]
    lifecycle: Lifecycle
    successor: Id | None = None
    package: str
    """Package URL of the release the entry describes."""
    environment: Id | None = None
    """The entry in data/environments that holds it; None where advisor cannot provision it."""
    modes: tuple[Mode, ...] = ()
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    moved_to: Id | None = None

    def claim(self, capability: str) -> Claim | None:
        """The claim on `capability`, or None where nothing is known."""
        return next((c for c in self.claims if c.capability == capability), None)


class RouteLimit(Noun):
    """Operators (ONNX names) that a route cannot carry, with the evidence for it."""

    operators: Annotated[tuple[str, ...], Field(min_length=1)]
    note: LocalText
    evidence: Evidence


class Route(Noun):
    """A conversion edge: a model trained in `source` reaches `target` through `steps`."""

    id: Id
    title: LocalText
    source: Id
    target: Id
    steps: Annotated[tuple[str, ...], Field(min_length=1)]
    """Formats and tools in order, for example ["torch.onnx.export", "ONNX"]."""
    support: Support
    note: LocalText | None = None
    limits: tuple[RouteLimit, ...] = ()
    evidence: Evidence
