"""Whether the chips that a question is about compute in a number format.

Pure.
"""

from __future__ import annotations

from knowledge.evidence import claim_key
from knowledge.schema.decision import Alternative
from knowledge.schema.device import Device, DeviceKind
from knowledge.schema.scenario import RequirementKind
from scoring.checks import sentences
from scoring.checks.known import Doubt, Known, worst
from scoring.reading import usable

NUMBERS = "dtype."


def number_type(known: Known, name: str, alternative: Alternative) -> Doubt | None:
    """What each chip that is asked for says of the capability `name`, where that is a dtype.*.

    A GPU or NPU without the arithmetic fails. A processor may emulate it, so that is no proof
    either way; nor is what is said of one part of a chip where the stack computes on another.
    """
    if not name.startswith(NUMBERS):
        return None
    return worst(_of_chip(known, chip, name, alternative) for chip in _chips(known))


def _chips(known: Known) -> tuple[Device, ...]:
    """The devices of the catalogue that the user asked for."""
    named = [
        requirement.value
        for requirement in known.scenario.requirements
        if requirement.kind is RequirementKind.DEVICE
    ]
    devices = known.catalog.devices
    return tuple(devices[value] for value in named if value is not None and value in devices)


def _of_chip(known: Known, chip: Device, name: str, alternative: Alternative) -> Doubt | None:
    title = known.catalog.capabilities[name].title
    claim = next((claim for claim in chip.claims if claim.capability == name), None)
    if claim is None or usable(claim.evidence) is None:
        return Doubt(False, sentences.chip_unknown(chip, title))
    key = (claim_key(chip.id, name),)
    if not _on_main_part(known, chip, alternative):
        return Doubt(False, sentences.chip_other_part(chip, title), key)
    if claim.support.level > 0:
        of_a_part = len(chip.kinds) > 1 and claim.note is not None
        if claim.support.partial or of_a_part:
            return Doubt(False, sentences.chip_partly(chip, title, claim.note), key)
        return None
    if chip.kind is DeviceKind.CPU:
        return Doubt(False, sentences.emulated(chip, title), key)
    return Doubt(True, sentences.chip_lacks(chip, title, claim.note), key)


def _on_main_part(known: Known, chip: Device, alternative: Alternative) -> bool:
    """Whether the mode computes, or may compute, on what the chip mainly is."""
    _, mode = known.catalog.mode(alternative.stack)
    return not chip.kinds or not mode.devices or chip.kinds[0] in mode.devices
