"""What requirements rule out before anything is measured or weighed.

Takes what was measured here before; measures nothing and keeps nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from advisor.usecases.recommend import Request, subject_of, with_earlier
from advisor.usecases.whatif import asked_devices, meant_for, with_pinned
from knowledge.pins import assume
from knowledge.schema.base import LocalText, Noun

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Exclusion
    from knowledge.schema.probing import Measurement
    from knowledge.schema.scenario import Scenario
    from scoring.screen import Screening


class RuledOut(Noun):
    """One requirement and the stacks that miss it."""

    requirement: str
    title: LocalText
    labels: tuple[str, ...]
    alone: int
    """Of them so many miss nothing else."""


class Outlook(Noun):
    """How many stacks a question leaves to be ranked, and what takes the others away."""

    total: int
    kept: tuple[str, ...]
    """Labels of the stacks that are left."""
    ruled_out: tuple[RuledOut, ...]
    """In the order in which requirements are asked."""
    unverified: int
    """Stacks kept although something could not be checked."""


def outlook(
    wiring: Wiring,
    scenario: str,
    *,
    require: Sequence[str] = (),
    exclude: Sequence[str] = (),
    pin: Sequence[str] = (),
    request: Request | None = None,
) -> Outlook:
    """What is left of the stacks of `scenario`, or of a whole `request`, under what is required.

    Raises:
        KnownError: a requirement, name or assumption that means nothing.
    """
    field = screened(wiring, scenario, require, exclude, pin, request)
    return Outlook(
        total=field.total,
        kept=tuple(alternative.label for alternative in field.screening.kept),
        ruled_out=_by_requirement(field.screening.excluded),
        unverified=len({one.alternative for one in field.screening.unverified}),
    )


@dataclass(frozen=True, slots=True)
class Field:
    """The stacks of a question before measuring, with the knowledge they are judged by."""

    scenario: Scenario
    catalog: Catalog
    total: int
    screening: Screening
    measured: tuple[Measurement, ...]
    """What is known of this machine, assumptions included."""
    today: date


def screened(
    wiring: Wiring,
    scenario: str,
    require: Sequence[str] = (),
    exclude: Sequence[str] = (),
    pin: Sequence[str] = (),
    request: Request | None = None,
) -> Field:
    """The stacks of `scenario`, or of a whole `request`, held against all that is required.

    Raises:
        KnownError: a requirement, name or assumption that means nothing.
    """
    from probes.planner import tasks_for
    from scoring.enumerate import stacks
    from scoring.screen import screen

    request = request or Request(
        scenario=scenario, require=tuple(require), exclude=tuple(exclude), pin=tuple(pin)
    )
    about = subject_of(wiring.catalog, request)
    found = about.scenario
    host, now = wiring.host, wiring.now()
    here = meant_for(wiring.catalog, found, host)
    tasks = tasks_for(found, wiring.catalog) if here else ()
    earlier = with_earlier((), wiring.earlier(), tasks)
    world = assume(wiring.catalog, found, request.pin, earlier, now)
    everything = stacks(world.catalog, found, host.cpu.device_class or "cpu")
    measured = with_pinned(earlier, world.measurements)
    screening = screen(
        world.catalog,
        found,
        everything,
        measured,
        about.operators,
        asked_devices(found, host),
        today=now.date(),
        weights_mib=about.weights_mib,
    )
    return Field(found, world.catalog, len(everything), screening, measured, now.date())


def _by_requirement(excluded: Sequence[Exclusion]) -> tuple[RuledOut, ...]:
    misses = Counter(one.alternative for one in excluded)
    groups: dict[str, list[Exclusion]] = {}
    for one in excluded:
        groups.setdefault(one.requirement, []).append(one)
    return tuple(
        RuledOut(
            requirement=name,
            title=group[0].title,
            labels=tuple(one.label for one in group),
            alone=sum(misses[one.alternative] == 1 for one in group),
        )
        for name, group in groups.items()
    )
