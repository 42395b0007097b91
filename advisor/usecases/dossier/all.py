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
from knowledge.errors import KnownError
from knowledge.schema.dossier import Dossier

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Alternative, Recommendation
    from knowledge.schema.dossier import Plan

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
    plans = {} if place is None else {one.label: _plan(catalog, one, place) for one in first}
    return Dossier(
        knowledge=catalog.digest,
        today=today,
        heard=heard(catalog, recommendation, today),
        plans=tuple(found for found in plans.values() if found is not None),
        gone=tuple(label for label, found in plans.items() if found is None),
        move=moving,
        ages=ages(catalog, recommendation),
        traps=traps(catalog, first),
        standings=standings(catalog, first),
    )


def _plan(catalog: Catalog, stack: Alternative, place: Place) -> Plan | None:
    """The plan, or None for an old answer with parts that are no longer known or were overlaid."""
    try:
        return plan(catalog, stack, place)
    except KnownError:
        return None
