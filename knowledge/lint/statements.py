"""Every statement of a catalog with its evidence, whatever kind of statement it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from knowledge.catalog import Catalog
from knowledge.evidence import ROUTE_SHELF_LIFE_DAYS, claim_key, fact_key, route_key
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
    for route in catalog.routes.values():
        yield Statement(route_key(route.id), route.evidence, ROUTE_SHELF_LIFE_DAYS)
        for limit in route.limits:
            key = route_key(route.id, limit.operators[0])
            yield Statement(key, limit.evidence, ROUTE_SHELF_LIFE_DAYS)
