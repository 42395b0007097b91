"""Chips and CPU classes."""

from __future__ import annotations

from enum import StrEnum

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Claim, Fact

_DEVICE = "device."


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
    """The capability device.* in which frameworks' support for it is stated; None: in none. Its
    other parts, the processor cores of a board for example, are claims device.* with evidence."""
    detection: Detection | None = None
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    moved_to: Id | None = None

    @property
    def kinds(self) -> tuple[Id, ...]:
        """Every capability device.* that it computes as: what it mainly is first, then the parts
        beside it (the processor cores of a board) that its claims say it has.
        """
        has = [c.capability for c in self.claims if c.support.level == 1]
        first = () if self.counts_as is None else (self.counts_as,)
        return tuple(dict.fromkeys((*first, *(name for name in has if name.startswith(_DEVICE)))))
