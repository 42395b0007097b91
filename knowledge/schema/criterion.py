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
    """One line of a rubric: a capability (yes/partial/no) or a quantity between its own anchors."""

    part: Part
    weight: Annotated[float, Field(gt=0)] = 1.0
    capability: Id | None = None
    quantity: Id | None = None
    qualifiers: dict[str, str] = {}
    anchors: Anchors | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Indicator:
        if (self.capability is None) == (self.quantity is None):
            raise ValueError("give exactly one of capability and quantity")
        if (self.quantity is None) != (self.anchors is None):
            raise ValueError("anchors go with quantity, and only with it")
        return self

    @property
    def term(self) -> str:
        """The capability or quantity asked for."""
        return self.capability or self.quantity or ""


class Criterion(Noun):
    """A criterion is either measured by a probe or built from indicators by a rubric (0 to 100)."""

    id: Id
    title: LocalText
    about: LocalText
    unit: str
    measured: Literal["latency", "throughput", "memory"] | None = None
    indicators: tuple[Indicator, ...] = ()

    @model_validator(mode="after")
    def _one_kind(self) -> Criterion:
        if (self.measured is None) == (not self.indicators):
            raise ValueError("a criterion is either measured or has indicators")
        return self
