"""Show what this machine can do and what was measured on it, from the history alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from advisor.usecases.probing import stacks_with_adapter
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError, check_all
from knowledge.nearest import did_you_mean
from knowledge.roofline import ceiling, standing
from knowledge.schema.base import Noun
from knowledge.schema.machine import Baseline, Noise, Roofline
from knowledge.schema.probing import Measurement


class Shown(Noun):
    """Results of this machine, and the ceilings they stand under."""

    host: str
    roofline: Roofline | None
    baselines: tuple[Baseline, ...]
    measurements: tuple[Measurement, ...]

    def document(self) -> dict[str, Any]:
        """Plain values for JSON; every result has its `standing` under the roofline, or null."""
        places = [standing(m, self.roofline) if self.roofline else None for m in self.measurements]
        return {
            **self.model_dump(mode="json", exclude={"measurements"}),
            "measurements": [
                {
                    **m.model_dump(mode="json", exclude={"roofline"}),
                    "standing": None if where is None else where.model_dump(mode="json"),
                }
                for m, where in zip(self.measurements, places, strict=True)
            ],
        }


class Machine(Noun):
    """What this machine was seen to do without any framework."""

    baselines: tuple[Baseline, ...]
    noise: Noise | None = None


def show(
    wiring: Wiring,
    *,
    stacks: Sequence[str] = (),
    workloads: Sequence[str] = (),
    samples: bool = False,
) -> Shown:
    """The newest result of every task on this host, of the stacks and workloads that are named.

    Raises:
        KnownError: a stack or workload that does not exist and has no result.
    """
    from probes.flows.catalog import flow_ids, flow_of
    from probes.workloads.catalog import workload_ids

    earlier = wiring.of_all_modes()
    known_stacks = (*stacks_with_adapter(wiring), *(m.stack for m in earlier))
    known_workloads = (*workload_ids(), *flow_ids(), *(m.workload for m in earlier))
    check_all(
        (
            *(partial(_known, "stack", stack, known_stacks) for stack in stacks),
            *(partial(_known, "workload", name, known_workloads) for name in workloads),
        )
    )
    chosen = [
        m
        for m in earlier
        if (not stacks or m.stack in stacks)
        and (not workloads or {m.workload, flow_of(m.workload)} & {*workloads})
    ]
    if samples:
        chosen = [wiring.store.measurement(m.id) or m for m in chosen]
    chosen.sort(key=lambda m: (m.workload, m.mode, m.batch, _latency(m), m.stack))
    baselines = wiring.baselines()
    return Shown(
        host=wiring.host.id,
        roofline=ceiling(baselines, wiring.earlier()),
        baselines=baselines,
        measurements=tuple(chosen),
    )


def machine(
    wiring: Wiring,
    *,
    measure: bool,
    progress: Narrate = lambda event: None,
    stop: Callable[[], bool] = lambda: False,
) -> Machine:
    """What is known of this machine's ceilings; with `measure` they are measured now."""
    noise = None
    if measure:
        noise = wiring.calibrate(ceilings=True, progress=progress, stop=stop).noise
    return Machine(baselines=wiring.baselines(), noise=noise)


def _latency(measurement: Measurement) -> float:
    return measurement.latency.point if measurement.latency else float("inf")


def _known(what: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise KnownError(f"unknown {what} {name!r}", hint=did_you_mean(name, known))
