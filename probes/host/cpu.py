r"""The processor: model, instruction sets, caches, and how many cores are really ours.

Instruction sets are reported under these names, and CPU classes in data/devices (`detection.has`,
`detection.lacks`) use the same ones. `machine` is the Linux name of the architecture.

==============  ===================================================================================
x86_64          sse4_2 avx f16c fma avx2 avx512f avx512bw avx512dq avx512vl
                avx512_vnni avx_vnni avx512_bf16 avx512_fp16 avx_vnni_int8 amx_tile amx_int8
                amx_bf16 amx_fp16, as Linux spells them, and two names for "either way":
                **vnni** (avx512_vnni or avx_vnni) and **amx** (amx_tile)
aarch64, armv7  **neon** (asimd), fp16 (asimdhp), dotprod (asimddp), sve, sve2, bf16, i8mm, sme,
                sme2
loongarch64     lsx, lasx
riscv64         rvv (the V extension), zvfh
==============  ===================================================================================

A name is reported only when every processor online has it and the kernel lets programs use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from knowledge.schema.host import Cpu
from probes.host import cgroup, cpuinfo
from probes.host.system import System

X86_NAMES = (
    "sse4_2",
    "avx",
    "f16c",
    "fma",
    "avx2",
    "avx512f",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512_vnni",
    "avx_vnni",
    "avx512_bf16",
    "avx512_fp16",
    "avx_vnni_int8",
    "amx_tile",
    "amx_int8",
    "amx_bf16",
    "amx_fp16",
)

X86_SUMMARIES = MappingProxyType({"vnni": ("avx512_vnni", "avx_vnni"), "amx": ("amx_tile",)})

ARM_NAMES = MappingProxyType(
    {
        "asimd": "neon",
        "neon": "neon",
        "asimdhp": "fp16",
        "asimddp": "dotprod",
        "sve": "sve",
        "sve2": "sve2",
        "bf16": "bf16",
        "i8mm": "i8mm",
        "sme": "sme",
        "sme2": "sme2",
    }
)


def read(system: System) -> Cpu:
    """Describe the processor of a Linux system.

    Returns:
        A Cpu without `device_class`: that depends on the catalog, see `match_class`.
    """
    info = cpuinfo.parse(system.text("/proc/cpuinfo") or "")
    online = online_cpus(system, info)
    available, limited_by = available_cores(system, online)
    return Cpu(
        model=cpuinfo.model(info, board=system.text("/proc/device-tree/model") or ""),
        machine=system.machine,
        isa=isa(system.machine, info),
        caches_kib=caches(system, cpuinfo.representatives(info)),
        cores_online=len(online),
        cores_available=available,
        limited_by=limited_by,
    )


def isa(machine: str, info: cpuinfo.CpuInfo) -> tuple[str, ...]:
    r"""Instruction sets by the names above, in the order of the table.

    >>> isa("x86_64", cpuinfo.parse("processor: 0\nflags: fpu avx avx2 avx512_vnni\n"))
    ('avx', 'avx2', 'avx512_vnni', 'vnni')
    >>> isa("aarch64", cpuinfo.parse("processor: 0\nFeatures: fp asimd asimddp sve\n"))
    ('neon', 'dotprod', 'sve')
    """
    if machine in ("x86_64", "i686", "i386"):
        return x86_isa(info.flags("flags"))
    if machine.startswith(("aarch64", "arm")):
        features = info.flags("features")
        return tuple(dict.fromkeys(name for key, name in ARM_NAMES.items() if key in features))
    if machine.startswith("loongarch"):
        return tuple(name for name in ("lsx", "lasx") if name in info.flags("features"))
    if machine.startswith("riscv"):
        return _riscv_isa(info.first("hart isa", "isa") or "")
    return ()


def x86_isa(flags: frozenset[str]) -> tuple[str, ...]:
    """Names for Linux flags of an x86 processor.

    >>> x86_isa(frozenset({"avx2", "amx_tile"}))
    ('avx2', 'amx_tile', 'amx')
    """
    names = [name for name in X86_NAMES if name in flags]
    summaries = [name for name, ways in X86_SUMMARIES.items() if not flags.isdisjoint(ways)]
    return (*names, *summaries)


def _riscv_isa(text: str) -> tuple[str, ...]:
    """Names from an ISA string: single letters first, then underscored extensions.

    >>> _riscv_isa("rv64imafdcv_zicsr_zvfh"), _riscv_isa("rv64imafdc_zvkned")
    (('rvv', 'zvfh'), ())
    """
    letters, _, extensions = text.lower().partition("_")
    names = ["rvv"] if "v" in letters.removeprefix("rv64").removeprefix("rv32") else []
    return tuple(names + [name for name in ("zvfh",) if name in extensions.split("_")])


def caches(system: System, processors: Iterable[int]) -> dict[str, int]:
    """Cache sizes in KiB by level, as one core sees them; the larger where core types differ.

    Instruction caches are left out: no kernel here is bound by them.
    """
    sizes: dict[str, int] = {}
    for processor in processors:
        folder = f"/sys/devices/system/cpu/cpu{processor}/cache"
        for index in system.listing(folder):
            kind = system.text(f"{folder}/{index}/type")
            level = system.text(f"{folder}/{index}/level")
            size = cache_kib(system.text(f"{folder}/{index}/size") or "")
            if level and size and kind in ("Data", "Unified"):
                name = f"L{level}{'d' if kind == 'Data' else ''}"
                sizes[name] = max(size, sizes.get(name, 0))
    return dict(sorted(sizes.items()))


def cache_kib(text: str) -> int:
    """Size written by the kernel, in KiB; 0 when there is none.

    >>> cache_kib("512K"), cache_kib("32M"), cache_kib("")
    (512, 32768, 0)
    """
    factor = {"K": 1, "M": 1024, "G": 1024 * 1024}.get(text[-1:].upper())
    number = text[:-1]
    return int(number) * factor if factor and number.isdigit() else 0


def online_cpus(system: System, info: cpuinfo.CpuInfo) -> frozenset[int]:
    """Numbers of the processors online: from sysfs, or as /proc/cpuinfo lists them."""
    listed = cgroup.parse_cpu_list(system.text("/sys/devices/system/cpu/online") or "")
    counted = frozenset(int(fields["processor"]) for fields in info.processors)
    return listed or counted or frozenset({0})


def available_cores(system: System, online: frozenset[int]) -> tuple[float, tuple[str, ...]]:
    """Cores left to this process, and what lowers them below those online.

    Returns:
        Cores (fractional under a quota) and a subset of ("cgroup-cpuset", "affinity",
        "cgroup-quota"). A cpuset shows in the affinity mask, so the mask is blamed only for what
        it takes beyond the cpuset.
    """
    status = system.text("/proc/self/status") or ""
    allowed = (_allowed(status) or system.affinity or online) & online or online
    cpuset = (cgroup.cpuset(system) or online) & online or online
    reasons = []
    if cpuset != online:
        reasons.append("cgroup-cpuset")
    if len(allowed) < len(cpuset):
        reasons.append("affinity")
    quota = cgroup.cpu_quota(system)
    if quota is not None and quota < len(allowed):
        return round(quota, 3), (*reasons, "cgroup-quota")
    return float(len(allowed)), tuple(reasons)


def _allowed(status: str) -> frozenset[int]:
    """CPUs in the Cpus_allowed_list line of /proc/self/status; empty when it has none."""
    for line in status.splitlines():
        if line.startswith("Cpus_allowed_list:"):
            return cgroup.parse_cpu_list(line.partition(":")[2])
    return frozenset()
