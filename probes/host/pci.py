"""PCI devices as sysfs shows them, and their names where the machine has the list of PCI ids."""

from __future__ import annotations

import re

from probes.host.system import System

ID_LISTS = ("/usr/share/hwdata/pci.ids", "/usr/share/misc/pci.ids")
"""Where distributions put the list of the PCI ID project."""


def device_ids(system: System, folder: str) -> tuple[str, str] | None:
    """Vendor and device number (four hexadecimal digits each) of a sysfs device folder."""
    vendor, device = system.text(f"{folder}/vendor"), system.text(f"{folder}/device")
    if not vendor or not device:
        return None
    return vendor.removeprefix("0x"), device.removeprefix("0x")


def device_name(system: System, vendor: str, device: str) -> str | None:
    """Marketing name of a device, where a list of ids is installed and has it."""
    for path in ID_LISTS:
        name = parse_name(system.text(path) or "", vendor, device)
        if name:
            return name
    return None


def parse_name(ids: str, vendor: str, device: str) -> str | None:
    r"""Look a device up in the text of pci.ids.

    The bracketed part is the name people know, where there is one.

    >>> parse_name("1002  AMD\n\t74a1  Aqua Vanjaram [Instinct MI300X]\n", "1002", "74a1")
    'Instinct MI300X'
    >>> parse_name("1002  AMD\n\t74a1  Aqua Vanjaram\n", "1002", "ffff") is None
    True
    """
    section = re.search(rf"^{vendor}  .*\n((?:[\t#].*\n?|\n)*)", ids, re.MULTILINE)
    if section is None:
        return None
    entry = re.search(rf"^\t{device}  (.+)$", section[1], re.MULTILINE)
    if entry is None:
        return None
    bracketed = re.search(r"\[([^\]]+)\]\s*$", entry[1])
    return (bracketed[1] if bracketed else entry[1]).strip()


def render_devices(system: System, vendor: str) -> tuple[str, ...]:
    """Sysfs folders of a vendor's graphics cards whose render node this process can see.

    A container shows all cards in sysfs; only those passed to it have their node in /dev.
    """
    found = []
    for card in system.listing("/sys/class/drm"):
        folder = f"/sys/class/drm/{card}/device"
        if not re.fullmatch(r"card\d+", card):
            continue
        ids = device_ids(system, folder)
        nodes = (node for node in system.listing(f"{folder}/drm") if node.startswith("renderD"))
        if ids and ids[0] == vendor and any(system.exists(f"/dev/dri/{n}") for n in nodes):
            found.append(folder)
    return tuple(found)
