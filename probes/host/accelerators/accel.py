"""The Linux kernel's class for compute accelerators: NPUs and training cards, by their driver."""

from __future__ import annotations

from types import MappingProxyType

from probes.host.system import System

DRIVERS = MappingProxyType(
    {
        "intel_vpu": "Intel NPU",
        "habanalabs": "Intel Gaudi",
        "amdxdna": "AMD XDNA NPU",
        "qaic": "Qualcomm Cloud AI",
        "rocket": "Rockchip NPU",
        "ethosu": "Arm Ethos-U NPU",
    }
)
"""Names of the drivers in drivers/accel of the kernel's source."""

KINDS = (
    (r"^Intel NPU", "device.intel-npu"),
    (r"^Intel Gaudi", "device.gaudi"),
    (r"^Rockchip NPU", "device.rockchip-npu"),
)
"""The others are of no kind that the knowledge base knows: Cloud AI is not the NPU of a phone."""


def names(system: System) -> tuple[str, ...]:
    """Names of the accelerators whose node this process can see."""
    found = []
    for entry in system.listing("/sys/class/accel"):
        driver = system.link(f"/sys/class/accel/{entry}/device/driver")
        if system.exists(f"/dev/accel/{entry}") and driver is not None:
            found.append(DRIVERS.get(driver, f"accelerator ({driver})"))
    return tuple(found)
