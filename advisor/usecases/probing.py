"""Probe: choose what to measure by hand, and measure it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from advisor.usecases.measuring import measure
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.probing import Measurement, Task


class Measurable(Noun):
    """Everything `advisor probe` can measure on this machine, once the frameworks are there."""

    stacks: dict[str, bool]
    """Stack id -> whether an environment on this machine holds its framework."""
    workloads: dict[str, LocalText]


def measurable(wiring: Wiring) -> Measurable:
    """The stacks that have an adapter, and the workloads."""
    from probes.workloads.catalog import title, workload_ids

    held = {environment.spec for environment in wiring.environments()}
    return Measurable(
        stacks={
            stack: wiring.catalog.mode(stack)[0].environment in held
            for stack in stacks_with_adapter(wiring)
        },
        workloads={name: title(name) for name in workload_ids()},
    )


def stacks_with_adapter(wiring: Wiring) -> tuple[str, ...]:
    """`<framework>/<mode>` of every mode that a probe can run, in catalog order."""
    return tuple(
        f"{framework.id}/{mode.id}"
        for framework in wiring.catalog.frameworks.values()
        for mode in framework.modes
        if mode.adapter is not None
    )


def probe(
    wiring: Wiring,
    *,
    stacks: Sequence[str],
    workloads: Sequence[str],
    batches: Sequence[int],
    budget_s: float,
    seed: int,
    provision: bool,
    progress: Narrate,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Measurement, ...]:
    """Measure every combination of `stacks`, `workloads` and `batches`.

    No stacks means all that have an adapter; no workloads means all of them.

    Raises:
        KnownError: a stack or workload that does not exist, before anything is measured.
    """
    from probes.workloads.catalog import workload_ids

    known_stacks, known_workloads = stacks_with_adapter(wiring), workload_ids()
    for stack in stacks:
        if stack not in known_stacks:
            raise KnownError(f"unknown stack {stack!r}", hint=did_you_mean(stack, known_stacks))
    for name in workloads:
        if name not in known_workloads:
            raise KnownError(f"unknown workload {name!r}", hint=did_you_mean(name, known_workloads))
    tasks = tuple(
        Task(stack=stack, workload=workload, batch=batch)
        for stack in (stacks or known_stacks)
        for workload in (workloads or known_workloads)
        for batch in batches
    )
    return measure(
        wiring,
        tasks,
        budget_s=budget_s,
        seed=seed,
        provision=provision,
        progress=progress,
        stop=stop,
    )
