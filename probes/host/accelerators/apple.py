"""Apple silicon: the GPU and the neural engine are part of the chip, so its name names them."""

from __future__ import annotations

from probes.host.system import System

KINDS = (
    (r"^Apple .* GPU$", "device.apple-gpu"),
    (r"^Apple .* Neural Engine$", "device.apple-npu"),
)


def names(system: System) -> tuple[str, ...]:
    """The chip's GPU and neural engine on a Mac with Apple silicon."""
    if system.name != "Darwin" or system.machine != "aarch64":
        return ()
    chip = (system.run(["sysctl", "-n", "machdep.cpu.brand_string"]) or "").strip()
    # A virtual machine says "Apple M2 (Virtual)" and is given no neural engine.
    if not chip.startswith("Apple") or "Virtual" in chip:
        return ()
    return (f"{chip} GPU", f"{chip} Neural Engine")
