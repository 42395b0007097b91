"""Which CPU class of the catalog a processor belongs to."""

from __future__ import annotations

from collections.abc import Iterable

from knowledge.schema.device import Detection, Device, DeviceKind
from knowledge.schema.host import Cpu
from probes.host.system import normal_machine


def match_class(cpu: Cpu, devices: Iterable[Device]) -> str | None:
    """Id of the most specific CPU class that the processor fits, or None.

    A class fits when the architecture is the same, the processor has all of `has` and none of
    `lacks`. Of several, the one that asks for the most instruction sets wins, then the one that
    excludes the most, then the first id, so that the answer does not depend on the files' order.
    """
    fitting = [
        (len(device.detection.has), len(device.detection.lacks), device.id)
        for device in devices
        if device.kind is DeviceKind.CPU
        and device.moved_to is None
        and device.detection is not None
        and fits(cpu, device.detection)
    ]
    fitting.sort(key=lambda entry: (-entry[0], -entry[1], entry[2]))
    return fitting[0][2] if fitting else None


def fits(cpu: Cpu, detection: Detection) -> bool:
    """Whether a processor is of the kind that a class describes."""
    isa = set(cpu.isa)
    return (
        normal_machine(detection.machine) == normal_machine(cpu.machine)
        and isa.issuperset(detection.has)
        and isa.isdisjoint(detection.lacks)
    )
