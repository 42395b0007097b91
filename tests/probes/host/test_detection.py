"""Whole machines, recorded or hand-made, through `detect`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from probes.host import detect
from probes.host.detection import host_id
from tests.probes.host import recorded

GIB = 1 << 30

EXPECTED: dict[str, dict[str, Any]] = {
    "epyc-vm-cgroup-v1": {
        "model": "AMD EPYC",
        "isa": {"sse4_2", "avx", "f16c", "fma", "avx2"},
        "caches": {"L1d": 32, "L2": 512, "L3": 32768},
        "cores": (2, 2.0, ()),
        "memory": 24684088 * 1024,
        "virtualized": True,
        "os": "Debian GNU/Linux 12 (bookworm)",
    },
    "xeon-container-cgroup-v2": {
        "model": "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz",
        "isa_has": {"avx512f", "avx512_vnni", "vnni", "amx", "amx_bf16", "amx_int8"},
        "caches": {"L1d": 48, "L2": 2048, "L3": 107520},
        "cores": (8, 1.5, ("cgroup-quota",)),
        "memory": 6 * GIB,
        "virtualized": True,
        "os": "Ubuntu 24.04.1 LTS",
    },
    "xeon-docker-cgroup-v1": {
        "isa_has": {"avx512f", "vnni"},
        "isa_lacks": {"amx"},
        "cores": (16, 2.5, ("cgroup-cpuset", "affinity", "cgroup-quota")),
        "memory": 4 * GIB,
        "virtualized": False,
    },
    "kunpeng-920-ascend": {
        "model": "Kunpeng 920",
        "machine": "aarch64",
        "isa": {"neon", "fp16", "dotprod"},
        "cores": (4, 4.0, ()),
        "accelerators": ("Ascend 910B3", "Ascend 910B3"),
        "virtualized": False,
    },
    "phytium-atlas-300i": {
        "model": "Phytium FTC662",
        "isa": {"neon"},
        "cores": (2, 2.0, ()),
        "accelerators": ("Ascend 310P3", "Ascend 310P3"),
        "virtualized": None,
    },
    "phytium-d2000": {"model": "Phytium,D2000/8 E8C", "isa": {"neon"}},
    "raspberry-pi-5": {
        "model": "Cortex-A76 (Raspberry Pi 5 Model B Rev 1.0)",
        "isa": {"neon", "fp16", "dotprod"},
        "cores": (4, 4.0, ()),
        "virtualized": None,
    },
    "rk3588": {
        "model": "4x Cortex-A76 + 4x Cortex-A55 (Orange Pi 5)",
        "caches": {"L1d": 64, "L2": 512, "L3": 3072},
    },
    "graviton3-vm": {
        "model": "Neoverse V1",
        "isa": {"neon", "fp16", "dotprod", "sve", "bf16", "i8mm"},
        "virtualized": True,
    },
    "hygon-7285": {
        "model": "Hygon C86 7285 32-core Processor",
        "isa": {"sse4_2", "avx", "f16c", "fma", "avx2"},
        "virtualized": False,
    },
    "zhaoxin-kx-6780a": {
        "model": "ZHAOXIN KaiXian KX-U6780A@2.7GHz",
        "isa": {"sse4_2", "avx"},
        "os": "Linux",
    },
    "loongson-3a6000": {"model": "Loongson-3A6000", "isa": {"lsx", "lasx"}},
    "spacemit-k1": {"model": "Spacemit(R) X60", "isa": {"rvv", "zvfh"}},
    "h200-container": {"accelerators": ("NVIDIA H200",), "virtualized": False},
    "mig-a100": {"accelerators": ("NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-40GB")},
    "jetson-orin": {"accelerators": ("NVIDIA Jetson Orin Nano Developer Kit",)},
    "core-ultra-laptop": {
        "isa_has": {"avx_vnni", "vnni"},
        "accelerators": ("Intel NPU", "Intel Arc Graphics"),
    },
    "mi300x-server": {"accelerators": ("AMD Instinct MI300X OAM", "AMD GPU 1002:740f")},
    "tpu-v5e-vm": {"accelerators": ("Google TPU v5e", "Google TPU v5e")},
    "macbook-m2": {
        "model": "Apple M2",
        "machine": "aarch64",
        "isa": {"neon", "fp16", "dotprod", "bf16", "i8mm"},
        "caches": {"L1d": 128, "L2": 16384},
        "cores": (8, 8.0, ()),
        "memory": 16 * GIB,
        "accelerators": ("Apple M2 GPU", "Apple M2 Neural Engine"),
        "virtualized": False,
        "os": "macOS 15.1",
    },
    "imac-intel": {
        "machine": "x86_64",
        "isa": {"sse4_2", "avx", "f16c", "fma", "avx2"},
        "caches": {"L1d": 32, "L2": 256, "L3": 12288},
        "cores": (12, 12.0, ()),
        "accelerators": (),
        "virtualized": None,
    },
}


def test_every_recording_is_expected() -> None:
    assert recorded.names() == sorted(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_recording(name: str, tmp_path: Path) -> None:
    host = detect(system=recorded.play(name, tmp_path))
    cpu, expected = host.cpu, EXPECTED[name]
    assert cpu.model == expected.get("model", cpu.model)
    assert cpu.machine == expected.get("machine", cpu.machine)
    assert set(cpu.isa) == expected.get("isa", set(cpu.isa))
    assert set(cpu.isa) >= expected.get("isa_has", set())
    assert not set(cpu.isa) & expected.get("isa_lacks", set())
    assert cpu.caches_kib == expected.get("caches", cpu.caches_kib)
    cores = (cpu.cores_online, cpu.cores_available, cpu.limited_by)
    assert cores == expected.get("cores", cores)
    assert host.memory_bytes == expected.get("memory", host.memory_bytes)
    assert host.accelerators == expected.get("accelerators", ())
    assert host.virtualized == expected.get("virtualized", host.virtualized)
    assert host.os == expected.get("os", host.os)


def test_this_machine() -> None:
    host = detect()
    assert host.cpu.cores_online >= 1
    assert 0 < host.cpu.cores_available <= host.cpu.cores_online
    assert host.memory_bytes > 64 << 20
    assert host.id == detect().id


def test_an_empty_root_is_an_unknown_machine_and_not_an_error(tmp_path: Path) -> None:
    host = detect(tmp_path)
    assert (host.cpu.isa, host.cpu.caches_kib, host.memory_bytes) == ((), {}, 0)
    assert host.cpu.threads == 1
    assert host.accelerators == ()


def test_id_ignores_name_class_and_a_few_pages_of_memory(tmp_path: Path) -> None:
    host = detect(system=recorded.play("epyc-vm-cgroup-v1", tmp_path))
    cpu = host.cpu.model_copy(update={"device_class": "x86-64-avx2"})
    same = {"hostname": "other", "cpu": cpu, "memory_bytes": host.memory_bytes - (3 << 20)}
    assert host_id(host.model_copy(update=same)) == host.id
    slower = host.cpu.model_copy(update={"cores_available": 1.0})
    assert host_id(host.model_copy(update={"cpu": slower})) != host.id
    assert host_id(host.model_copy(update={"kernel": "6.0"})) != host.id
