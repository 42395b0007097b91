"""Star ratings of articles beside ours: the same scale, with an interval and the reasons.

Pure. Ours come from the criteria's rubrics; what sets them a star or more apart from an article's
is told by the indicators that weigh most in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Criterion, Indicator
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Framework
from knowledge.schema.probing import Estimate
from knowledge.schema.trial import ArticleClaim
from scoring import reasons
from scoring.reading import read
from scoring.rubric import rubric_cell
from scoring.speaker import speaker

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

FEWEST, MOST = 1.0, 5.0
"""Stars of 0 and of 100 points: the tables of articles give at least one star and at most five."""
APART = 1.0
"""Difference, in stars, from which reasons are given."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one indicator adds to our stars, and what it leaves out."""

    indicator: Indicator
    stars: float
    """What it adds; of what is not known, half of what it could."""
    missed: float
    """What it could add besides."""
    known: bool
    text: LocalText
    """One sentence that says so."""
    evidence: str | None
    """Key of the statement it rests on; None where nothing is known."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An article's stars for a framework on a criterion, and ours."""

    article: str
    claim: str
    framework: str
    criterion: str
    said: float
    ours: Estimate
    """In stars; the interval is that of the evidence."""
    coverage: float
    """Share of the rubric that has evidence."""
    contributions: tuple[Contribution, ...]
    """The largest ones that together make up a difference of a star or more; else none."""

    @property
    def gap(self) -> float:
        """How many stars the article gives more than we do."""
        return self.said - self.ours.point


def stars(points: Estimate) -> Estimate:
    """Points from 0 to 100 as stars from 1 to 5.

    >>> stars(Estimate(point=50, low=25, high=100))
    Estimate(point=3.0, low=2.0, high=5.0)
    """
    low, point, high = (
        FEWEST + (MOST - FEWEST) * amount / 100.0
        for amount in (points.low, points.point, points.high)
    )
    return Estimate(point=point, low=low, high=high)


def ratings(catalog: Catalog, today: date) -> tuple[Rating, ...]:
    """Every rating in stars that an article gives a framework on one of our criteria.

    In the order of articles and their claims. A claim names its criterion in words; it is the one
    whose id those words end with ("industrial deployment maturity": deployment-maturity).
    """
    found = []
    for article in catalog.claims.values():
        for claim in article.claims:
            criterion = _criterion(catalog, claim)
            said = _number(claim.value)
            if criterion is None or said is None:
                continue
            place = (article.id, claim.id)
            found += [
                _rating(catalog, place, said, catalog.framework(name), criterion, today)
                for name in claim.about
                if name in catalog.frameworks
            ]
    return tuple(found)


def _criterion(catalog: Catalog, claim: ArticleClaim) -> Criterion | None:
    """The rubric that a rating in stars is about; None where there is none."""
    if claim.kind != "rating" or claim.metric is None or "star" not in (claim.unit or ""):
        return None
    words = claim.metric.lower().replace(" ", "-")
    fitting = [c for c in catalog.criteria.values() if words.endswith(c.id) and not c.measured]
    return max(fitting, key=lambda criterion: len(criterion.id), default=None)


def _number(value: float | str | None) -> float | None:
    """The stars given; values of claims are text in YAML, since some are versions."""
    try:
        return None if value is None else float(value)
    except ValueError:
        return None


def _rating(
    catalog: Catalog,
    place: tuple[str, str],
    said: float,
    framework: Framework,
    criterion: Criterion,
    today: date,
) -> Rating:
    stack = _alone(framework)
    belief = rubric_cell(catalog, criterion, stack, today, {})
    ours = stars(belief.estimate)
    found = contributions(catalog, criterion, framework, today)
    return Rating(
        article=place[0],
        claim=place[1],
        framework=framework.id,
        criterion=criterion.id,
        said=said,
        ours=ours,
        coverage=belief.coverage,
        contributions=_making_up(found, said - ours.point),
    )


def contributions(
    catalog: Catalog, criterion: Criterion, framework: Framework, today: date
) -> tuple[Contribution, ...]:
    """What each indicator of `criterion` adds to the stars of `framework`, in the rubric's order.

    Together with FEWEST they sum to our stars, up to the clipping of uncertain levels at 0 and 1.
    """
    stack = _alone(framework)
    return tuple(
        _contribution(catalog, stack, indicator, today) for indicator in catalog.rubric(criterion)
    )


def _contribution(
    catalog: Catalog, stack: Alternative, indicator: Indicator, today: date
) -> Contribution:
    owner = speaker(catalog, stack, indicator.part, indicator.term)
    reading = read(catalog, owner, indicator, today)
    possible = (MOST - FEWEST) * indicator.weight
    level = 0.5 if reading is None else reading.level
    title = _title(catalog, indicator)
    return Contribution(
        indicator=indicator,
        stars=possible * level,
        missed=possible * (1.0 - level),
        known=reading is not None,
        text=reasons.weighs(title, None if reading is None else level, possible),
        evidence=None if reading is None else reading.key,
    )


def _making_up(found: tuple[Contribution, ...], gap: float) -> tuple[Contribution, ...]:
    """The largest contributions that sum to `gap`: what we miss, or what the article misses."""
    if abs(gap) < APART:
        return ()

    def size(contribution: Contribution) -> float:
        return contribution.missed if gap > 0 else contribution.stars

    chosen: list[Contribution] = []
    total = 0.0
    for contribution in sorted(found, key=size, reverse=True):
        if total >= abs(gap) or size(contribution) == 0:
            break
        chosen.append(contribution)
        total += size(contribution)
    return tuple(chosen)


def _alone(framework: Framework) -> Alternative:
    """The framework in its own first mode, without a route: what a table of frameworks means."""
    mode = framework.choices[0].id if framework.choices else "none"
    return Alternative(
        id=f"{framework.id}/{mode}",
        label=framework.title,
        trainer=framework.id,
        runtime=framework.id,
        mode=mode,
        precision="fp32",
        device="any",
    )


def _title(catalog: Catalog, indicator: Indicator) -> LocalText:
    if indicator.capability is not None:
        return catalog.capabilities[indicator.capability].title
    if indicator.quantity is not None:
        return catalog.quantities[indicator.quantity].title
    return reasons.LIFECYCLE
