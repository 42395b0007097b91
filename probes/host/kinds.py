"""Which of the knowledge base's device capabilities a machine has."""

from __future__ import annotations

from knowledge.schema.host import Host
from probes.host import accelerators

PROCESSORS = {
    "x86_64": "device.x86",
    "amd64": "device.x86",
    "aarch64": "device.arm64",
    "arm64": "device.arm64",
    "loongarch64": "device.cpu-loongarch",
    "riscv64": "device.riscv",
}


def device_kinds(host: Host) -> frozenset[str]:
    """Capabilities device.* of the processor and the accelerators of `host`."""
    processor = PROCESSORS.get(host.cpu.machine.lower())
    found = (kind for name in host.accelerators for kind in accelerators.kinds(name))
    return frozenset(found) | ({processor} if processor else set())
