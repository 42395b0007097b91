"""Whether times that are compared were taken together, or in runs under different loads.

Pure. Within a run the stacks are sampled in turn, so what disturbs the machine disturbs all alike;
between runs nothing makes them comparable but that the machine was as quiet.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from knowledge.schema.base import Noun
from knowledge.schema.probing import Measurement, Precision, RunMode, Status

ALIKE = 0.15
"""Cores that others kept busy before one run more than before another: as for a sample."""


class Mixture(Noun):
    """One task whose stacks were timed in several runs."""

    workload: str
    batch: int
    precision: Precision
    mode: RunMode = RunMode.INFERENCE
    stacks: tuple[str, ...]
    """All of them, the fastest first."""
    runs: tuple[datetime, ...]
    """When each began, oldest first."""
    foreign_cpu: tuple[float, float] | None = None
    """The least and the most cores that others kept busy before one of them, as far as told."""
    shaky: bool = False
    """One of the times is inconclusive."""

    @property
    def alike(self) -> bool:
        """Whether the machine is known to have been as quiet before each of the runs."""
        if self.foreign_cpu is None or self.shaky:
            return False
        least, most = self.foreign_cpu
        return most - least <= ALIKE


def mixtures(measurements: Iterable[Measurement]) -> tuple[Mixture, ...]:
    """The tasks whose stacks were timed in more than one run, most stacks first."""
    groups: dict[tuple[str, int, Precision, RunMode], list[Measurement]] = {}
    for m in measurements:
        if m.status is Status.OK and m.latency is not None:
            groups.setdefault((m.workload, m.batch, m.precision, m.mode), []).append(m)
    found = [_mixture(group) for group in groups.values() if len({m.started for m in group}) > 1]
    return tuple(sorted(found, key=lambda each: -len(each.stacks)))


def _mixture(group: list[Measurement]) -> Mixture:
    runs = {m.started: m.noise for m in group}
    told = [noise.foreign_cpu for noise in runs.values() if noise is not None]
    whole = len(told) == len(runs)
    ordered = sorted(group, key=lambda m: m.latency.point if m.latency else 0.0)
    one = ordered[0]
    return Mixture(
        workload=one.workload,
        batch=one.batch,
        precision=one.precision,
        mode=one.mode,
        stacks=tuple(dict.fromkeys(m.stack for m in ordered)),
        runs=tuple(sorted(runs)),
        foreign_cpu=(min(told), max(told)) if whole else None,
        shaky=any(not m.steady for m in group),
    )
