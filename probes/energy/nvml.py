"""NVIDIA's total energy counter of every device (Volta and later), by the library nvidia-ml-py."""

from __future__ import annotations

import importlib
from typing import Any

from probes.energy.counter import Absent, Counter

LIBRARY = "pynvml"
"""What the package nvidia-ml-py is imported as."""


def find(library: Any = None) -> Counter | Absent:
    """A counter over all devices; `library` stands in for the real one in tests."""
    try:
        nvml = library or importlib.import_module(LIBRARY)
    except ImportError:
        return Absent("NVML: the package nvidia-ml-py is not installed")
    try:
        nvml.nvmlInit()
        devices = [nvml.nvmlDeviceGetHandleByIndex(n) for n in range(nvml.nvmlDeviceGetCount())]
        read = _reader(nvml, devices)
        read()
    except nvml.NVMLError as error:
        return Absent(f"NVML: {error}")
    if not devices:
        return Absent("NVML: no device")
    return Counter("NVML", read, lambda before, after: (after - before) / 1e3)


def _reader(nvml: Any, devices: list[Any]) -> Any:
    def read() -> int:
        """Millijoules since the driver was loaded, over all devices."""
        return sum(nvml.nvmlDeviceGetTotalEnergyConsumption(device) for device in devices)

    return read
