"""Evidence by key: which statement a number rests on, in words, with its source and its age.

Keys: ``claim:<subject>:<capability>``, ``fact:<subject>:<quantity>[:<qualifier>=<value>...]``
(qualifiers sorted by name), ``route:<id>``, ``route:<id>:<Operator>``, ``lifecycle:<framework>``,
``measurement:<id>``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Fact
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import Framework
from knowledge.wording import (
    claim_text,
    fact_text,
    lifecycle_text,
    limit_text,
    measurement_text,
    route_text,
)

if TYPE_CHECKING:
    from knowledge.schema.decision import EvidenceItem
    from knowledge.schema.probing import Measurement

ROUTE_SHELF_LIFE_DAYS = 365
"""Routes have no term in the vocabulary; they age like capabilities."""
STANDING_SHELF_LIFE_DAYS = 365
"""Of what is said on an entry as a whole: it lives, it is over, it surprises."""
LIFECYCLE_QUANTITIES = ("release.date", "release.latest")
"""Facts that show whether a framework is alive, best first."""

_STRENGTH = {grade: rank for rank, grade in enumerate(Grade)}


def claim_key(subject: str, capability: str) -> str:
    """The key of a claim.

    >>> claim_key("pytorch", "export.onnx")
    'claim:pytorch:export.onnx'
    """
    return f"claim:{subject}:{capability}"


def fact_key(subject: str, fact: Fact) -> str:
    """The key of a fact, its qualifiers sorted by name."""
    qualifiers = [f"{name}={text}" for name, text in sorted(fact.qualifiers.items())]
    return ":".join(["fact", subject, fact.quantity, *qualifiers])


def route_key(route: str, operator: str | None = None) -> str:
    """The key of a route, or of its limit on one operator.

    >>> route_key("torch-onnx-onnxruntime", "NonZero")
    'route:torch-onnx-onnxruntime:NonZero'
    """
    return f"route:{route}" if operator is None else f"route:{route}:{operator}"


def lifecycle_key(framework: str) -> str:
    """The key of a framework's lifecycle.

    >>> lifecycle_key("mxnet")
    'lifecycle:mxnet'
    """
    return f"lifecycle:{framework}"


def why_key(scenario: str, index: int) -> str:
    """The key of a reason that a scenario gives, counted from 0.

    >>> why_key("edge-cv", 0)
    'why:edge-cv:0'
    """
    return f"why:{scenario}:{index}"


def measurement_key(measurement: str) -> str:
    """The key of a measurement by its id.

    >>> measurement_key("m1")
    'measurement:m1'
    """
    return f"measurement:{measurement}"


def is_evidence(key: str) -> bool:
    """Whether `key` names a statement or a measurement, rather than what is unknown.

    >>> is_evidence("claim:pytorch:export.onnx"), is_evidence("unknown:pytorch")
    (True, False)
    """
    return key.partition(":")[0] in ("claim", "fact", "route", "lifecycle", "measurement")


def stale_since(read: date, shelf_life_days: int, today: date) -> date | None:
    """The day a reading went stale; None while it is within its shelf life.

    >>> stale_since(date(2026, 1, 1), 30, date(2026, 2, 1))
    datetime.date(2026, 1, 31)
    >>> stale_since(date(2026, 1, 1), 30, date(2026, 1, 31)) is None
    True
    """
    limit = read + timedelta(days=shelf_life_days)
    return limit if today > limit else None


def best_citation(citations: Sequence[Citation]) -> Citation:
    """The strongest of at least one citation; of equals the one read last, then by source id."""
    return min(citations, key=lambda c: (_STRENGTH[c.grade], -c.read.toordinal(), c.source))


def item(catalog: Catalog, key: str, today: date) -> EvidenceItem:
    """The evidence behind `key`, worded in every language.

    Raises:
        KnownError: no such evidence in the catalog; measurements are not in it either, see
            `measurement_item`.
    """
    kind, _, rest = key.partition(":")
    subject, _, detail = rest.partition(":")
    makers: dict[str, Callable[[Catalog, str, str, date], EvidenceItem | None]] = {
        "claim": _claim,
        "fact": _fact,
        "route": _route,
        "lifecycle": _lifecycle,
        "why": _why,
    }
    found = makers[kind](catalog, subject, detail, today) if kind in makers else None
    if found is None:
        known = "claim:, fact:, route:, lifecycle: and why: keys name what is in the catalog"
        raise KnownError(f"there is no evidence {key!r}", hint=known)
    return found


def readings(catalog: Catalog, key: str) -> tuple[tuple[Citation, ...], int]:
    """The citations behind `key` and how many days they hold; none where there is no such key."""
    kind, _, rest = key.partition(":")
    name, _, detail = rest.partition(":")
    if kind in ("claim", "fact") and (name in catalog.devices or name in catalog.frameworks):
        thing = catalog.subject(name)
        for claim in thing.claims if kind == "claim" else ():
            if claim.capability == detail:
                return claim.evidence, catalog.capabilities[detail].shelf_life_days
        for fact in thing.facts if kind == "fact" else ():
            if fact_key(thing.id, fact) == key:
                return fact.evidence, catalog.quantities[fact.quantity].shelf_life_days
    if kind == "route" and name in catalog.routes:
        route = catalog.routes[name]
        limits = [limit.evidence for limit in route.limits if detail in limit.operators]
        return (limits[0] if detail and limits else route.evidence), ROUTE_SHELF_LIFE_DAYS
    if kind == "lifecycle" and name in catalog.frameworks:
        shown = _release(catalog.frameworks[name])
        if shown is not None:
            return shown.evidence, catalog.quantities[shown.quantity].shelf_life_days
    if kind == "why" and name in catalog.scenarios and detail.isdigit():
        reasons = catalog.scenarios[name].why
        if int(detail) < len(reasons):
            return reasons[int(detail)].evidence, STANDING_SHELF_LIFE_DAYS
    return (), 0


def measurement_item(measurement: Measurement, *, here: bool = True) -> EvidenceItem:
    """A measurement taken on this machine, or on another one of its class, as evidence."""
    from knowledge.schema.decision import EvidenceItem

    return EvidenceItem(
        key=measurement_key(measurement.id),
        statement=measurement_text(measurement),
        grade=Grade.MEASURED_HERE if here else Grade.MEASURED_ELSEWHERE,
        source="" if here else f"host {measurement.host}",
        locator=measurement.version or "",
        read=measurement.started.date(),
    )


def _claim(catalog: Catalog, subject: str, detail: str, today: date) -> EvidenceItem | None:
    thing = catalog.subject(subject)
    claim = next((c for c in thing.claims if c.capability == detail), None)
    if claim is None:
        return None
    statement = claim_text(catalog, thing.title, claim)
    shelf_life = catalog.capabilities[detail].shelf_life_days
    return _cited(
        catalog, claim_key(thing.id, detail), statement, claim.evidence, shelf_life, today
    )


def _fact(catalog: Catalog, subject: str, detail: str, today: date) -> EvidenceItem | None:
    thing = catalog.subject(subject)
    key = f"fact:{thing.id}:{detail}"
    fact = next((f for f in thing.facts if fact_key(thing.id, f) == key), None)
    if fact is None:
        return None
    statement = fact_text(catalog, thing.title, fact)
    shelf_life = catalog.quantities[fact.quantity].shelf_life_days
    return _cited(catalog, key, statement, fact.evidence, shelf_life, today)


def _route(catalog: Catalog, subject: str, detail: str, today: date) -> EvidenceItem | None:
    route = catalog.route(subject)
    statement, evidence = route_text(route), route.evidence
    if detail:
        limit = next((x for x in route.limits if detail in x.operators), None)
        if limit is None:
            return None
        statement, evidence = limit_text(route, limit, detail), limit.evidence
    key = route_key(route.id, detail or None)
    return _cited(catalog, key, statement, evidence, ROUTE_SHELF_LIFE_DAYS, today)


def _lifecycle(catalog: Catalog, subject: str, detail: str, today: date) -> EvidenceItem | None:
    """The lifecycle of a framework, shown by the fact on its releases where there is one."""
    from knowledge.schema.decision import EvidenceItem

    framework = catalog.framework(subject)
    if detail:
        return None
    key, fact = lifecycle_key(framework.id), _release(framework)
    statement = lifecycle_text(catalog, framework)
    if fact is not None:
        shelf_life = catalog.quantities[fact.quantity].shelf_life_days
        return _cited(catalog, key, statement, fact.evidence, shelf_life, today)
    return EvidenceItem(
        key=key, statement=statement, grade=Grade.DOCUMENTED, address=framework.package
    )


def _why(catalog: Catalog, subject: str, detail: str, today: date) -> EvidenceItem | None:
    scenario = catalog.scenario(subject)
    if not detail.isdigit() or int(detail) >= len(scenario.why):
        return None
    reason = scenario.why[int(detail)]
    key = why_key(scenario.id, int(detail))
    return _cited(catalog, key, reason.text, reason.evidence, STANDING_SHELF_LIFE_DAYS, today)


def _release(framework: Framework) -> Fact | None:
    facts = {fact.quantity: fact for fact in framework.facts}
    return next((facts[name] for name in LIFECYCLE_QUANTITIES if name in facts), None)


def _cited(
    catalog: Catalog,
    key: str,
    statement: LocalText,
    evidence: Sequence[Citation],
    shelf_life_days: int,
    today: date,
) -> EvidenceItem:
    from knowledge.schema.decision import EvidenceItem

    citation = best_citation(evidence)
    source = catalog.sources[citation.source]
    return EvidenceItem(
        key=key,
        statement=statement,
        grade=citation.grade,
        source=source.title,
        address=source.address,
        locator=citation.locator,
        read=citation.read,
        stale_since=stale_since(citation.read, shelf_life_days, today),
    )
