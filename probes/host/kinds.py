"""Which of the knowledge base's device capabilities a machine has."""

from __future__ import annotations

from knowledge.schema.host import Host

PROCESSORS = {
    "x86_64": "device.x86",
    "amd64": "device.x86",
    "aarch64": "device.arm64",
    "arm64": "device.arm64",
    "loongarch64": "device.cpu-loongarch",
    "riscv64": "device.riscv",
}
ACCELERATORS = (
    ("nvidia", "device.nvidia"),
    ("ascend", "device.ascend"),
    ("apple", "device.apple-gpu"),
    ("radeon", "device.amd"),
    ("instinct", "device.amd"),
    ("tpu", "device.tpu"),
    ("intel npu", "device.intel-npu"),
    ("rknpu", "device.rockchip-npu"),
)
"""Part of an accelerator's name, in small letters, and the capability it stands for."""


def device_kinds(host: Host) -> frozenset[str]:
    """Capabilities device.* of the processor and the accelerators of `host`."""
    processor = PROCESSORS.get(host.cpu.machine.lower())
    names = " / ".join(host.accelerators).lower()
    found = {kind for part, kind in ACCELERATORS if part in names}
    return frozenset(found | ({processor} if processor else set()))
