"""Intel GPUs, by their render node; Intel's NPUs come through the kernel's accel class."""

from __future__ import annotations

from probes.host import pci
from probes.host.system import System

VENDOR = "8086"

KINDS = ((r"^Intel (?!NPU|Gaudi)", "device.intel-gpu"),)


def names(system: System) -> tuple[str, ...]:
    """Names of the Intel GPUs this process can use."""
    found = []
    for folder in pci.render_devices(system, VENDOR):
        _, device = pci.device_ids(system, folder) or (VENDOR, "?")
        listed = pci.device_name(system, VENDOR, device)
        name = f"Intel {listed.removeprefix('Intel ')}" if listed else None
        found.append(name or f"Intel GPU {VENDOR}:{device}")
    return tuple(found)
