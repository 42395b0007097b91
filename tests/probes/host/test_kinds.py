from __future__ import annotations

import pytest

from probes.host import accelerators
from probes.host.accelerators import accel
from probes.host.kinds import device_kinds
from tests.probes import staged


@pytest.mark.parametrize(("machine", "names", "kinds"), [
    ("x86_64", (), {"device.x86"}),
    ("aarch64", ("Ascend 910B3",), {"device.arm64", "device.ascend"}),
    ("x86_64", ("NVIDIA H200", "NVIDIA H200"), {"device.x86", "device.nvidia"}),
    ("arm64", ("Apple M3 Max GPU", "Apple M3 Max Neural Engine"),
     {"device.arm64", "device.apple-gpu", "device.apple-npu"}),
    ("x86_64", ("Tesla T4",), {"device.x86", "device.nvidia"}),
    ("x86_64", ("AMD GPU 0x1002:0x74a1",), {"device.x86", "device.amd"}),
    ("x86_64", ("AMD Instinct MI300X", "Intel GPU 0x8086:0x56a0"),
     {"device.x86", "device.amd", "device.intel-gpu"}),
    ("x86_64", ("Google TPU v6e",), {"device.x86", "device.tpu"}),
    ("aarch64", ("NVIDIA Jetson Orin Nano",), {"device.arm64", "device.nvidia", "device.jetson"}),
    ("sparc", (), set()),
])  # fmt: skip
def test_processor_and_accelerators(machine: str, names: tuple[str, ...], kinds: set[str]) -> None:
    host = staged.host()
    cpu = host.cpu.model_copy(update={"machine": machine})
    assert device_kinds(host.model_copy(update={"cpu": cpu, "accelerators": names})) == kinds


def test_names_given_to_drivers_are_of_one_kind_or_of_none_we_know() -> None:
    assert {name: set(accelerators.kinds(name)) for name in accel.DRIVERS.values()} == {
        "Intel NPU": {"device.intel-npu"},
        "Intel Gaudi": {"device.gaudi"},
        "AMD XDNA NPU": set(),
        "Qualcomm Cloud AI": set(),
        "Rockchip NPU": {"device.rockchip-npu"},
        "Arm Ethos-U NPU": set(),
    }
