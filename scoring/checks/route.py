"""Whether a route carries the operators of the scenario's workloads.

Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.evidence import route_key
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Route, RouteLimit
from knowledge.schema.scenario import Requirement
from scoring import reasons
from scoring.checks.known import Doubt, Known
from scoring.reading import usable


def operators(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the route works and loses none of them; a stack without a route has none to lose."""
    del requirement
    if alternative.route is None:
        return None
    route = known.catalog.routes[alternative.route]
    evidence = (route_key(route.id),)
    if usable(route.evidence) is None:
        return Doubt(False, reasons.route_unsettled(route), evidence)
    if route.support.level == 0:
        return Doubt(True, reasons.no_route(route), evidence)
    workloads = [use.workload for use in known.scenario.workloads]
    needed = frozenset[str]().union(*(known.operators.get(w, frozenset()) for w in workloads))
    if lost := _lost(route, needed, settled=True):
        keys = tuple(route_key(route.id, operator) for operator in lost)
        return Doubt(True, reasons.cannot_carry(route, lost), keys)
    return _unproven(known, route, needed, workloads)


def _unproven(
    known: Known, route: Route, needed: frozenset[str], workloads: Sequence[str]
) -> Doubt | None:
    """What keeps a route that loses no operator for certain from being proved to carry all."""
    if disputed := _lost(route, needed, settled=False):
        keys = tuple(route_key(route.id, operator) for operator in disputed)
        return Doubt(False, reasons.might_not_carry(route, disputed), keys)
    if route.support.partial and not route.limits:
        return Doubt(False, reasons.route_partial(route), (route_key(route.id),))
    unlisted = [workload for workload in workloads if workload not in known.operators]
    if unlisted and route.limits:
        return Doubt(False, reasons.operators_not_listed(unlisted[0]), (route_key(route.id),))
    return None


def _lost(route: Route, needed: frozenset[str], *, settled: bool) -> tuple[str, ...]:
    """Needed operators under a limit whose evidence stands (`settled`) or was contradicted."""

    def stands(limit: RouteLimit) -> bool:
        return usable(limit.evidence) is not None

    lost = {o for limit in route.limits if stands(limit) is settled for o in limit.operators}
    return tuple(sorted(lost & needed))
