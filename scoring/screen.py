"""Screening: what a requirement rules out, with its evidence, and what could not be checked.

Pure. Unknown is not pass and not fail: the alternative is kept and listed as unverified. What is
known not to work (a broken route, a failed run) is never ranked, asked for or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.evidence import claim_key, lifecycle_key, measurement_key, route_key
from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Part
from knowledge.schema.decision import Alternative, Exclusion
from knowledge.schema.framework import Lifecycle, Route, RouteLimit
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.scenario import Requirement, Scenario
from scoring import reasons
from scoring.newest import BROKEN, Key, newest, of_alternative, of_another_route
from scoring.reading import usable
from scoring.speaker import speaker

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

_TARGET = Requirement(
    id="target",
    kind="target",
    title=LocalText(en="It computes on the target hardware", zh="可在目标硬件上计算"),
)
_IMPLIED = (
    Requirement(
        id="route-works",
        kind="operators",
        title=LocalText(en="The route works for the model", zh="转换路线对模型可用"),
    ),
    Requirement(
        id="runs-here",
        kind="runs",
        title=LocalText(en="It does not fail on this machine", zh="在本机运行不失败"),
    ),
)
"""Held against every scenario that does not state its own; they exclude, but ask for no proof."""


@dataclass(frozen=True, slots=True)
class Screening:
    """What is left to rank, what is not and why, and what is kept without proof."""

    kept: tuple[Alternative, ...]
    excluded: tuple[Exclusion, ...]
    """One per alternative and failed requirement."""
    unverified: tuple[Exclusion, ...]
    """One per kept alternative and requirement that nothing proves or refutes."""


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why an alternative does not plainly pass; `fails` tells a no from a not known."""

    fails: bool
    reason: LocalText
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """All that a check looks at."""

    catalog: Catalog
    scenario: Scenario
    measured: Mapping[Key, Measurement]
    operators: Mapping[str, frozenset[str]]
    devices: frozenset[str]


def asked_of(scenario: Scenario, devices: frozenset[str]) -> tuple[Requirement, ...]:
    """The requirements every stack is held against: the scenario's, and the target if known."""
    return (_TARGET, *scenario.requirements) if devices else scenario.requirements


def screen(
    catalog: Catalog,
    scenario: Scenario,
    alternatives: Sequence[Alternative],
    measurements: Sequence[Measurement],
    operators: Mapping[str, frozenset[str]],
    devices: frozenset[str] = frozenset(),
) -> Screening:
    """Hold every alternative against every requirement of the scenario.

    Args:
        catalog: the knowledge to check against.
        scenario: its requirements, and the workloads they are asked of.
        alternatives: the stacks to check.
        measurements: what was measured on this machine, in any order, old ones included.
        operators: per workload id the ONNX operators it needs; a missing workload is unknown.
        devices: capabilities device.* of the target, of which one will do; empty asks nothing.
    """
    known = _Known(catalog, scenario, newest(measurements), operators, devices)
    asked = asked_of(scenario, devices)
    kinds = {requirement.kind for requirement in scenario.requirements}
    implied = [requirement for requirement in _IMPLIED if requirement.kind not in kinds]
    kept: list[Alternative] = []
    excluded: list[Exclusion] = []
    unverified: list[Exclusion] = []
    for alternative in alternatives:
        doubts = [
            (requirement, doubt)
            for requirement in (*asked, *implied)
            if (doubt := _CHECKS[requirement.kind](known, requirement, alternative)) is not None
        ]
        failures = [_exclusion(alternative, r, d) for r, d in doubts if d.fails]
        excluded += failures
        if not failures:
            kept.append(alternative)
            unverified += [_exclusion(alternative, r, d) for r, d in doubts if r not in implied]
    return Screening(tuple(kept), tuple(excluded), tuple(unverified))


def _exclusion(alternative: Alternative, requirement: Requirement, doubt: _Doubt) -> Exclusion:
    return Exclusion(
        alternative=alternative.id,
        label=alternative.label,
        requirement=requirement.id,
        title=requirement.title,
        reason=doubt.reason,
        evidence=doubt.evidence,
    )


def _capability(known: _Known, requirement: Requirement, alternative: Alternative) -> _Doubt | None:
    capability = requirement.capability or ""
    part = requirement.part or Part.RUNTIME
    framework = speaker(known.catalog, alternative, part, capability)
    title = known.catalog.capabilities[capability].title
    claim = framework.claim(capability)
    if claim is None or usable(claim.evidence) is None:
        return _Doubt(fails=False, reason=reasons.not_known(framework, title))
    evidence = (claim_key(framework.id, capability),)
    if claim.support.level == 0:
        return _Doubt(True, reasons.lacks(framework, title, claim), evidence)
    if claim.support.partial:
        return _Doubt(False, reasons.partly(framework, title, claim.note), evidence)
    return None


