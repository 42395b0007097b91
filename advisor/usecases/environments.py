"""The environments frameworks are measured in: what is there, what can be made, what can go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from advisor.wiring import Narrate, Wiring
from knowledge.errors import check_all
from knowledge.schema.base import Noun
from knowledge.schema.environment import Environment, EnvironmentSpec
from knowledge.schema.progress import Progress


class EnvironmentRow(Noun):
    """A spec and every environment found for it."""

    spec: EnvironmentSpec
    found: tuple[Environment, ...]


class Provisioned(Noun):
    """What became of one spec: an environment, or why there is none."""

    spec: str
    environment: Environment | None = None
    message: str = ""


def list_environments(wiring: Wiring) -> tuple[EnvironmentRow, ...]:
    """One row per spec of the knowledge base, in the order of ids."""
    found = wiring.environments()
    specs = sorted(wiring.catalog.environments.values(), key=lambda s: s.id)
    return tuple(
        EnvironmentRow(spec=spec, found=tuple(e for e in found if e.spec == spec.id))
        for spec in specs
    )


def create_environments(
    wiring: Wiring,
    specs: Sequence[str],
    progress: Narrate,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Provisioned, ...]:
    """Provision each of `specs`; one that cannot be made does not stop the others.

    Once `stop` says so what is being made is given up, and the rest is not begun.

    Raises:
        KnownError: an id that the knowledge base does not have, before anything is made.
    """
    check_all(partial(wiring.catalog.environment, spec) for spec in specs)
    outcomes = []
    for done, spec in enumerate(specs):
        if stop():
            break
        narrate = _narrator(progress, spec, done, len(specs))
        made = wiring.provision(spec, narrate, stop)
        if isinstance(made, Environment):
            outcomes.append(Provisioned(spec=spec, environment=made))
        else:
            message = f"{made.message} ({made.hint})" if made.hint else made.message
            narrate(message)
            outcomes.append(Provisioned(spec=spec, message=message))
    progress(Progress(stage="provision", done=len(specs), total=len(specs)))
    return tuple(outcomes)


def remove_environments(wiring: Wiring, specs: Sequence[str]) -> dict[str, bool]:
    """Delete what was provisioned for `specs`; per spec, whether there was anything.

    Raises:
        KnownError: an id that the knowledge base does not have, before anything is removed.
    """
    check_all(partial(wiring.catalog.environment, spec) for spec in specs)
    return {spec: wiring.remove(spec) for spec in specs}


def _narrator(progress: Narrate, spec: str, done: int, total: int) -> Callable[[str], None]:
    def narrate(message: str) -> None:
        progress(Progress(stage="provision", done=done, total=total, subject=spec, message=message))

    return narrate
