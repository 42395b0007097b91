"""Claims on trial: find them, and show one with all that is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.conflicts import Conflict, conflicts
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.trial import Article, ArticleClaim

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Trial:
    """A claim, the article it stands in, and the conflicts it has a part in."""

    article: Article
    claim: ArticleClaim
    conflicts: tuple[Conflict, ...]


def find(
    catalog: Catalog,
    *,
    article: str | None = None,
    about: str | None = None,
    verdict: str | None = None,
    needs: str | None = None,
    recipe: bool = False,
) -> tuple[ArticleClaim, ...]:
    """The claims that meet every condition given, in the order of the articles.

    Raises:
        KnownError: there is no such article, or no claim is about `about`.
    """
    if article is not None and article not in catalog.claims:
        raise KnownError(f"unknown article {article!r}", hint=did_you_mean(article, catalog.claims))
    everything = [claim for a in catalog.claims.values() for claim in a.claims]
    subjects = {name for claim in everything for name in (*claim.about, claim.subject.lower())}
    if about is not None and about.lower() not in subjects:
        raise KnownError(f"no claim is about {about!r}", hint=did_you_mean(about, subjects))
    return tuple(
        claim
        for origin in catalog.claims.values()
        for claim in origin.claims
        if article in (None, origin.id)
        and (about is None or about.lower() in (*claim.about, claim.subject.lower()))
        and verdict in (None, claim.verdict)
        and needs in (None, claim.needs)
        and (claim.recipe is not None or not recipe)
    )


def trial(catalog: Catalog, name: str) -> Trial:
    """The claim called `name`, in any case, with its article and conflicts.

    Raises:
        KnownError: there is no such claim.
    """
    wanted = name.strip().lower()
    ids = []
    for article in catalog.claims.values():
        for claim in article.claims:
            if claim.id == wanted:
                touched = tuple(c for c in conflicts(catalog) if claim.id in c.claims)
                return Trial(article, claim, touched)
            ids.append(claim.id)
    hint = did_you_mean(wanted, ids)
    if "did you mean" not in hint:
        hint += "; they are listed by: advisor claims list"
    raise KnownError(f"unknown claim {name!r}", hint=hint)
