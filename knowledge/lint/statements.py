"""Every statement of a catalog with its evidence, whatever kind of statement it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from knowledge.catalog import Catalog
from knowledge.evidence import (
    ROUTE_SHELF_LIFE_DAYS,
    STANDING_SHELF_LIFE_DAYS,
    claim_key,
    fact_key,
    route_key,
    why_key,
)
from knowledge.schema.device import Device
from knowledge.schema.evidence import Citation
from knowledge.schema.framework import Framework


class Statement(NamedTuple):
    """A claim, fact, route or limit: its evidence key, its citations, and how long they last."""

    key: str
    evidence: Sequence[Citation]
    shelf_life_days: int


def subjects(catalog: Catalog) -> Iterator[Framework | Device]:
    """The frameworks, then the devices."""
    yield from catalog.frameworks.values()
    yield from catalog.devices.values()


def statements(catalog: Catalog) -> Iterator[Statement]:
    """All statements, in the order of the catalog."""
    for subject in subjects(catalog):
        for claim in subject.claims:
            life = catalog.capabilities[claim.capability].shelf_life_days
            yield Statement(claim_key(subject.id, claim.capability), claim.evidence, life)
        for fact in subject.facts:
            life = catalog.quantities[fact.quantity].shelf_life_days
            yield Statement(fact_key(subject.id, fact), fact.evidence, life)
    for key, evidence in _standing(catalog):
        yield Statement(key, evidence, STANDING_SHELF_LIFE_DAYS)
    for route in catalog.routes.values():
        yield Statement(route_key(route.id), route.evidence, ROUTE_SHELF_LIFE_DAYS)
        for limit in route.limits:
            key = route_key(route.id, limit.operators[0])
            yield Statement(key, limit.evidence, ROUTE_SHELF_LIFE_DAYS)


def _standing(catalog: Catalog) -> Iterator[tuple[str, Sequence[Citation]]]:
    """What is said on an entry as a whole."""
    for framework in catalog.frameworks.values():
        for index, caveat in enumerate(framework.caveats):
            yield f"caveat:{framework.id}:{index}", caveat.evidence
        for never in framework.never_released:
            yield f"never-released:{framework.id}:{never.version}", never.evidence
    for system in catalog.systems.values():
        yield f"system:{system.id}", system.evidence
    for registry in catalog.operators.values():
        yield f"operators:{registry.id}", registry.evidence
    yield from _in_parts(catalog)


def _in_parts(catalog: Catalog) -> Iterator[tuple[str, Sequence[Citation]]]:
    """What tables, scenarios and articles say, row by row."""
    for table in catalog.compatibility.values():
        yield f"compatibility:{table.id}", table.evidence
        for index, row in enumerate(table.rows):
            yield f"compatibility:{table.id}:{index}", row.evidence or table.evidence
    for scenario in catalog.scenarios.values():
        for index, reason in enumerate(scenario.why):
            yield why_key(scenario.id, index), reason.evidence
    for article in catalog.claims.values():
        for told in article.claims:
            if told.evidence:
                yield f"article:{told.id}", told.evidence
