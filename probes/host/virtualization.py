"""Whether this is a virtual machine: timings there scatter more, and flags may be masked.

Containers are not virtual machines: they run on the host's kernel and their limits show in
`probes.host.cgroup`.
"""

from __future__ import annotations

import re

from probes.host import cpuinfo
from probes.host.system import System

VIRTUAL_FIRMWARE = re.compile(
    r"QEMU|KVM|VMware|VirtualBox|innotek|Xen|Bochs|Parallels|OpenStack|RHEV|oVirt|"
    r"Google Compute Engine|Apple Virtualization|Virtual Machine|BHYVE|Alibaba Cloud|Firecracker",
    re.IGNORECASE,
)
"""Vendors and products that hypervisors write into SMBIOS."""


def read(system: System) -> bool | None:
    """True for a virtual machine, False for bare metal, None when nothing tells.

    The CPU's hypervisor bit decides on x86. Elsewhere the device tree, Xen's file and SMBIOS are
    looked at; SMBIOS that names no hypervisor means bare metal.
    """
    flags = cpuinfo.parse(system.text("/proc/cpuinfo") or "").flags("flags")
    if "hypervisor" in flags:
        return True
    if system.text("/sys/hypervisor/type") is not None:
        # Xen's own control domain runs on the hypervisor, but it has the real machine.
        return "control_d" not in (system.text("/proc/xen/capabilities") or "")
    if flags:
        return False
    if _virtual_device_tree(system):
        return True
    return from_firmware(
        system.text("/sys/class/dmi/id/sys_vendor") or "",
        system.text("/sys/class/dmi/id/product_name") or "",
    )


def _virtual_device_tree(system: System) -> bool:
    """Whether the device tree was written by a hypervisor."""
    if system.exists("/proc/device-tree/hypervisor"):
        return True
    return (system.text("/proc/device-tree/compatible") or "").startswith("linux,dummy-virt")


def from_firmware(vendor: str, product: str) -> bool | None:
    """Judge by SMBIOS's system vendor and product name.

    >>> from_firmware("QEMU", "KVM Virtual Machine"), from_firmware("Huawei", "TaiShan 200")
    (True, False)
    >>> from_firmware("Amazon EC2", "m7g.metal"), from_firmware("Amazon EC2", "m7g.large")
    (False, True)
    >>> from_firmware("", "") is None
    True
    """
    if not vendor and not product:
        return None
    if vendor == "Amazon EC2":
        return ".metal" not in product
    return bool(VIRTUAL_FIRMWARE.search(f"{vendor} {product}"))
