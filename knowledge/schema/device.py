"""Chips and CPU classes."""

from __future__ import annotations

from enum import StrEnum

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Claim, Fact


class DeviceKind(StrEnum):
    """What sort of processor a device is."""

    CPU = "cpu"
    GPU = "gpu"
    NPU = "npu"
    TPU = "tpu"


class Detection(Noun):
    """How a CPU class is recognised: architecture and the instruction sets it must (not) have."""

    machine: str
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class Device(Noun):
    """A chip, board or CPU class with everything claimed about it."""

    id: Id
    title: str
    aliases: tuple[str, ...] = ()
    """Other names people use ("昇腾 910B", "H100")."""
    summary: LocalText
    vendor: str
    kind: DeviceKind
    counts_as: Id | None = None
    """The capability device.* in which frameworks' support for it is stated; None: in none."""
    detection: Detection | None = None
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    moved_to: Id | None = None
