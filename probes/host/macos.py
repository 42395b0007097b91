"""macOS: the processor and memory out of `sysctl -a`, a flat list of `key: value` lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from knowledge.schema.host import Cpu
from probes.host.cpu import x86_isa

ARM_FEATURES = MappingProxyType(
    {
        "hw.optional.neon": "neon",
        "hw.optional.AdvSIMD": "neon",
        "hw.optional.arm.AdvSIMD": "neon",
        "hw.optional.neon_fp16": "fp16",
        "hw.optional.arm.FEAT_FP16": "fp16",
        "hw.optional.arm.FEAT_DotProd": "dotprod",
        "hw.optional.arm.FEAT_BF16": "bf16",
        "hw.optional.arm.FEAT_I8MM": "i8mm",
        "hw.optional.arm.FEAT_SME": "sme",
        "hw.optional.arm.FEAT_SME2": "sme2",
    }
)

X86_FLAGS = MappingProxyType(
    {
        "SSE4.2": "sse4_2",
        "AVX1.0": "avx",
        "F16C": "f16c",
        "FMA": "fma",
        "AVX2": "avx2",
        "AVX512F": "avx512f",
        "AVX512BW": "avx512bw",
        "AVX512DQ": "avx512dq",
        "AVX512VL": "avx512vl",
        "AVX512VNNI": "avx512_vnni",
    }
)
"""How macOS spells the flags that Linux names."""


def parse(text: str) -> dict[str, str]:
    r"""Keys and values of sysctl's output; lines of other shapes are left out.

    >>> parse("hw.memsize: 17179869184\nmachdep.cpu.brand_string: Apple M2\n")["hw.memsize"]
    '17179869184'
    """
    pairs = (line.partition(": ") for line in text.splitlines())
    return {key.strip(): value.strip() for key, colon, value in pairs if colon}


def cpu(values: Mapping[str, str], machine: str) -> Cpu:
    """Describe the processor; macOS has neither affinity masks nor quotas."""
    cores = _number(values, "hw.activecpu", "hw.logicalcpu", "hw.ncpu") or 1
    return Cpu(
        model=values.get("machdep.cpu.brand_string", "unknown"),
        machine=machine,
        isa=isa(values),
        caches_kib=caches(values),
        cores_online=cores,
        cores_available=float(cores),
    )


def isa(values: Mapping[str, str]) -> tuple[str, ...]:
    """Instruction sets by the names of `probes.host.cpu`.

    >>> isa({"hw.optional.neon": "1", "hw.optional.arm.FEAT_SME": "0"})
    ('neon',)
    >>> isa({"machdep.cpu.features": "SSE4.2 AVX1.0", "machdep.cpu.leaf7_features": "AVX2"})
    ('sse4_2', 'avx', 'avx2')
    """
    flags = " ".join(
        values.get(f"machdep.cpu.{key}", "") for key in ("features", "leaf7_features")
    ).split()
    if flags:
        return x86_isa(frozenset(X86_FLAGS[flag] for flag in flags if flag in X86_FLAGS))
    return tuple(dict.fromkeys(n for key, n in ARM_FEATURES.items() if values.get(key) == "1"))


def caches(values: Mapping[str, str]) -> dict[str, int]:
    """Cache sizes in KiB, of the performance cores where there are two kinds."""
    sizes = {
        "L1d": _number(values, "hw.perflevel0.l1dcachesize", "hw.l1dcachesize"),
        "L2": _number(values, "hw.perflevel0.l2cachesize", "hw.l2cachesize"),
        "L3": _number(values, "hw.perflevel0.l3cachesize", "hw.l3cachesize"),
    }
    return {level: size // 1024 for level, size in sizes.items() if size}


def memory(values: Mapping[str, str]) -> int:
    """Bytes of RAM; 0 when sysctl did not say."""
    return _number(values, "hw.memsize")


def virtualized(values: Mapping[str, str]) -> bool | None:
    """Whether the kernel knows itself on a hypervisor.

    >>> virtualized({"kern.hv_vmm_present": "1"}), virtualized({}) is None
    (True, True)
    """
    present = values.get("kern.hv_vmm_present")
    return None if present is None else present == "1"


def _number(values: Mapping[str, str], *keys: str) -> int:
    """The first of `keys` that holds a number; 0 when none does."""
    return next((int(values[key]) for key in keys if values.get(key, "").isdigit()), 0)
