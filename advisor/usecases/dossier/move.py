"""What moving from a stack in use to the first place takes: what stays, goes, and comes along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.named import thing
from knowledge.nearest import did_you_mean
from knowledge.schema.dossier import Move

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.base import LocalText
    from knowledge.schema.decision import RankedAlternative, Recommendation

FELT = 0.005
"""Changes of the expected value by a criterion below this are not told."""


def move(catalog: Catalog, recommendation: Recommendation, origin: str) -> Move | None:
    """The move from `origin`, a framework, a stack or the id of one; None where nothing is ranked.

    Raises:
        KnownError: nothing is called so.
    """
    old_trainer, old_runtime, label = _origin(catalog, recommendation, origin)
    if not recommendation.ranking:
        return None
    stacks = {alternative.id: alternative for alternative in recommendation.matrix.alternatives}
    first = stacks[recommendation.ranking[0].id]
    old = dict.fromkeys((old_trainer, old_runtime))
    new = dict.fromkeys((first.trainer, first.runtime))
    before = _ranked(recommendation, origin, old_trainer, old_runtime)
    return Move(
        origin=label if before is None else before.label,
        keeps=tuple(catalog.framework(n).title for n in old if n in new),
        drops=tuple(catalog.framework(n).title for n in old if n not in new),
        brings=tuple(catalog.framework(n).title for n in new if n not in old),
        route=_along(catalog, old_trainer, first.runtime),
        rewrite=old_trainer != first.trainer,
        advice=catalog.framework(old_trainer).migration,
        gains=() if before is None else _gains(recommendation, before),
        ranked=before is not None,
    )


def _origin(catalog: Catalog, recommendation: Recommendation, text: str) -> tuple[str, str, str]:
    """What is trained with, what runs it, and what to call the stack."""
    wanted = text.strip().replace("+", ">").partition("@")[0]
    for one in recommendation.matrix.alternatives:
        if wanted == one.id or text.strip() == one.label:
            return one.trainer, one.runtime, one.label
    trainer, arrow, rest = wanted.partition(">")
    if arrow:
        source = catalog.framework(thing(catalog, trainer))
        target = catalog.framework(thing(catalog, rest.partition("/")[0]))
        return source.id, target.id, f"{source.title} → {target.title}"
    if "/" in wanted:
        framework, mode = catalog.mode(wanted)
        return framework.id, framework.id, f"{framework.title} ({mode.id})"
    name = thing(catalog, wanted)
    if name not in catalog.frameworks:
        raise KnownError(f"unknown stack {text!r}", hint=did_you_mean(text, [*catalog.frameworks]))
    return name, name, catalog.framework(name).title


def _ranked(
    recommendation: Recommendation, text: str, trainer: str, runtime: str
) -> RankedAlternative | None:
    """The stack in use as it is ranked: itself, or the best of those made of the same parts."""
    stacks = {alternative.id: alternative for alternative in recommendation.matrix.alternatives}
    wanted = text.strip().replace("+", ">")
    rows = [row for row in recommendation.ranking if wanted in (row.id, row.label)]
    if not rows and ("/" not in wanted or ">" in wanted):
        rows = [
            row
            for row in recommendation.ranking
            if (stacks[row.id].trainer, stacks[row.id].runtime) == (trainer, runtime)
        ]
    return rows[0] if rows else None


def _along(catalog: Catalog, trainer: str, runtime: str) -> tuple[str, ...]:
    """Steps of the best route that brings trained models to what runs them then."""
    if trainer == runtime:
        return ()
    routes = [
        route
        for route in catalog.routes.values()
        if (catalog.framework(route.source).id, catalog.framework(route.target).id)
        == (trainer, runtime)
        and route.support.level > 0
    ]
    best = max(routes, key=lambda route: route.support.level, default=None)
    return () if best is None else best.steps


def _gains(
    recommendation: Recommendation, before: RankedAlternative
) -> tuple[tuple[LocalText, float], ...]:
    first = recommendation.ranking[0]
    found = [
        (view.title, first.contributions.get(view.id, 0.0) - before.contributions.get(view.id, 0.0))
        for view in recommendation.matrix.criteria
    ]
    return tuple(sorted((one for one in found if abs(one[1]) >= FELT), key=lambda one: -one[1]))