def _target(known: _Known, requirement: Requirement, alternative: Alternative) -> _Doubt | None:
    """Whether the mode computes on one of the target's devices, and the framework supports it."""
    del requirement
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id})"
    wanted = sorted(known.devices)
    titles = {device: known.catalog.capabilities[device].title for device in wanted}
    possible = [device for device in wanted if not mode.devices or device in mode.devices]
    if not possible:
        own = [known.catalog.capabilities[device].title for device in mode.devices]
        keys = tuple(
            claim_key(framework.id, device)
            for device in (*mode.devices, *wanted)
            if framework.claim(device) is not None
        )
        return _Doubt(True, reasons.other_hardware(name, own, list(titles.values())), keys)
    owners = {d: speaker(known.catalog, alternative, Part.RUNTIME, d) for d in possible}
    claims = {device: owner.claim(device) for device, owner in owners.items()}
    settled = {d: c for d, c in claims.items() if c is not None and usable(c.evidence) is not None}
    if any(claim.support.level == 1 for claim in settled.values()):
        return None
    for device, claim in settled.items():
        if claim.support.level > 0:
            reason = reasons.partly(owners[device], titles[device], claim.note)
            return _Doubt(False, reason, (claim_key(owners[device].id, device),))
    if len(settled) == len(possible):
        keys = tuple(claim_key(owners[device].id, device) for device in settled)
        first = next(iter(settled))
        return _Doubt(True, reasons.lacks(owners[first], titles[first], settled[first]), keys)
    unknown = next(device for device in possible if device not in settled)
    return _Doubt(False, reasons.not_known(framework, titles[unknown]))


def _lifecycle(known: _Known, requirement: Requirement, alternative: Alternative) -> _Doubt | None:
    del requirement
    for part in dict.fromkeys((alternative.trainer, alternative.runtime)):
        framework = known.catalog.framework(part)
        if framework.lifecycle is Lifecycle.DEAD:
            successor = framework.successor
            title = known.catalog.framework(successor).title if successor else None
            reason = reasons.discontinued(framework, title)
            return _Doubt(True, reason, (lifecycle_key(framework.id),))
    return None


def _operators(known: _Known, requirement: Requirement, alternative: Alternative) -> _Doubt | None:
    del requirement
    if alternative.route is None:
        return None
    route = known.catalog.routes[alternative.route]
    evidence = (route_key(route.id),)
    if usable(route.evidence) is None:
        return _Doubt(False, reasons.route_unsettled(route), evidence)
    if route.support.level == 0:
        return _Doubt(True, reasons.no_route(route), evidence)
    workloads = [use.workload for use in known.scenario.workloads]
    needed = frozenset[str]().union(*(known.operators.get(w, frozenset()) for w in workloads))
    if lost := _lost(route, needed, settled=True):
        keys = tuple(route_key(route.id, operator) for operator in lost)
        return _Doubt(True, reasons.cannot_carry(route, lost), keys)
    return _operators_unproven(known, route, needed, workloads)


def _operators_unproven(
    known: _Known, route: Route, needed: frozenset[str], workloads: Sequence[str]
) -> _Doubt | None:
    """What keeps a route that loses no operator for certain from being proved to carry all."""
    if disputed := _lost(route, needed, settled=False):
        keys = tuple(route_key(route.id, operator) for operator in disputed)
        return _Doubt(False, reasons.might_not_carry(route, disputed), keys)
    if route.support.partial and not route.limits:
        return _Doubt(False, reasons.route_partial(route), (route_key(route.id),))
    unlisted = [workload for workload in workloads if workload not in known.operators]
    if unlisted and route.limits:
        return _Doubt(False, reasons.operators_not_listed(unlisted[0]), (route_key(route.id),))
    return None


def _lost(route: Route, needed: frozenset[str], *, settled: bool) -> tuple[str, ...]:
    """Needed operators under a limit whose evidence stands (`settled`) or was contradicted."""

    def stands(limit: RouteLimit) -> bool:
        return usable(limit.evidence) is not None

    lost = {o for limit in route.limits if stands(limit) is settled for o in limit.operators}
    return tuple(sorted(lost & needed))


def _runs(known: _Known, requirement: Requirement, alternative: Alternative) -> _Doubt | None:
    del requirement
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id})"
    tried = [
        (use, of_alternative(known.measured, alternative, use)) for use in known.scenario.workloads
    ]
    for _, found in tried:
        if found is None or of_another_route(found, alternative):
            continue
        if found.status in BROKEN:
            return _Doubt(True, reasons.ended_badly(name, found), (measurement_key(found.id),))
    for use, found in tried:
        if found is None and mode.adapter is None:
            return _Doubt(False, reasons.no_probe(name))
        if found is None or found.status is not Status.OK:
            return _Doubt(False, reasons.not_run(name, use, found))
    return None


_CHECKS = {
    "capability": _capability,
    "lifecycle": _lifecycle,
    "operators": _operators,
    "target": _target,
    "runs": _runs,
}
