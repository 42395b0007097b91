from __future__ import annotations

import pytest

from probes.host.kinds import device_kinds
from tests.probes import staged


@pytest.mark.parametrize(("machine", "names", "kinds"), [
    ("x86_64", (), {"device.x86"}),
    ("aarch64", ("Ascend 910B3",), {"device.arm64", "device.ascend"}),
    ("x86_64", ("NVIDIA H200", "NVIDIA H200"), {"device.x86", "device.nvidia"}),
    ("arm64", ("Apple M3 Max",), {"device.arm64", "device.apple-gpu"}),
    ("sparc", (), set()),
])  # fmt: skip
def test_processor_and_accelerators(machine: str, names: tuple[str, ...], kinds: set[str]) -> None:
    host = staged.host()
    cpu = host.cpu.model_copy(update={"machine": machine})
    assert device_kinds(host.model_copy(update={"cpu": cpu, "accelerators": names})) == kinds
