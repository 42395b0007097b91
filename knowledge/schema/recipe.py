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
    variant gives. Further variants are taken beside them and compared with the first; one that
    cannot be run here is left out.
    """

    id: Id
    title: LocalText
    about: LocalText
    """What is run, on which model and sizes, and what the outcome means."""
    variants: Annotated[tuple[Variant, ...], Field(min_length=1, max_length=6)]
    quantity: Literal["seconds", "MiB", "share", "count"] = "seconds"
    """Seconds are timed around the call; anything else is what the call returns."""
    approximate_s: Annotated[float, Field(gt=0)] = 30.0
    """Time that a run takes, about."""
    moved_to: Id | None = None

    @property
    def compared(self) -> tuple[Variant, ...]:
        """The variants that make the outcome."""
        return self.variants[:2]

    @property
    def beside(self) -> tuple[Variant, ...]:
        """Those that are taken for comparison only."""
        return self.variants[2:]

    @model_validator(mode="after")
    def _names_differ(self) -> Recipe:
        if len({variant.id for variant in self.variants}) < len(self.variants):
            raise ValueError("the variants need different ids")
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
    """Some of the interval does."""
    INCONCLUSIVE = "inconclusive"
    """Other programs kept the machine busy: what was timed decides nothing."""
    NOT_COMPARABLE = "not-comparable"
    """The claim speaks of something else, or the experiment could not be run."""


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
    beside: dict[str, Estimate] = {}
    """By further variant, the ratio of the first to it."""
    left_out: dict[str, str] = {}
    """Further variants that could not be run, and why."""
    versions: dict[str, str] = {}
    """By variant, the version of what ran it."""
    readings: tuple[Reading, ...] = ()
    notes: tuple[str, ...] = ()
    stand_in: bool = False
    """Something else of the same kind was measured, since the thing itself is not here."""
    foreign_cpu: float | None = None
    """Cores that other programs took, in the median round, where they left too few quiet ones."""
    host: str
    threads: int
    seed: int
    started: datetime
