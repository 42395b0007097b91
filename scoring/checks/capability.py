"""Whether the parts of a stack have a capability, and whether it computes on a device.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from knowledge.evidence import claim_key
from knowledge.schema.criterion import Part
from knowledge.schema.decision import Alternative
from knowledge.schema.probing import Precision, Status
from knowledge.schema.scenario import Asked, Requirement
from scoring import reasons
from scoring.checks import chip, sentences
from scoring.checks.known import Doubt, Known, worst
from scoring.newest import of_alternative
from scoring.reading import usable
from scoring.speaker import speaker

_KINDS = {"x86_64": "device.x86", "aarch64": "device.arm64"}
"""What the processor classes of data/devices are, by the machine they are detected on."""


def capability(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the parts that are asked have it: each of them, or with `Asked.ANY` one.

    Native arithmetic of a kind is asked of the chips that the question is about, too.
    """
    asked = requirement.part or Asked.RUNTIME
    name = requirement.capability or ""
    doubts: dict[str, Doubt | None] = {}
    for part in asked.parts:
        owner = speaker(known.catalog, alternative, part, name).id
        if owner not in doubts:
            doubts[owner] = _of_part(known, name, part, alternative)
    if asked is not Asked.ANY:
        return worst((*doubts.values(), chip.number_type(known, name, alternative)))
    found = [doubt for doubt in doubts.values() if doubt is not None]
    if len(found) < len(doubts):
        return None
    unknown = next((doubt for doubt in found if not doubt.fails), None)
    if unknown is not None:
        return unknown
    return Doubt(
        True,
        sentences.joined([doubt.reason for doubt in found]),
        tuple(key for doubt in found for key in doubt.evidence),
    )


def _of_part(known: Known, name: str, part: Part, alternative: Alternative) -> Doubt | None:
    framework = speaker(known.catalog, alternative, part, name)
    title = known.catalog.capabilities[name].title
    claim = framework.claim(name)
    if claim is None or usable(claim.evidence) is None:
        return Doubt(fails=False, reason=reasons.not_known(framework, title))
    evidence = (claim_key(framework.id, name),)
    if claim.support.level == 0:
        return Doubt(True, reasons.lacks(framework, title, claim), evidence)
    if claim.support.partial:
        return Doubt(False, reasons.partly(framework, title, claim.note), evidence)
    return None


def precision(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the stack computes in its precision: seen here, or by what is said of its parts.

    A processor without arithmetic of the kind may still emulate it: that is no proof either way.
    """
    del requirement
    if alternative.precision == Precision.FP32.value:
        return None
    uses = known.scenario.workloads
    tried = [of_alternative(known.measured, alternative, use) for use in uses]
    if any(found is not None and found.status is Status.OK for found in tried):
        return None
    name = f"dtype.{alternative.precision}"
    doubt = _of_part(known, name, Part.RUNTIME, alternative)
    return doubt or _emulated(known, name, alternative) or _softened(known, name, alternative)


def _emulated(known: Known, name: str, alternative: Alternative) -> Doubt | None:
    device = known.catalog.devices.get(alternative.device)
    if device is None or device.detection is None:
        return None
    claim = next((claim for claim in device.claims if claim.capability == name), None)
    if _KINDS.get(device.detection.machine) not in known.devices or claim is None:
        return None  # the target is another processor, or nothing is said of this one
    if usable(claim.evidence) is None or claim.support.level > 0:
        return None
    title = known.catalog.capabilities[name].title
    return Doubt(False, sentences.emulated(device, title), (claim_key(device.id, name),))


def _softened(known: Known, name: str, alternative: Alternative) -> Doubt | None:
    """What a chip lacks may be emulated there, and then the stack still computes."""
    doubt = chip.number_type(known, name, alternative)
    return None if doubt is None else replace(doubt, fails=False)


def language(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the runtime comes as a Python package: wheels for some versions are on record."""
    del requirement
    framework = known.catalog.framework(alternative.runtime)
    fact = next((f for f in framework.facts if f.quantity == "python.range"), None)
    if fact is None or usable(fact.evidence) is None:
        return Doubt(False, sentences.no_python(framework))
    return None


def target(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the stack computes on one of the target's devices."""
    del requirement
    return _computes_on(known, known.devices, alternative)


def device(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the stack computes on the device that is asked for: of a chip, on any part of it."""
    named = known.catalog.devices.get(requirement.value or "")
    kinds = (requirement.capability or "",) if named is None else named.kinds
    return _computes_on(known, kinds, alternative)


def _computes_on(known: Known, devices: Iterable[str], alternative: Alternative) -> Doubt | None:
    """Whether the mode computes on one of them, and the framework supports it there."""
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id})"
    wanted = sorted(devices)
    titles = {device: known.catalog.capabilities[device].title for device in wanted}
    possible = [device for device in wanted if not mode.devices or device in mode.devices]
    if not possible:
        own = [known.catalog.capabilities[device].title for device in mode.devices]
        keys = tuple(
            claim_key(framework.id, device)
            for device in (*mode.devices, *wanted)
            if framework.claim(device) is not None
        )
        return Doubt(True, reasons.other_hardware(name, own, list(titles.values())), keys)
    owners = {d: speaker(known.catalog, alternative, Part.RUNTIME, d) for d in possible}
    claims = {device: owner.claim(device) for device, owner in owners.items()}
    settled = {d: c for d, c in claims.items() if c is not None and usable(c.evidence) is not None}
    if any(claim.support.level == 1 for claim in settled.values()):
        return None
    for device, claim in settled.items():
        if claim.support.level > 0:
            reason = reasons.partly(owners[device], titles[device], claim.note)
            return Doubt(False, reason, (claim_key(owners[device].id, device),))
    if len(settled) == len(possible):
        keys = tuple(claim_key(owners[device].id, device) for device in settled)
        first = next(iter(settled))
        return Doubt(True, reasons.lacks(owners[first], titles[first], settled[first]), keys)
    unknown = next(device for device in possible if device not in settled)
    return Doubt(False, reasons.not_known(framework, titles[unknown]))
