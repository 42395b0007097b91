"""What a question can measure on this machine: environments, earlier results, expected time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.usecases.measuring import environments_for
from advisor.usecases.planning import plan, reusable
from advisor.usecases.recommend import subject_of
from advisor.usecases.whatif import meant_for
from knowledge.schema.base import Noun

if TYPE_CHECKING:
    from advisor.usecases.session import Session
    from advisor.wiring import Wiring


class Home(Noun):
    """An environment that the question's stacks are measured in."""

    spec: str
    title: str
    stacks: tuple[str, ...]
    present: bool
    version: str = ""
    megabytes: int = 0
    """What making it downloads, about."""
    extra: bool = False
    """Made only when it is asked for by name."""


class Readiness(Noun):
    """How far this machine can answer."""

    here: bool
    """Whether it is of the kind the scenario is meant for."""
    homes: tuple[Home, ...] = ()
    tasks: int = 0
    runnable: int = 0
    """Tasks whose environments are all there."""
    known: int = 0
    """Tasks with a clean result of an earlier run."""
    seconds: float = 0.0
    """Expected for one process of everything."""


def readiness(wiring: Wiring, session: Session) -> Readiness:
    """What measuring for `session` would take, and what is missing for it.

    Raises:
        KnownError: what the session asks for means nothing.
    """
    from probes.planner import tasks_for

    scenario = subject_of(wiring.catalog, session.request()).scenario
    if not meant_for(wiring.catalog, scenario, wiring.host):
        return Readiness(here=False)
    tasks = tasks_for(scenario, wiring.catalog)
    there, workshops = environments_for(wiring, tasks)
    homes: dict[str, dict[str, None]] = {}
    for stack in dict.fromkeys(task.stack for task in tasks):
        framework, mode = wiring.catalog.mode(stack)
        for spec in (framework.home(mode), mode.via.environment if mode.via else None):
            if spec is not None:
                homes.setdefault(spec, {})[stack] = None
    found = {one.spec: one for one in (*there.values(), *workshops.values())}
    return Readiness(
        here=True,
        homes=tuple(
            Home(
                spec=spec,
                title=wiring.catalog.environment(spec).title,
                stacks=tuple(stacks),
                present=spec in found,
                version=found[spec].version if spec in found else "",
                megabytes=wiring.catalog.environment(spec).approximate_mb,
                extra=wiring.catalog.environment(spec).extra,
            )
            for spec, stacks in homes.items()
        ),
        tasks=len(tasks),
        runnable=sum(task.stack in there for task in tasks),
        known=len(reusable(wiring, tasks, there)),
        seconds=plan(wiring, tasks, budget_s=session.budget_s, again=True).seconds,
    )
