"""NVIDIA: the driver's own files first (no process, no waiting), then nvidia-smi."""

from __future__ import annotations

import re

from probes.host.system import System

GPUS = "/proc/driver/nvidia/gpus"

KINDS = (
    (r"NVIDIA|Tesla|GeForce|Quadro|GRID", "device.nvidia"),
    (r"Jetson|Tegra", "device.jetson"),
)


def names(system: System) -> tuple[str, ...]:
    """Names of the GPUs this process can open; Jetson modules by their board."""
    texts = [system.text(f"{GPUS}/{bus}/information") or "" for bus in system.listing(GPUS)]
    found = [parse_information(text) for text in texts]
    visible = [name for name, minor in found if name and system.exists(f"/dev/nvidia{minor}")]
    if visible:
        return tuple(visible)
    return parse_list(system.run(["nvidia-smi", "-L"]) or "") or _jetson(system)


def parse_information(text: str) -> tuple[str, str]:
    r"""Model and device minor of one /proc/driver/nvidia/gpus/*/information file.

    >>> parse_information("Model: \t\t NVIDIA H200\nDevice Minor: \t 3\n")
    ('NVIDIA H200', '3')
    """
    fields = {
        key.strip(): value.strip()
        for key, _, value in (line.partition(":") for line in text.splitlines())
    }
    return fields.get("Model", ""), fields.get("Device Minor", "0")


def parse_list(text: str) -> tuple[str, ...]:
    r"""Names out of `nvidia-smi -L`; slices (MIG) are listed below their GPU and not counted.

    >>> parse_list("GPU 0: NVIDIA A30 (UUID: GPU-1)\n  MIG 1g.6gb     Device  0: (UUID: MIG-1)")
    ('NVIDIA A30',)
    >>> parse_list("No devices found.")
    ()
    """
    return tuple(re.findall(r"^GPU \d+: (.+?) \(UUID: ", text, re.MULTILINE))


def _jetson(system: System) -> tuple[str, ...]:
    """The board's name for modules whose GPU is part of the chip and has no PCI entry."""
    if "nvidia,tegra" not in (system.text("/proc/device-tree/compatible") or ""):
        return ()
    return (system.text("/proc/device-tree/model") or "NVIDIA Tegra",)
