"""What control groups leave of the machine: CPU quota, cpuset and memory, for v1 and v2.

A limit set on any ancestor holds too, so every folder from the process's own group up to the
mount point is read and the smallest wins. Formats: Documentation/admin-guide/cgroup-v2.rst,
cgroup-v1/memory.rst and scheduler/sched-bwc.rst of the Linux kernel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from probes.host.system import System

UNLIMITED_BYTES = 1 << 60
"""cgroup v1 says "no limit" by a number near 2^63; nobody has an exabyte."""


@dataclass(frozen=True)
class Mount:
    """One mounted hierarchy; `controllers` is empty for the unified one (v2)."""

    controllers: frozenset[str]
    root: str
    """The group that the mount point shows, "/" unless a container sees only its own."""
    point: str


def parse_mounts(mountinfo: str) -> tuple[Mount, ...]:
    """Hierarchies listed in /proc/self/mountinfo.

    >>> parse_mounts("36 24 0:32 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct")[0].point
    '/sys/fs/cgroup/cpu'
    """
    mounts = []
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        fields, kind = left.split(), right.split()
        if len(fields) < 5 or len(kind) < 3 or kind[0] not in ("cgroup", "cgroup2"):
            continue
        options = frozenset(kind[2].split(",")) if kind[0] == "cgroup" else frozenset()
        mounts.append(Mount(options, _unescape(fields[3]), _unescape(fields[4])))
    return tuple(mounts)


def _unescape(path: str) -> str:
    r"""Undo mountinfo's octal escapes.

    >>> _unescape(r"/a\040b")
    '/a b'
    """
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), path)


def parse_membership(cgroup: str) -> dict[str, str]:
    r"""Group of this process per controller, from /proc/self/cgroup; "" is the unified one.

    >>> parse_membership("4:cpu,cpuacct:/docker/ab\n0::/user.slice")
    {'cpu': '/docker/ab', 'cpuacct': '/docker/ab', '': '/user.slice'}
    """
    groups: dict[str, str] = {}
    for line in cgroup.splitlines():
        parts = line.split(":", 2)
        if len(parts) == 3:
            groups.update(dict.fromkeys(parts[1].split(","), parts[2]))
    return groups


def parse_cpu_list(text: str) -> frozenset[int]:
    """CPU numbers of a kernel list; empty for anything that is not one.

    >>> sorted(parse_cpu_list("0-2,8"))
    [0, 1, 2, 8]
    >>> parse_cpu_list("all")
    frozenset()
    """
    numbers: set[int] = set()
    for part in text.strip().split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if match is None:
            return frozenset()
        numbers.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(numbers)


def folders(mount: Mount, group: str) -> tuple[str, ...]:
    """Folders from the process's group up to the mount point, innermost first.

    A container may see a path that its mount does not show (the host's, or one that leads out
    with ".."); then the mount point itself is the group.

    >>> folders(Mount(frozenset(), "/", "/sys/fs/cgroup"), "/a/b")
    ('/sys/fs/cgroup/a/b', '/sys/fs/cgroup/a', '/sys/fs/cgroup')
    >>> folders(Mount(frozenset(), "/docker/ab", "/sys/fs/cgroup"), "/docker/ab")
    ('/sys/fs/cgroup',)
    """
    if mount.root == "/":
        inside = group
    elif group == mount.root or group.startswith(mount.root + "/"):
        inside = group[len(mount.root) :]
    else:
        inside = ""
    parts = [part for part in inside.split("/") if part]
    if ".." in parts:
        parts = []
    point = mount.point.rstrip("/")
    return tuple("/".join([point, *parts[:depth]]) for depth in range(len(parts), -1, -1))


def _v1(system: System, controller: str) -> tuple[str, ...]:
    """Folders of a v1 controller, innermost first; empty when it is not mounted."""
    groups = parse_membership(system.text("/proc/self/cgroup") or "")
    for mount in parse_mounts(system.text("/proc/self/mountinfo") or ""):
        if controller in mount.controllers:
            return folders(mount, groups.get(controller, "/"))
    return ()


def _v2(system: System) -> tuple[str, ...]:
    """Folders of the unified hierarchy, innermost first; empty when it is not mounted."""
    groups = parse_membership(system.text("/proc/self/cgroup") or "")
    for mount in parse_mounts(system.text("/proc/self/mountinfo") or ""):
        if not mount.controllers:
            return folders(mount, groups.get("", "/"))
    return ()


def cpu_quota(system: System) -> float | None:
    """Cores that the tightest CPU bandwidth limit on the path allows; None without a limit."""
    quotas = [quota_v2(system.text(f"{folder}/cpu.max") or "") for folder in _v2(system)]
    quotas += [
        quota_v1(
            system.text(f"{folder}/cpu.cfs_quota_us") or "",
            system.text(f"{folder}/cpu.cfs_period_us") or "",
        )
        for folder in _v1(system, "cpu")
    ]
    return min((quota for quota in quotas if quota is not None), default=None)


def quota_v2(text: str) -> float | None:
    """Cores allowed by a cpu.max line: quota and period in microseconds.

    >>> quota_v2("150000 100000"), quota_v2("max 100000"), quota_v2("")
    (1.5, None, None)
    """
    fields = text.split()
    return quota_v1(*fields) if len(fields) == 2 else None


def quota_v1(quota: str, period: str) -> float | None:
    """Cores allowed by cpu.cfs_quota_us and cpu.cfs_period_us; -1 means no limit.

    >>> quota_v1("50000", "100000"), quota_v1("-1", "100000")
    (0.5, None)
    """
    if not quota.isdigit() or not period.isdigit() or int(period) == 0 or int(quota) == 0:
        return None
    return int(quota) / int(period)


def cpuset(system: System) -> frozenset[int] | None:
    """CPUs of the innermost group that names any; None without a cpuset controller."""
    names = ("cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus")
    for folder in (*_v2(system), *_v1(system, "cpuset")):
        for name in names:
            cpus = parse_cpu_list(system.text(f"{folder}/{name}") or "")
            if cpus:
                return cpus
    return None


def memory_limit(system: System) -> int | None:
    """Bytes that the tightest memory limit on the path allows; None without a limit.

    memory.high counts as a limit: past it the kernel slows the group down until it is useless.
    """
    texts = [
        system.text(f"{folder}/{name}")
        for folder in _v2(system)
        for name in ("memory.max", "memory.high")
    ]
    for folder in _v1(system, "memory"):
        texts.append(system.text(f"{folder}/memory.limit_in_bytes"))
        texts.append(_hierarchical(system.text(f"{folder}/memory.stat") or ""))
    limits = [int(text) for text in texts if text and text.isdigit()]
    return min((limit for limit in limits if limit < UNLIMITED_BYTES), default=None)


def _hierarchical(stat: str) -> str | None:
    """The v1 limit that includes ancestors a container cannot see."""
    match = re.search(r"^hierarchical_memory_limit (\d+)$", stat, re.MULTILINE)
    return match[1] if match else None
