"""Screening: what a requirement rules out, with its evidence, and what could not be checked.

Pure. Unknown is not pass and not fail: the alternative is kept and listed as unverified. What is
known not to work (a broken route, a failed run) is never ranked, asked for or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Alternative, Exclusion
from knowledge.schema.probing import Measurement, Precision
from knowledge.schema.scenario import Requirement, RequirementKind, Scenario
from scoring.checks import capability, measured, route, sentences, standing, without
from scoring.checks.known import Check, Doubt, Known
from scoring.newest import newest

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

_TARGET = Requirement(
    id="target",
    kind=RequirementKind.TARGET,
    title=LocalText(en="It computes on the target hardware", zh="可在目标硬件上计算"),
)
_PRECISION = Requirement(
    id="precision",
    kind=RequirementKind.PRECISION,
    title=LocalText(en="It computes in its precision", zh="支持所列精度"),
)
_IMPLIED = (
    Requirement(
        id="route-works",
        kind=RequirementKind.OPERATORS,
        title=LocalText(en="The route works for the model", zh="转换路线对模型可用"),
    ),
    Requirement(
        id="runs-here",
        kind=RequirementKind.RUNS,
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


def asked_of(scenario: Scenario, devices: frozenset[str]) -> tuple[Requirement, ...]:
    """The requirements every stack is held against: the scenario's, the target if it is known,
    and its own precision where others than fp32 are compared.
    """
    asked = (_TARGET, *scenario.requirements) if devices else scenario.requirements
    return asked if set(scenario.precisions) == {Precision.FP32} else (*asked, _PRECISION)


def asking(scenario: Scenario, requirements: Sequence[Requirement]) -> Scenario:
    """The scenario with more requirements; what it asks already is not asked twice."""
    found = {_asked(requirement): requirement for requirement in scenario.requirements}
    for requirement in requirements:
        found.setdefault(_asked(requirement), requirement)
    return scenario.model_copy(update={"requirements": tuple(found.values())})


def _asked(requirement: Requirement) -> tuple[object, ...]:
    return requirement.kind, requirement.part, requirement.capability, requirement.value


def screen(
    catalog: Catalog,
    scenario: Scenario,
    alternatives: Sequence[Alternative],
    measurements: Sequence[Measurement],
    operators: Mapping[str, frozenset[str]],
    devices: frozenset[str] = frozenset(),
    *,
    today: date,
    weights_mib: Mapping[str, float] = MappingProxyType({}),
) -> Screening:
    """Hold every alternative against every requirement of the scenario.

    Args:
        catalog: the knowledge to check against; what is assumed in it is told apart.
        scenario: its requirements, and the workloads they are asked of.
        alternatives: the stacks to check.
        measurements: what was measured on this machine, in any order, old ones included.
        operators: per workload id the ONNX operators it needs; a missing workload is unknown.
        devices: capabilities device.* of the target, of which one will do; empty asks nothing.
        today: the day from which ages and horizons count.
        weights_mib: per workload id what its weights take; a missing workload is unknown.
    """
    known = Known(catalog, scenario, newest(measurements), operators, devices, today, weights_mib)
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
        failures = [_exclusion(known, alternative, r, d) for r, d in doubts if d.fails]
        excluded += failures
        if not failures:
            kept.append(alternative)
            unverified += [
                _exclusion(known, alternative, r, d) for r, d in doubts if r not in implied
            ]
    return Screening(tuple(kept), tuple(excluded), tuple(unverified))


def _exclusion(
    known: Known, alternative: Alternative, requirement: Requirement, doubt: Doubt
) -> Exclusion:
    taken = tuple(key for key in doubt.evidence if key in known.catalog.assumed)
    return Exclusion(
        alternative=alternative.id,
        label=alternative.label,
        requirement=requirement.id,
        title=requirement.title,
        reason=sentences.assumed(doubt.reason) if taken else doubt.reason,
        evidence=tuple(key for key in doubt.evidence if key not in taken),
        assumed=taken,
        waivable=requirement.kind not in _FACTS,
    )


_FACTS = frozenset({RequirementKind.OPERATORS, RequirementKind.RUNS, RequirementKind.PRECISION})
"""What fails these does not work: nobody can decide to do without."""
_CHECKS: Mapping[RequirementKind, Check] = {
    RequirementKind.CAPABILITY: capability.capability,
    RequirementKind.DEVICE: capability.device,
    RequirementKind.LANGUAGE: capability.language,
    RequirementKind.LICENCE: standing.licence,
    RequirementKind.LATENCY: measured.latency,
    RequirementKind.MEMORY: measured.memory,
    RequirementKind.LIFECYCLE: standing.lifecycle,
    RequirementKind.RELEASED: standing.released,
    RequirementKind.SUPPORT: standing.support,
    RequirementKind.AGREEMENT: measured.agreement,
    RequirementKind.PRECISION: capability.precision,
    RequirementKind.OPERATORS: route.operators,
    RequirementKind.RUNS: measured.runs,
    RequirementKind.TARGET: capability.target,
    RequirementKind.WITHOUT: without.without,
}
