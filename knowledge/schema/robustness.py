"""How robust a ranking is: what would have to change for another alternative to be first."""

from __future__ import annotations

from typing import Literal

from knowledge.schema.base import Id, Noun
from knowledge.schema.probing import Estimate


class WeightStability(Noun):
    """How far one weight can move, the others keeping their proportions, before first place goes.

    Weights are shares of 1. A bound of None is never reached: no weight of this criterion, however
    low (high), takes first place away.
    """

    criterion: Id
    weight: float
    low: float | None
    high: float | None
    below: str | None = None
    """Alternative that is first below `low`."""
    above: str | None = None
    """Alternative that is first above `high`."""


class WeightFlip(Noun):
    """The smallest change of all weights together that puts another alternative first."""

    alternative: str
    weights: dict[str, float]
    """The weights at which both are worth the same; sum to 1."""
    distance: float
    """Sum of the absolute changes of the weights, 0 to 2."""


class Swing(Noun):
    """The leader's margin over its rival as one uncertain number runs over its 95 % interval.

    A negative margin means that the rival is ahead.
    """

    latent: str
    """An evidence key, with anchors where the number is valued; see Latent.id."""
    evidence: str | None
    """Key into `Recommendation.evidence`; None for what is unknown."""
    criteria: tuple[Id, ...]
    at_low: float
    """Margin on the value scale, with the number at its worse end for the leader."""
    at_high: float


class Turn(Noun):
    """An amount beyond which, all else as expected, another alternative is first."""

    latent: str
    evidence: str | None
    """Key into `Recommendation.evidence`; None for what is unknown."""
    criterion: Id
    stack: str
    """What the amount is of, `<runtime>/<mode>`."""
    now: Estimate
    """What is believed, in the criterion's unit; of what is unknown the middle of the scale."""
    amount: float
    first: str
    """The alternative that is first beyond `amount`."""
    likely: bool
    """Whether the amount is within the 95 % interval of what is believed."""
    distance: float
    """How far off it is, on the value scale, in half intervals of what is believed."""


class Reversal(Noun):
    """A statement that alone decides: at another level of support another alternative is first."""

    evidence: str
    criteria: tuple[Id, ...]
    level: float
    """0 for no, 0.5 for partly, 1 for yes."""
    first: str
    margin: float
    """How far that one is then ahead."""


class LeaveOut(Noun):
    """Who is first when a criterion does not count."""

    criterion: Id
    first: str


class CrossCheck(Noun):
    """What another method would put first, from the expected amounts and the stated weights."""

    method: Literal["topsis", "promethee-ii", "vikor", "spotis"]
    first: str
    """Alternative; of equals the one that the ranking has first."""
    place: int
    """Place that this method gives to the first of the ranking, counted from 1."""


class Robustness(Noun):
    """All of it for one recommendation; empty where fewer than two alternatives are ranked."""

    stability: tuple[WeightStability, ...] = ()
    flip: WeightFlip | None = None
    """None where no weights put another alternative first."""
    rival: str | None = None
    """The alternative that the least change of the weights puts first; where none does, the one
    that is first most often besides the leader."""
    swings: tuple[Swing, ...] = ()
    """Of the lead over the rival, largest first."""
    left_out: tuple[LeaveOut, ...] = ()
    regret: dict[str, float] = {}
    """Per alternative the expected value lost by choosing it instead of the best, over draws."""
    dominated: dict[str, tuple[str, ...]] = {}
    """Alternative -> those that are at least as good by every criterion and better by one."""
    crosschecks: tuple[CrossCheck, ...] = ()
    pareto: tuple[str, ...] = ()
    """Alternatives that nobody beats by every measured criterion."""
