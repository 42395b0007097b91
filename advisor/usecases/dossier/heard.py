"""What articles say of the frameworks in the ranking, beside what was found."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from knowledge.evidence import best_citation
from knowledge.schema.dossier import Heard, HeardClaim, HeardRating, Reference
from knowledge.schema.trial import ArticleClaim, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.evidence import Citation

SHOWN = 12
"""Claims that a document tells; the command for the others stands below them."""
TELLING = (
    Verdict.NEVER_RELEASED,
    Verdict.CONTRADICTED,
    Verdict.OUTDATED,
    Verdict.CONFIRMED,
    Verdict.PARTLY,
    Verdict.UNVERIFIABLE,
)
"""Verdicts by how much they tell a reader who has heard the claim."""


def heard(catalog: Catalog, recommendation: Recommendation, today: date) -> Heard:
    """Stars of every framework in the ranking, and the claims on the first of them that tell most.

    Frameworks count in the order in which the ranking first has them.
    """
    from scoring.stars import ratings

    stacks = {alternative.id: alternative for alternative in recommendation.matrix.alternatives}
    ranked = [stacks[row.id] for row in recommendation.ranking]
    names = list(dict.fromkeys(name for one in ranked for name in (one.trainer, one.runtime)))
    if not names:
        return Heard()
    place = {name: number for number, name in enumerate(names)}
    stars = sorted(
        (r for r in ratings(catalog, today) if r.framework in place),
        key=lambda r: (r.criterion, place[r.framework], r.claim),
    )
    claims = _claims(catalog, place)
    return Heard(
        ratings=tuple(
            HeardRating(
                claim=one.claim,
                article=catalog.claims[one.article].title,
                framework=catalog.framework(one.framework).title,
                criterion=catalog.criterion(one.criterion).title,
                said=one.said,
                ours=one.ours,
                coverage=one.coverage,
                why=tuple(part.text for part in one.contributions),
            )
            for one in stars
        ),
        claims=tuple(_told(catalog, claim) for claim in claims[:SHOWN]),
        more=max(0, len(claims) - SHOWN),
    )


def _claims(catalog: Catalog, place: dict[str, int]) -> list[ArticleClaim]:
    """Claims on those frameworks, of the first places and the most telling verdicts first."""
    found = [
        (min(place[name] for name in claim.about if name in place), claim)
        for article in catalog.claims.values()
        for claim in article.claims
        if claim.kind != "rating" and not place.keys().isdisjoint(claim.about)
    ]
    found.sort(key=lambda pair: (pair[0], TELLING.index(pair[1].verdict), pair[1].id))
    return [claim for _, claim in found]


def _told(catalog: Catalog, claim: ArticleClaim) -> HeardClaim:
    return HeardClaim(
        id=claim.id,
        about=tuple(catalog.frameworks[n].title for n in claim.about if n in catalog.frameworks),
        text=claim.text,
        verdict=claim.verdict,
        finding=claim.finding,
        reference=reference(catalog, claim.evidence),
    )


def reference(catalog: Catalog, citations: Sequence[Citation]) -> Reference | None:
    """Where the best of some citations stands; None of none."""
    if not citations:
        return None
    best = best_citation(citations)
    source = catalog.sources.get(best.source)
    if source is None:
        return None
    return Reference(title=source.title, address=source.address, locator=best.locator)
