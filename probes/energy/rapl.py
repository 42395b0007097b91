"""RAPL through Linux's powercap: joules of the processor packages and their memory.

Since 2020 kernels let only root read the counters (CVE-2020-8694); a virtual machine has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from probes.energy.counter import Absent, Counter

ROOT = Path("/sys/class/powercap")
DRAM = "dram"


@dataclass(frozen=True)
class Zone:
    """One counter: where it stands, and where it wraps."""

    file: Path
    range_uj: int


def find(root: Path = ROOT) -> Counter | Absent:
    """A counter over all packages, with their memory where it is counted apart."""
    packages = sorted(root.glob("intel-rapl:[0-9]*")) if root.is_dir() else []
    if not packages:
        return Absent("RAPL: this machine has no /sys/class/powercap/intel-rapl (virtual?)")
    zones = [_zone(folder) for folder in packages if _counts(folder)]
    try:
        _read(zones)
    except PermissionError:
        return Absent("RAPL: only root may read /sys/class/powercap/intel-rapl:*/energy_uj")
    except (OSError, ValueError) as error:
        return Absent(f"RAPL: the counters cannot be read: {error}")
    if not zones:
        return Absent("RAPL: no package counts its energy")
    return Counter("RAPL", lambda: _read(zones), lambda a, b: joules(a, b, zones))


def joules(before: Mapping[Path, int], after: Mapping[Path, int], zones: list[Zone]) -> float:
    """Joules between two readings in microjoules; a counter that wrapped once is unwrapped.

    >>> zone = Zone(Path("x"), 1000)
    >>> joules({zone.file: 100}, {zone.file: 600}, [zone]) * 1e6
    500.0
    >>> round(joules({zone.file: 900}, {zone.file: 100}, [zone]) * 1e6, 6)
    200.0
    """
    return sum((after[z.file] - before[z.file]) % max(1, z.range_uj) for z in zones) / 1e6


def _counts(folder: Path) -> bool:
    """Packages, and memory zones beneath one; core and uncore are parts of their package."""
    top = folder.name.count(":") == 1
    return (folder / "energy_uj").exists() and (top or _name(folder) == DRAM)


def _zone(folder: Path) -> Zone:
    limit = (folder / "max_energy_range_uj").read_text(encoding="ascii")
    return Zone(folder / "energy_uj", int(limit))


def _name(folder: Path) -> str:
    try:
        return (folder / "name").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _read(zones: list[Zone]) -> dict[Path, int]:
    return {zone.file: int(zone.file.read_text(encoding="ascii")) for zone in zones}
