"""Huawei Ascend: npu-smi, asked only where the driver made a device node."""

from __future__ import annotations

import re

from probes.host.system import System

HEALTH = frozenset({"OK", "Warning", "Alarm", "Critical", "UNKNOWN", "Offline", "NA"})
"""Second column of a device row in the table of `npu-smi info`."""

KINDS = ((r"^Ascend ", "device.ascend"),)


def names(system: System) -> tuple[str, ...]:
    """Names of the NPUs, one per chip that computes."""
    nodes = [name for name in system.listing("/dev") if re.fullmatch(r"davinci\d+", name)]
    if not nodes:
        return ()
    found = parse_mapping(system.run(["npu-smi", "info", "-m"]) or "")
    found = found or parse_table(system.run(["npu-smi", "info"]) or "")
    # Without the tool the nodes still tell how many there are, only not which.
    return found or ("Ascend NPU",) * len(nodes)


def parse_mapping(text: str) -> tuple[str, ...]:
    r"""Chip names out of `npu-smi info -m`; the board's controller (Mcu) computes nothing.

    >>> parse_mapping("\t0    0    0    Ascend 910B3\n\t0    1    -    Mcu\n")
    ('Ascend 910B3',)
    """
    rows = re.findall(r"^\s*\d+\s+\d+\s+\d+\s+(?:\d+\s+)?(\S.*?)\s*$", text, re.MULTILINE)
    return tuple(full_name(name) for name in rows if name.lower() != "mcu")


def parse_table(text: str) -> tuple[str, ...]:
    """Chip names out of the table that `npu-smi info` prints, older and newer layouts.

    >>> parse_table("| 0     910B3               | OK            | 93.4   37     0    / 0   |")
    ('Ascend 910B3',)
    """
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        device = re.fullmatch(r"\d+\s+([A-Za-z0-9][\w .-]*)", cells[0])
        if len(cells) >= 3 and device and cells[1] in HEALTH and not device[1].isdigit():
            found.append(full_name(device[1]))
    return tuple(found)


def full_name(chip: str) -> str:
    """The chip's name with its family, spelled one way.

    >>> full_name("910B3"), full_name("Ascend910"), full_name("Ascend 310P3")
    ('Ascend 910B3', 'Ascend 910', 'Ascend 310P3')
    """
    return f"Ascend {chip.strip().removeprefix('Ascend').strip()}"
