"""The whole dossier of a recommendation.

Pure but for the version of Python it is asked from: a catalog and a recommendation in, a noun out.
"""

from __future__ import annotations

import platform
from datetime import date
from typing import TYPE_CHECKING

from advisor.usecases.dossier.ages import ages, standings, traps
from advisor.usecases.dossier.heard import heard
from advisor.usecases.dossier.install import Place, plan
from advisor.usecases.dossier.move import move
from knowledge.schema.dossier import Dossier

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Recommendation

PLANNED = 2
"""The winner and the runner-up."""


def dossier(
    catalog: Catalog,
    recommendation: Recommendation,
    today: date,
    origin: str | None = None,
) -> Dossier:
    """Plans, ages, traps and what articles say, for the first places of `recommendation`.

    Args:
        catalog: the knowledge base as it is now.
        recommendation: what the document is about.
        today: the day from which facts are looked at.
        origin: the stack in use, for the steps of moving from it.

    Raises:
        KnownError: nothing is called as `origin`.
    """
    stacks = {alternative.id: alternative for alternative in recommendation.matrix.alternatives}
    first = [stacks[ranked.id] for ranked in recommendation.ranking[:PLANNED]]
    moving = None if origin is None else move(catalog, recommendation, origin)
    place = Place.of(catalog, recommendation, platform.python_version()) if first else None
    return Dossier(
        knowledge=catalog.digest,
        today=today,
        heard=heard(catalog, recommendation, today),
        plans=() if place is None else tuple(plan(catalog, one, place) for one in first),
        move=moving,
        ages=ages(catalog, recommendation),
        traps=traps(catalog, first),
        standings=standings(catalog, first),
    )
