"""How old the evidence is, on how many sources it rests, and what the first places run into."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from advisor.usecases.dossier.heard import reference
from knowledge.evidence import LIFECYCLE_QUANTITIES, best_citation, lifecycle_key, readings
from knowledge.schema.dossier import Age, Standing, Trap
from knowledge.schema.evidence import Grade

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Alternative, Recommendation
    from knowledge.schema.framework import Framework


def ages(catalog: Catalog, recommendation: Recommendation) -> tuple[Age, ...]:
    """The age of every piece of evidence that is read from sources and still in the catalog."""
    found = []
    for item in recommendation.evidence:
        citations, shelf_life = readings(catalog, item.key)
        citations = tuple(c for c in citations if c.grade is not Grade.CONTRADICTED)
        if citations:
            best = best_citation(citations)
            found.append(
                Age(
                    key=item.key,
                    read=best.read,
                    until=best.read + timedelta(days=shelf_life),
                    sources=len({citation.source for citation in citations}),
                )
            )
    return tuple(found)


def parts_of(catalog: Catalog, stacks: Sequence[Alternative]) -> dict[str, Framework]:
    """The frameworks that some stacks are made of, in order, as far as the catalog has them."""
    names = dict.fromkeys(name for one in stacks for name in (one.trainer, one.runtime))
    return {name: catalog.frameworks[name] for name in names if name in catalog.frameworks}


def traps(catalog: Catalog, stacks: Sequence[Alternative]) -> tuple[Trap, ...]:
    """What surprises those who do not know it, of the frameworks in some stacks."""
    found = []
    for framework in parts_of(catalog, stacks).values():
        for caveat in framework.caveats:
            where = reference(catalog, caveat.evidence)
            if where is not None:
                found.append(Trap(framework=framework.title, text=caveat.text, reference=where))
    return tuple(found)


def standings(catalog: Catalog, stacks: Sequence[Alternative]) -> tuple[Standing, ...]:
    """Whether the frameworks in some stacks are alive."""
    return tuple(
        _standing(catalog, framework, stacks) for framework in parts_of(catalog, stacks).values()
    )


def _standing(catalog: Catalog, framework: Framework, stacks: Sequence[Alternative]) -> Standing:
    facts = {fact.quantity: fact for fact in framework.facts}
    shown = next((facts[name] for name in LIFECYCLE_QUANTITIES if name in facts), None)
    day = facts.get("release.date")
    after = None if framework.successor is None else catalog.framework(framework.successor).title
    return Standing(
        framework=framework.title,
        used_by=tuple(s.label for s in stacks if framework.id in (s.trainer, s.runtime)),
        lifecycle=framework.lifecycle,
        successor=after,
        evidence=lifecycle_key(framework.id),
        reference=None if shown is None else reference(catalog, shown.evidence),
        released=None if day is None else str(day.value),
    )
