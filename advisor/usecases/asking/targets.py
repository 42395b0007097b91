"""What hardware a question is decided for: this machine as it is, or devices of the catalogue.

Devices that are aimed at are requirements ``device=ID`` of the session, so the command line says
the same; nothing else keeps them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.usecases.whatif import asked, chips, is_chip, meant_for, target_of
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.host import Host

if TYPE_CHECKING:
    from advisor.usecases.session import Session
    from advisor.wiring import Wiring

PREFIX = "device="


class Aim(Noun):
    """What a question is about, and whether that is this machine."""

    host: Host
    here: bool
    """Whether what is measured on this machine counts."""
    chips: tuple[str, ...] = ()
    """Devices of the catalogue that it is decided for; none: the scenario's kinds of hardware."""
    same: tuple[str, ...] = ()
    """Devices of the catalogue that this machine is or has."""
    target: LocalText | None = None
    """The hardware in words."""


def aim(wiring: Wiring, session: Session) -> Aim:
    """What the session's question is decided for.

    Raises:
        KnownError: what the session asks for means nothing.
    """
    catalog, host = wiring.catalog, wiring.host
    scenario = asked(catalog, session.scenario, session.require, session.exclude)
    return Aim(
        host=host,
        here=meant_for(catalog, scenario, host),
        chips=chips(scenario),
        same=tuple(name for name in catalog.devices if is_chip(catalog, host, name)),
        target=target_of(catalog, scenario, host),
    )


def toggled(require: tuple[str, ...], chip: str) -> tuple[str, ...]:
    """The requirements with the device aimed at, or no longer.

    >>> toggled(("offline",), "nvidia-t4"), toggled(("device=nvidia-t4",), "nvidia-t4")
    (('offline', 'device=nvidia-t4'), ())
    """
    wanted = PREFIX + chip
    if wanted in require:
        return tuple(one for one in require if one != wanted)
    return (*require, wanted)


def untargeted(require: tuple[str, ...], chips: tuple[str, ...]) -> tuple[str, ...]:
    """The requirements without any device that is aimed at: about this machine again."""
    gone = {PREFIX + chip for chip in chips}
    return tuple(one for one in require if one not in gone)
