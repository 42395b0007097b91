"""Measure tasks on this machine: find or make the environments, run, keep the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from advisor.usecases.environments import create_environments
from advisor.wiring import Narrate, Wiring
from knowledge.schema.environment import Environment
from knowledge.schema.probing import Measurement, Task
from knowledge.schema.progress import Progress


def measure(
    wiring: Wiring,
    tasks: Sequence[Task],
    *,
    budget_s: float,
    seed: int,
    provision: bool,
    progress: Narrate,
    stop: Callable[[], bool],
) -> tuple[Measurement, ...]:
    """Measure `tasks` within `budget_s` seconds and store what came out.

    Provisioning time is not part of the budget. A task whose framework is not on the machine
    comes back as unavailable.
    """
    if provision:
        create_environments(wiring, specs_of(wiring, tasks), progress)
    environments = environments_for(wiring, tasks)
    progress(Progress(stage="begin", done=0, total=len(tasks), budget_s=budget_s))
    measurements = wiring.measure(
        tasks, environments, budget_s=budget_s, seed=seed, progress=progress, stop=stop
    )
    wiring.store.save_host(wiring.host)
    wiring.store.save_environments(wiring.host.id, list(environments.values()))
    wiring.store.save_measurements(list(measurements))
    return measurements


def specs_of(wiring: Wiring, tasks: Sequence[Task]) -> tuple[str, ...]:
    """The environment specs that the tasks' frameworks live in, in task order."""
    owners = (wiring.catalog.mode(task.stack)[0].environment for task in tasks)
    return tuple(dict.fromkeys(spec for spec in owners if spec is not None))


def environments_for(wiring: Wiring, tasks: Sequence[Task]) -> dict[str, Environment]:
    """The environment each stack is measured in, by stack id; stacks without one are absent."""
    from probes.environments import preferred

    best = preferred(wiring.environments())
    chosen = {}
    for task in tasks:
        spec = wiring.catalog.mode(task.stack)[0].environment
        if spec is not None and spec in best:
            chosen[task.stack] = best[spec]
    return chosen
