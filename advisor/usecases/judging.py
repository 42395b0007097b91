"""Judge fresh measurements: hold them against the machine's ceilings, and say what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.roofline import ceiling
from knowledge.schema.host import Host
from knowledge.schema.machine import Baseline, Noise
from knowledge.schema.probing import Measurement, Status
from probes.diagnosis.known import Known
from probes.diagnosis.rules import diagnose


def judged(
    fresh: Sequence[Measurement],
    *,
    host: Host,
    noise: Noise | None,
    baselines: Sequence[Baseline],
    earlier: Sequence[Measurement],
) -> tuple[Measurement, ...]:
    """The measurements with the roofline they stand under, the noise they arose in, and findings.

    Args:
        fresh: of one run, with their samples.
        host: where they were taken.
        noise: of the machine, told before the run.
        baselines: what the host reached without any framework.
        earlier: results of earlier runs on the same host; a task measured now hides its own.
    """
    now = {m.task for m in fresh}
    others = [m for m in earlier if m.task not in now]
    roofline = ceiling(baselines, [*others, *fresh])
    placed = [
        m.model_copy(update={"noise": noise, "roofline": roofline}) if m.status is Status.OK else m
        for m in fresh
    ]
    found = []
    for m in placed:
        siblings = [*(other for other in placed if other is not m), *others]
        findings = diagnose(Known(m, host, siblings, roofline))
        found.append(m.model_copy(update={"findings": findings}) if findings else m)
    return tuple(found)
