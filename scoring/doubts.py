"""What a measurement here would settle of the requirements that nothing proves or refutes.

Pure. A ceiling (latency, memory, a veto) is met or not by the amount that the criterion's cell
believes in. Whether a stack runs at all, or agrees with fp32, no cell tells before it is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.decision import CriterionView, Exclusion
from knowledge.schema.probing import Task
from knowledge.schema.scenario import Preference, RequirementKind, Scenario, WorkloadUse
from scoring.draws import Array
from scoring.measured import per_second
from scoring.veto import worse

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

SETTLED = frozenset(
    {
        RequirementKind.LATENCY,
        RequirementKind.MEMORY,
        RequirementKind.AGREEMENT,
        RequirementKind.RUNS,
    }
)
"""Kinds that a run on this machine answers."""
VETO = "veto."


@dataclass(frozen=True, slots=True)
class Doubted:
    """A requirement of one alternative that a measurement on one of `uses` would settle."""

    alternative: str
    title: LocalText
    measured: str | None
    """What is limited: latency or memory; None where it is no amount."""
    criterion: str | None
    """The criterion that a veto is on."""
    limit: float
    """In seconds, MiB, or the vetoed criterion's unit."""
    uses: frozenset[WorkloadUse]

    def settled_by(self, task: Task) -> bool:
        """Whether the requirement is asked of what `task` runs."""
        return WorkloadUse(workload=task.workload, batch=task.batch) in self.uses

    def limits(self, view: CriterionView) -> bool:
        """Whether the criterion's amount is what is limited."""
        if self.criterion is not None:
            return view.id == self.criterion
        return self.measured is not None and view.measured == self.measured

    def met(self, view: CriterionView, amounts: Array) -> Array:
        """1 where an amount, in the criterion's unit, meets the requirement, else 0."""
        if self.criterion is not None:
            return np.array([not worse(view, float(x), self.limit) for x in amounts], float)
        factor = per_second(view.id, view.unit) if self.measured == "latency" else 1.0
        return np.asarray(amounts <= self.limit * factor, float)


def doubted(
    catalog: Catalog, scenario: Scenario, unverified: Sequence[Exclusion]
) -> tuple[Doubted, ...]:
    """Those of `unverified` that a measurement would settle, in their order."""
    asked = {one.id: one for one in scenario.requirements if one.kind in SETTLED}
    on = {p.criterion: p for p in scenario.preferences if p.measure is not None}
    found = []
    for one in unverified:
        name = one.requirement.removeprefix(VETO)
        if name != one.requirement:
            veto = on.get(name)
            if veto is not None and veto.measure is not None and veto.veto is not None:
                uses = frozenset([veto.measure])
                found.append(Doubted(one.alternative, one.title, None, name, veto.veto, uses))
        elif one.requirement in asked:
            kind = asked[one.requirement].kind.value
            amount = kind in ("latency", "memory")
            limit = float(asked[one.requirement].value or "inf") if amount else 0.0
            judged = _judged(catalog, on.values(), kind) or frozenset(scenario.workloads)
            measured = kind if amount else None
            found.append(Doubted(one.alternative, one.title, measured, None, limit, judged))
    return tuple(found)


def _judged(
    catalog: Catalog, preferences: Iterable[Preference], kind: str
) -> frozenset[WorkloadUse]:
    """The workloads by whose `kind` the scenario judges."""
    return frozenset(
        p.measure
        for p in preferences
        if p.measure is not None and catalog.criterion(p.criterion).measured == kind
    )
