"""Criteria: what is valued, and how evidence becomes a number."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun


class Part(StrEnum):
    """The part of a stack that a statement is asked of."""

    TRAINER = "trainer"
    RUNTIME = "runtime"


class Shape(StrEnum):
    """Form of a value function between its anchors."""

    LINEAR = "linear"
    LOG = "log"
    STEP = "step"
    TARGET = "target"


class Anchors(Noun):
    """A value function: `worst` is worth 0, `best` is worth 1, whoever competes.

    LINEAR and LOG interpolate and clip; STEP is 1 from `best` on and 0 before; TARGET is 1 at
    `best` and falls linearly to 0 at a distance of |best - worst| on either side.
    """

    worst: float
    best: float
    shape: Shape = Shape.LINEAR

    @model_validator(mode="after")
    def _usable(self) -> Anchors:
        if self.worst == self.best:
            raise ValueError("worst and best must differ")
        if self.shape is Shape.LOG and min(self.worst, self.best) <= 0:
            raise ValueError("a log value function needs positive anchors")
        return self


class Indicator(Noun):
    """One line of a rubric: a capability (yes/partial/no), a quantity between its own anchors, or
    the lifecycle (developed, only kept running, over).
    """

    part: Part
    weight: Annotated[float, Field(gt=0)] = 1.0
    capability: Id | None = None
    quantity: Id | None = None
    lifecycle: bool = False
    qualifiers: dict[str, str] = {}
    anchors: Anchors | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Indicator:
        if sum((self.capability is not None, self.quantity is not None, self.lifecycle)) != 1:
            raise ValueError("give exactly one of capability and quantity, or `lifecycle: true`")
        if (self.quantity is None) != (self.anchors is None):
            raise ValueError("anchors go with quantity, and only with it")
        return self

    @property
    def term(self) -> str:
        """The capability or quantity asked for, or "lifecycle"."""
        return self.capability or self.quantity or "lifecycle"


class Branch(Noun):
    """A criterion below another one in the tree, with its weight among its siblings."""

    criterion: Id
    weight: Annotated[float, Field(gt=0)] = 1.0


class Criterion(Noun):
    """A criterion is measured by a probe, built from indicators by a rubric (0 to 100), or the
    weighted mean of the criteria below it, which are rubrics in turn.
    """

    id: Id
    title: LocalText
    about: LocalText
    unit: str
    measured: Literal["latency", "throughput", "memory", "energy", "changed"] | None = None
    """"changed": answers that a lower precision changes; counts where precisions are compared."""
    anchors: Anchors | None = None
    """The value function where the criterion is added to a scenario that does not state it."""
    indicators: tuple[Indicator, ...] = ()
    branches: tuple[Branch, ...] = ()

    @model_validator(mode="after")
    def _one_kind(self) -> Criterion:
        kinds = (self.measured is not None, bool(self.indicators), bool(self.branches))
        if sum(kinds) != 1:
            raise ValueError("a criterion is measured, or has indicators, or has branches")
        return self
