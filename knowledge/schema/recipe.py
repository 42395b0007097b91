"""Recipes: experiments that put claims to the test on this machine, and what came out."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.probing import Estimate, Status


class Variant(Noun):
    """One way of doing the thing, in the interpreter of one environment."""

    id: Id
    title: LocalText
    environment: Id


class Recipe(Noun):
    """An experiment; its code is the file probes/worker/recipes/<id>.py.

    With two variants the outcome is the ratio of the first to the second; with one it is what that
    variant gives.
    """

    id: Id
    title: LocalText
    about: LocalText
    """What is run, on which model and sizes, and what the outcome means."""
    variants: Annotated[tuple[Variant, ...], Field(min_length=1, max_length=2)]
    quantity: Literal["seconds", "MiB", "share", "count"] = "seconds"
    """Seconds are timed around the call; anything else is what the call returns."""
    approximate_s: Annotated[float, Field(gt=0)] = 30.0
    """Time that a run takes, about."""
    moved_to: Id | None = None

    @model_validator(mode="after")
    def _two_names(self) -> Recipe:
        if len({variant.id for variant in self.variants}) < len(self.variants):
            raise ValueError("the two variants need different ids")
        return self


class Reading(Noun):
    """What one variant gave in one round."""

    variant: Id
    process: int
    round: int
    value: float
    """In the recipe's quantity; seconds are per call."""
    foreign_cpu: float = 0.0
    contended: bool = False


class Ruling(StrEnum):
    """What a measurement says of a claim."""

    HOLDS = "holds"
    """The whole interval lies within what is claimed."""
    DOES_NOT_HOLD = "does-not-hold"
    """None of the interval does."""
    UNDECIDED = "undecided"
    """Some of the interval does, or too little could be measured."""
    NOT_COMPARABLE = "not-comparable"
    """The claim speaks of other hardware, or the experiment could not be run."""


class Verification(Noun):
    """A claim, measured on this machine."""

    claim: Id
    recipe: Id
    ruling: Ruling
    status: Status
    message: str = ""
    outcome: Estimate | None = None
    """The ratio of the first variant to the second, or the value of the only one."""
    variants: dict[str, Estimate] = {}
    """By variant, in the recipe's quantity."""
    versions: dict[str, str] = {}
    """By variant, the version of what ran it."""
    readings: tuple[Reading, ...] = ()
    notes: tuple[str, ...] = ()
    host: str
    threads: int
    seed: int
    started: datetime
