"""What-if: what an answer is made under, and the questions around it.

The scenario with the user's own requirements, and the machine with its measurements: found out now,
or those of an earlier answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.named import without
from knowledge.requirements import read
from knowledge.schema.base import LocalText
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.scenario import RequirementKind

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.catalog import Catalog
    from knowledge.schema.host import Host
    from knowledge.schema.scenario import Scenario

NO_RESULT = (Status.SKIPPED, Status.UNAVAILABLE)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The machine and the moment an answer is for, and what was measured by then."""

    host: Host
    moment: datetime
    here: bool
    """Whether the machine is of the kind the scenario is meant for."""
    measurements: tuple[Measurement, ...]
    nearby: tuple[Measurement, ...] = ()
    """Of other machines of the class, for tasks that have no result here."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """An earlier answer and what it was made under."""

    run: str
    known: Circumstances


def asked(
    catalog: Catalog,
    name: str,
    require: Sequence[str],
    exclude: Sequence[str],
    veto: Sequence[str] = (),
) -> Scenario:
    """The scenario `name` with what the user requires, rules out and vetoes.

    Raises:
        KnownError: an unknown scenario or requirement, nothing is called as what is excluded, or a
            veto is not on a criterion of the scenario.
    """
    scenario = catalog.scenario(name)
    if veto:
        from knowledge.vetoes import vetoing

        scenario = vetoing(catalog, scenario, veto)
    if not require and not exclude:
        return scenario
    from scoring.screen import asking

    wanted = [read(catalog, text) for text in require]
    return asking(scenario, [*wanted, *(without(catalog, text) for text in exclude)])


def replayed(wiring: Wiring, reference: str, scenario: Scenario) -> Replayed:
    """What the earlier answer `reference` was made under.

    Raises:
        KnownError: there is none, or it answers another scenario.
    """
    past = wiring.store.recommendation(reference)
    if past.scenario != scenario.id:
        raise KnownError(
            f"{past.id} is about {past.scenario}, not {scenario.id}",
            hint=f"advisor recommend --scenario {past.scenario} --replay {past.id}",
        )
    if past.elsewhere or not meant_for(wiring.catalog, scenario, past.host):
        return Replayed(past.id, Circumstances(past.host, past.created, False, ()))
    known = Circumstances(past.host, past.created, True, past.measurements, past.nearby)
    return Replayed(past.id, known)


def required_devices(scenario: Scenario) -> tuple[str, ...]:
    """Capabilities device.* that a stack must compute on, each of them."""
    return tuple(
        requirement.capability
        for requirement in scenario.requirements
        if requirement.kind is RequirementKind.DEVICE and requirement.capability is not None
    )


def chips(scenario: Scenario) -> tuple[str, ...]:
    """Devices of the catalogue that the question is about, instead of the scenario's own kinds."""
    return tuple(
        requirement.value
        for requirement in scenario.requirements
        if requirement.kind is RequirementKind.DEVICE and requirement.value is not None
    )


def is_chip(catalog: Catalog, host: Host, chip: str) -> bool:
    """Whether the machine's processor or an accelerator of it is this device of the catalogue."""
    if host.cpu.device_class == chip:
        return True
    device = catalog.devices[chip]
    names = {_bare(name) for name in (device.id, device.title, *device.aliases)}
    return any(_bare(found) in names for found in (host.cpu.model, *host.accelerators))


def _bare(name: str) -> str:
    """A name of a chip as it can be compared.

    >>> _bare("NVIDIA H200 (SXM, 141 GB)"), _bare("nvidia-h200")
    ('nvidia h200', 'nvidia h200')
    """
    return " ".join(name.partition("(")[0].replace("-", " ").casefold().split())


def meant_for(catalog: Catalog, scenario: Scenario, host: Host) -> bool:
    """Whether the question is about hardware as this machine has it.

    Else timings of this machine say nothing, and nothing carries them over: that takes pairs of
    machines on which the same stacks were measured, and none are on record.
    """
    asked, present = required_devices(scenario), kinds_of(host)
    named = chips(scenario)
    own = named or not scenario.devices or not present.isdisjoint(scenario.devices)
    same = all(is_chip(catalog, host, chip) for chip in named)
    return bool(own) and same and present.issuperset(asked)


def asked_devices(scenario: Scenario, host: Host) -> frozenset[str]:
    """Capabilities device.* of which a stack must have one, beside what is required outright.

    Devices that the user names take the place of the scenario's; they are required each.
    """
    return frozenset() if chips(scenario) else frozenset(scenario.devices) or kinds_of(host)


def target_of(catalog: Catalog, scenario: Scenario, host: Host) -> LocalText | None:
    """The hardware the question is about, in words: what the user named, else the scenario's."""
    named = chips(scenario)
    if named:
        titles = [catalog.devices[chip].title for chip in named]
        return LocalText(en=", ".join(titles), zh="、".join(titles))
    missing = [device for device in required_devices(scenario) if device not in kinds_of(host)]
    worded = [catalog.capabilities[device].title for device in missing]
    if not worded:
        return scenario.target
    return LocalText(en=", ".join(t.en for t in worded), zh="、".join(t.zh for t in worded))


def with_pinned(
    measured: Sequence[Measurement], pinned: Sequence[Measurement]
) -> tuple[Measurement, ...]:
    """What was measured, with the tasks that are pinned replaced."""
    taken = {m.task for m in pinned}
    return (*(m for m in measured if m.task not in taken), *pinned)


def kinds_of(host: Host) -> frozenset[str]:
    """Capabilities device.* that the host has."""
    from probes.host.kinds import device_kinds

    return device_kinds(host)
