"""Finding a processor's class in the catalog."""

from __future__ import annotations

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.device import Detection, Device, DeviceKind
from knowledge.schema.host import Cpu
from probes.host import match_class


def device(id_: str, detection: Detection | None, kind: DeviceKind = DeviceKind.CPU) -> Device:
    text = LocalText(en=id_, zh=id_)
    return Device(id=id_, title=id_, summary=text, vendor="-", kind=kind, detection=detection)


CLASSES = [
    device("x86-64", Detection(machine="x86_64", lacks=("avx2",))),
    device("x86-64-avx2", Detection(machine="x86_64", has=("avx2", "fma"), lacks=("avx512f",))),
    device("x86-64-avx512", Detection(machine="x86_64", has=("avx512f", "avx512bw"))),
    device("x86-64-amx", Detection(machine="amd64", has=("avx512f", "avx512bw", "amx"))),
    device("arm64", Detection(machine="arm64", has=("neon",))),
    device("arm64-sve", Detection(machine="aarch64", has=("neon", "sve"))),
    device("no-detection", None),
    device("gpu", Detection(machine="x86_64", has=("avx2", "fma", "avx")), kind=DeviceKind.GPU),
]


def cpu(machine: str, *isa: str) -> Cpu:
    return Cpu(
        model="m", machine=machine, isa=isa, caches_kib={}, cores_online=1, cores_available=1
    )


@pytest.mark.parametrize(
    ("processor", "expected"),
    [
        (cpu("x86_64", "avx"), "x86-64"),
        (cpu("x86_64", "avx", "avx2", "fma"), "x86-64-avx2"),
        (cpu("x86_64", "avx2", "fma", "avx512f", "avx512bw"), "x86-64-avx512"),
        (cpu("x86_64", "avx2", "fma", "avx512f", "avx512bw", "amx"), "x86-64-amx"),
        (cpu("aarch64", "neon"), "arm64"),
        (cpu("arm64", "neon", "sve"), "arm64-sve"),
        (cpu("riscv64", "rvv"), None),
    ],
)
def test_the_most_specific_class_wins_in_any_order(processor: Cpu, expected: str | None) -> None:
    for start in range(len(CLASSES)):
        turned = CLASSES[start:] + CLASSES[:start]
        assert match_class(processor, turned) == expected
        assert match_class(processor, reversed(turned)) == expected


def test_moved_classes_are_not_matched() -> None:
    old = CLASSES[1].model_copy(update={"id": "old-avx2", "moved_to": "x86-64-avx2"})
    processor = cpu("x86_64", "avx2", "fma")
    assert match_class(processor, [old]) is None
    assert match_class(processor, [old, *CLASSES]) == "x86-64-avx2"
