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
from knowledge.schema.probing import Measurement, Precision, Status
from knowledge.schema.scenario import Asked, RequirementKind, Scope

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import CutShort
    from knowledge.schema.host import Host
    from knowledge.schema.scenario import Scenario

OWN_HARDWARE = frozenset({"os.android", "os.ios", "os.macos"})
"""Systems that come with hardware of their own kind."""
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
    cut_short: CutShort | None = None


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
    precisions: Sequence[Precision] = (),
) -> Scenario:
    """The scenario `name` with what the user requires, rules out and vetoes.

    `precisions`, where given, are what stacks are compared in instead of the scenario's own.

    Raises:
        KnownError: an unknown scenario or requirement, nothing is called as what is excluded, or a
            veto is not on a criterion of the scenario.
    """
    from scoring.compared import comparing

    scenario = catalog.scenario(name)
    if precisions:
        found = tuple(dict.fromkeys(precisions))
        scenario = scenario.model_copy(update={"precisions": found})
    scenario = comparing(catalog, scenario)
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
    known = Circumstances(
        past.host, past.created, True, past.measurements, past.nearby, past.cut_short
    )
    return Replayed(past.id, known)


def required_devices(scenario: Scenario) -> tuple[str, ...]:
    """Capabilities device.* that a stack must compute on, each of them."""
    return tuple(
        requirement.capability
        for requirement in scenario.requirements
        if requirement.kind is RequirementKind.DEVICE and requirement.capability is not None
    )


def system_of(host: Host) -> str:
    """Capability os.* of the system that the host runs."""
    name = host.os.lower()
    return "os.windows" if "windows" in name else "os.macos" if "mac" in name else "os.linux"


def other_systems(scenario: Scenario, host: Host) -> tuple[str, ...]:
    """Capabilities os.* that what runs the model must have, and that the host does not run."""
    named = [
        requirement.capability or ""
        for requirement in scenario.requirements
        if requirement.kind is RequirementKind.CAPABILITY
        and (requirement.part is not Asked.TRAINER or scenario.scope is Scope.TRAIN)
    ]
    wanted = dict.fromkeys(name for name in named if name.startswith("os."))
    return tuple(name for name in wanted if name != system_of(host))


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
    machines on which the same stacks were measured, and none are on record. A system that comes
    with hardware of its own (a telephone's) is other hardware; another one on the same hardware
    only makes timings count the less (`counts_less`).
    """
    asked, present = required_devices(scenario), kinds_of(host)
    named = chips(scenario)
    own = named or not scenario.devices or not present.isdisjoint(scenario.devices)
    same = all(is_chip(catalog, host, chip) for chip in named)
    system = OWN_HARDWARE.isdisjoint(other_systems(scenario, host))
    return bool(own) and same and system and present.issuperset(asked)


def counts_less(catalog: Catalog, scenario: Scenario, host: Host) -> LocalText | None:
    """The systems for which timings of this one count as another machine's; None for none."""
    if not meant_for(catalog, scenario, host):
        return None
    return _titles(catalog, other_systems(scenario, host))


def _titles(catalog: Catalog, names: Sequence[str]) -> LocalText | None:
    titles = [catalog.capabilities[name].title for name in names]
    if not titles:
        return None
    return LocalText(en=", ".join(t.en for t in titles), zh="、".join(t.zh for t in titles))


def asked_devices(scenario: Scenario, host: Host) -> frozenset[str]:
    """Capabilities device.* of which a stack must have one, beside what is required outright.

    Devices that the user names take the place of the scenario's; they are required each.
    """
    return frozenset() if chips(scenario) else frozenset(scenario.devices) or kinds_of(host)


def target_of(catalog: Catalog, scenario: Scenario, host: Host) -> LocalText | None:
    """The hardware the question is about, in words: what the user named, else the scenario's."""
    named = chips(scenario)
    if named:
        chosen = [catalog.devices[chip].title for chip in named]
        return LocalText(en=", ".join(chosen), zh="、".join(chosen))
    missing = [device for device in required_devices(scenario) if device not in kinds_of(host)]
    if missing:
        return _titles(catalog, missing)
    systems = [name for name in other_systems(scenario, host) if name in OWN_HARDWARE]
    titles = _titles(catalog, systems)
    if titles is None or not (kinds_of(host) & set(scenario.devices) or not scenario.devices):
        return scenario.target
    return LocalText(en=f"devices that run {titles.en}", zh=f"运行 {titles.zh} 的设备")


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
