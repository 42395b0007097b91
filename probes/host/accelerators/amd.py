"""AMD GPUs: by their render node, named by the board, the list of PCI ids, or their number."""

from __future__ import annotations

from probes.host import pci
from probes.host.system import System

VENDOR = "1002"

KINDS = ((r"^AMD (?!.*NPU)", "device.amd"),)


def names(system: System) -> tuple[str, ...]:
    """Names of the AMD GPUs this process can use."""
    return tuple(_name(system, folder) for folder in pci.render_devices(system, VENDOR))


def _name(system: System, folder: str) -> str:
    """Instinct boards carry their product name; others are looked up."""
    product = system.text(f"{folder}/product_name")
    if product:
        return product if product.startswith("AMD") else f"AMD {product}"
    _, device = pci.device_ids(system, folder) or (VENDOR, "?")
    listed = pci.device_name(system, VENDOR, device)
    return f"AMD {listed}" if listed else f"AMD GPU {VENDOR}:{device}"
