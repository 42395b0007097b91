"""Which measurement of a task counts when there are several.

Pure. A task that ran keeps its result: a later "not tried" does not unsay it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from knowledge.schema.decision import Alternative
from knowledge.schema.probing import Measurement, Precision, Status
from knowledge.schema.scenario import WorkloadUse

BROKEN = frozenset({Status.FAILED, Status.CRASHED, Status.TIMEOUT})
"""Ends that show the stack does not work on the task."""

_CONCLUSIVE = BROKEN | {Status.OK}

Key = tuple[str, str, int, str]
"""Stack, workload, batch, precision."""


def newest(measurements: Iterable[Measurement]) -> dict[Key, Measurement]:
    """Per task the newest measurement that ran; where none ran, the newest of the others."""
    found: dict[Key, Measurement] = {}
    for m in sorted(measurements, key=_precedence):
        found[(m.stack, m.workload, m.batch, m.precision)] = m
    return found


def _precedence(measurement: Measurement) -> tuple[bool, float, str]:
    return measurement.status in _CONCLUSIVE, measurement.started.timestamp(), measurement.id


def of_alternative(
    found: Mapping[Key, Measurement], alternative: Alternative, use: WorkloadUse
) -> Measurement | None:
    """The measurement of the alternative's stack on a workload, in its own precision."""
    return found.get((alternative.stack, use.workload, use.batch, alternative.precision))


def of_another_route(measurement: Measurement, alternative: Alternative) -> bool:
    """Whether what ran, or did not, was converted by another route than the alternative's.

    It then tells of the runtime, but not of the alternative's own artefact. What only quantised
    the model that the runtime would read is no route: any that gives the model leads there.
    """
    conversion = measurement.conversion
    if conversion is not None and measurement.precision is Precision.INT8 and not conversion.routes:
        return False
    return conversion is not None and alternative.route not in conversion.routes
