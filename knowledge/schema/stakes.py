"""Stated weights: what a person said, by which method, what it amounts to; and who disagrees.

A weights file (`advisor weights elicit`) is a `Stated` in YAML or JSON. Weights are shares of 1.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from knowledge.schema.base import Id, Noun

Ratio = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Method(StrEnum):
    """How weights are asked for."""

    DIRECT = "direct"
    """Points for each criterion, on any scale."""
    SWING = "swing"
    """Points for the swing of each criterion from worst to best; the largest swing has 100."""
    ROC = "roc"
    """Criteria in order of importance, or any statements of which matters more."""
    SMARTER = "smarter"
    """Swings from worst to best in order; weights are those of the order (rank-order centroid)."""
    AHP = "ahp"
    """Pairwise ratios on Saaty's scale from 1/9 to 9."""
    BEST_WORST = "best-worst"
    """Ratios of the best criterion to the others and of the others to the worst."""


class Certainty(StrEnum):
    """How sure somebody is of the weights; sets how far they are varied."""

    GUESS = "guess"
    FAIR = "fair"
    SURE = "sure"
    EXACT = "exact"

    @property
    def concentration(self) -> float:
        """Concentration of the Dirichlet distribution around the weights.

        The standard deviation of a weight of 20 % is 12 points for a guess, 7, 4 and 1.3 points.
        """
        return {"guess": 10.0, "fair": 30.0, "sure": 100.0, "exact": 1000.0}[self.value]


class Judgement(Noun):
    """`first` is `ratio` times as important as `second`."""

    first: Id
    second: Id
    ratio: Ratio


class Statements(Noun):
    """What was said; each method reads its own part.

    direct and swing: `points`. roc and smarter: `order` or `above`. ahp: `judgements`.
    best-worst: `best_over` and `over_worst`.
    """

    points: dict[Id, Points] = {}
    order: tuple[tuple[Id, ...], ...] = ()
    """Most important first; criteria in one group are equals."""
    above: tuple[tuple[Id, Id], ...] = ()
    """Pairs of which the first matters more."""
    judgements: tuple[Judgement, ...] = ()
    best_over: dict[Id, Ratio] = {}
    over_worst: dict[Id, Ratio] = {}


class Consistency(Noun):
    """How well the statements of AHP or best-worst fit together; 0 is perfectly."""

    ratio: float
    forced: bool = False
    """Whether it is above the limit and was accepted all the same."""


class Stated(Noun):
    """A weights file: one person's weights for one scenario."""

    format: Literal["advisor.weights/1"] = "advisor.weights/1"
    scenario: Id
    who: str
    when: datetime
    method: Method
    certainty: Certainty = Certainty.FAIR
    statements: Statements = Statements()
    weights: Annotated[dict[Id, Points], Field(min_length=1)]
    """Sum to 1."""
    consistency: Consistency | None = None
    kept: tuple[Id, ...] = ()
    """Criteria of which nothing was said: they keep the scenario's share."""


class Stakeholder(Noun):
    """One person's weights and what they put first."""

    who: str
    method: Method
    certainty: Certainty
    weights: dict[Id, float]
    ranking: tuple[str, ...]
    """Alternatives by expected value at these weights, highest first."""
    expected: dict[str, float]
    """Alternative -> expected value at these weights."""
    rank_acceptability: dict[str, tuple[float, ...]] = {}
    """Alternative -> share of draws, by this person's weights and certainty, in which it takes
    rank 1, 2, ...; empty for one person alone, whose shares are the ranking's."""


class Disagreement(Noun):
    """How far two people's rankings are apart, and which criterion is behind it."""

    one: str
    other: str
    tau: float
    """Kendall's tau-b of the two rankings: 1 the same order, -1 the reverse."""
    criterion: Id | None
    """The criterion whose weights, exchanged between the two (the others keeping their
    proportions), reorder their rankings most; None where no exchange reorders anything."""
    reordered: int = 0
    """Pairs of alternatives that change places by it, in both rankings together."""
    one_first: str = ""
    """What `one` would then put first."""
    other_first: str = ""


class Stakeholders(Noun):
    """Whose weights a recommendation rests on. The group's are the mean of all, each counting
    alike; `concentration` is that of the Dirichlet distribution with the spread of these weights.
    """

    people: tuple[Stakeholder, ...]
    rule: Literal["mean"] = "mean"
    concentration: float
    disagreements: tuple[Disagreement, ...] = ()
    """Every two people, least agreement first."""
