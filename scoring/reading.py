"""What the catalog's evidence says of one framework on one term, and how surely.

Pure. A term without usable evidence has no reading: unknown, never no. Evidence that has been
contradicted is not usable. Keys are those of knowledge.evidence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from knowledge.evidence import best_citation, claim_key, fact_key, item, lifecycle_key, stale_since
from knowledge.schema.claims import Fact
from knowledge.schema.criterion import Anchors, Indicator
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import Framework, Lifecycle
from scoring.value import value

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

LEVELS = {Lifecycle.ACTIVE: 1.0, Lifecycle.MAINTENANCE: 0.5, Lifecycle.DEAD: 0.0}
"""What a lifecycle is worth as an indicator: only kept running counts as partial support does."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One statement as a belief about an indicator: a level in [0, 1] with its deviation."""

    key: str
    level: float
    sd: float
    grade: Grade
    stale_since: date | None
    assumed: bool = False
    """Taken for granted by the user: certain, and no evidence."""


def read(
    catalog: Catalog, framework: Framework, indicator: Indicator, today: date
) -> Reading | None:
    """What is known of `framework` on `indicator`; None where nothing usable is.

    A capability's level is that of its support (1 full, 0.5 partial, 0 none); a quantity's is the
    value of the amount between the indicator's anchors; a lifecycle's is in LEVELS. The deviation
    is the grade's, times the stale factor once the reading is older than the term's shelf life; to
    an amount of which only bounds are known it adds that of a uniform distribution between them.
    What the user assumes is certain.
    """
    if indicator.lifecycle:
        return _lifecycle(catalog, framework, today)
    spread = 0.0
    if indicator.capability is not None:
        claim = framework.claim(indicator.capability)
        if claim is None:
            return None
        key, level, evidence = (
            claim_key(framework.id, claim.capability),
            claim.support.level,
            claim.evidence,
        )
        shelf_life = catalog.capabilities[claim.capability].shelf_life_days
    else:
        fact = matching_fact(framework, indicator)
        if fact is None or indicator.anchors is None:
            return None
        level, spread = _level(indicator.anchors, fact)
        key, evidence = fact_key(framework.id, fact), fact.evidence
        shelf_life = catalog.quantities[fact.quantity].shelf_life_days
    citation = usable(evidence)
    if citation is None:
        return None
    if key in catalog.assumed:
        return Reading(key, level, 0.0, citation.grade, None, assumed=True)
    stale = stale_since(citation.read, shelf_life, today)
    sd = catalog.grades.sd[citation.grade] * (catalog.grades.stale_factor if stale else 1.0)
    sd = math.hypot(sd, spread)
    return Reading(key=key, level=level, sd=sd, grade=citation.grade, stale_since=stale)


def _level(anchors: Anchors, fact: Fact) -> tuple[float, float]:
    """The middle of what a fact may be worth, and the deviation of a uniform one over it."""
    bounds = float(fact.value), float(fact.value) if fact.upper is None else fact.upper
    low, high = (float(value(anchors, np.asarray(bound))) for bound in bounds)
    return (low + high) / 2, abs(high - low) / math.sqrt(12)


def _lifecycle(catalog: Catalog, framework: Framework, today: date) -> Reading:
    """The lifecycle, as sure as the evidence of the latest release that shows it."""
    key, level = lifecycle_key(framework.id), LEVELS[framework.lifecycle]
    if key in catalog.assumed:
        return Reading(key, level, 0.0, Grade.DOCUMENTED, None, assumed=True)
    shown = item(catalog, key, today)
    sd = catalog.grades.sd[shown.grade] * (catalog.grades.stale_factor if shown.stale_since else 1)
    return Reading(shown.key, level, sd, shown.grade, shown.stale_since)


def matching_fact(framework: Framework, indicator: Indicator) -> Fact | None:
    """The newest usable number on the indicator's quantity under all of its qualifiers.

    A fact may be more specific than was asked; of equally new ones the least specific is taken.
    """
    wanted = indicator.qualifiers.items()
    found: list[tuple[tuple[int, int, str], Fact]] = []
    for fact in framework.facts:
        citation = usable(fact.evidence)
        if fact.quantity != indicator.quantity or isinstance(fact.value, str) or citation is None:
            continue
        if wanted <= fact.qualifiers.items():
            key = fact_key(framework.id, fact)
            found.append(((-citation.read.toordinal(), len(fact.qualifiers), key), fact))
    return min(found, key=lambda item: item[0])[1] if found else None


def usable(evidence: Sequence[Citation]) -> Citation | None:
    """The strongest citation, the newest among equals; None where all were contradicted."""
    found = [citation for citation in evidence if citation.grade is not Grade.CONTRADICTED]
    return best_citation(found) if found else None


def weakest(grades: Sequence[Grade]) -> Grade | None:
    """The weakest of `grades`; None of none.

    >>> weakest([Grade.ARTICLE, Grade.DOCUMENTED]).value
    'article'
    """
    order = list(Grade)
    return max(grades, key=order.index, default=None)


def unknown_key(subject: str, indicator: Indicator) -> str:
    """The name of what is not known of `subject`: the term, and the qualifiers it is asked under.

    >>> unknown_key("jax", Indicator(part="runtime", capability="device.arm64"))
    'unknown:jax:device.arm64'
    """
    qualifiers = [f"{name}={text}" for name, text in sorted(indicator.qualifiers.items())]
    return ":".join(["unknown", subject, indicator.term, *qualifiers])
