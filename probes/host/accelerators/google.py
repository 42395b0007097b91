"""Google TPUs by PCI number, and Coral's Edge TPU by its device node."""

from __future__ import annotations

import re
from types import MappingProxyType

from probes.host import pci
from probes.host.system import System

VENDOR = "1ae0"

CHIPS = MappingProxyType(
    {
        "0027": "Google TPU v2/v3",
        "005e": "Google TPU v4",
        "0062": "Google TPU v5p",
        "0063": "Google TPU v5e",
        "006f": "Google TPU v6e",
        "0076": "Google TPU7x",
    }
)
"""PCI device numbers as JAX 0.10.2 tells them apart (jax/_src/hardware_utils.py)."""

KINDS = ((r"^Google TPU", "device.tpu"),)


def names(system: System) -> tuple[str, ...]:
    """Names of the TPU chips; those of a machine without an accel or vfio node are not ours."""
    coral = [node for node in system.listing("/dev") if re.fullmatch(r"apex_\d+", node)]
    found = ["Google Coral Edge TPU"] * len(coral)
    if _has_node(system):
        for bus in system.listing("/sys/bus/pci/devices"):
            ids = pci.device_ids(system, f"/sys/bus/pci/devices/{bus}")
            if ids and ids[0] == VENDOR and ids[1] in CHIPS:
                found.append(CHIPS[ids[1]])
    return tuple(found)


def _has_node(system: System) -> bool:
    """Whether any TPU was handed to this process: /dev/accel0 (up to v4) or a vfio group."""
    accel = any(re.fullmatch(r"accel\d+", node) for node in system.listing("/dev"))
    return accel or any(node.isdigit() for node in system.listing("/dev/vfio"))
