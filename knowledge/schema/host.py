"""This machine, as detected."""

from __future__ import annotations

from knowledge.schema.base import Noun


class Cpu(Noun):
    """A processor: what it calls itself, what it can do, and how much of it is really ours."""

    model: str
    machine: str
    isa: tuple[str, ...]
    """Instruction sets that matter to kernels, such as avx2, avx512f, vnni, amx, neon, sve."""
    caches_kib: dict[str, int]
    """Size per level ("L1d", "L2", "L3") in KiB, as one core sees it."""
    cores_online: int
    cores_available: float
    """Cores left after affinity mask and cgroup quota; may be fractional under a quota."""
    limited_by: tuple[str, ...] = ()
    """What lowers `cores_available`: "affinity", "cgroup-quota"."""
    device_class: str | None = None
    """Id of the matching CPU class in data/devices."""

    @property
    def threads(self) -> int:
        """Threads a probe uses: the whole cores available, at least one."""
        return max(1, int(self.cores_available))


class Host(Noun):
    """The machine measurements are taken on."""

    id: str
    """Digest of everything below except `hostname`: equal hosts share results."""
    hostname: str
    os: str
    kernel: str
    cpu: Cpu
    memory_bytes: int
    """Memory usable here: the smaller of RAM and the cgroup limit."""
    accelerators: tuple[str, ...] = ()
    virtualized: bool | None = None
