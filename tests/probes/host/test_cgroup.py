"""Limits of control groups: nesting, containers, and both versions at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probes.host import cgroup
from probes.host.cpu import available_cores
from probes.host.system import System, no_commands

V2_MOUNT = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n"
V1_CPU = "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"


def system(root: Path, files: dict[str, str]) -> System:
    for path, text in files.items():
        place = root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return System(root, "Linux", "6", "x86_64", "h", no_commands)


@pytest.mark.parametrize(
    ("maxima", "expected"),
    [
        ({"a/b": "200000 100000", "a": "max 100000"}, 2.0),
        ({"a/b": "max 100000", "a": "50000 100000"}, 0.5),
        ({"a/b": "max 100000"}, None),
        ({}, None),
        ({"a/b": "garbage", "a": "300000 100000"}, 3.0),
    ],
)
def test_smallest_quota_along_the_path(
    tmp_path: Path, maxima: dict[str, str], expected: float | None
) -> None:
    files = {"/proc/self/cgroup": "0::/a/b\n", "/proc/self/mountinfo": V2_MOUNT}
    files |= {f"/sys/fs/cgroup/{folder}/cpu.max": text for folder, text in maxima.items()}
    assert cgroup.cpu_quota(system(tmp_path, files)) == expected


def test_both_versions_at_once_take_the_tighter(tmp_path: Path) -> None:
    files = {
        "/proc/self/cgroup": "3:cpu,cpuacct:/j\n0::/k\n",
        "/proc/self/mountinfo": V1_CPU + V2_MOUNT,
        "/sys/fs/cgroup/cpu/j/cpu.cfs_quota_us": "300000",
        "/sys/fs/cgroup/cpu/j/cpu.cfs_period_us": "100000",
        "/sys/fs/cgroup/k/cpu.max": "250000 100000",
    }
    assert cgroup.cpu_quota(system(tmp_path, files)) == 2.5


@pytest.mark.parametrize("group", ["/../../other", "/host/only/path"])
def test_a_group_outside_the_mount_falls_back_to_the_mount_point(
    tmp_path: Path, group: str
) -> None:
    files = {
        "/proc/self/cgroup": f"0::{group}\n",
        "/proc/self/mountinfo": V2_MOUNT.replace(" / ", " /docker/c "),
        "/sys/fs/cgroup/cpu.max": "100000 100000",
    }
    assert cgroup.cpu_quota(system(tmp_path, files)) == 1.0


def test_no_cgroups_at_all(tmp_path: Path) -> None:
    bare = system(tmp_path, {})
    assert cgroup.cpu_quota(bare) is None
    assert cgroup.memory_limit(bare) is None
    assert cgroup.cpuset(bare) is None


@pytest.mark.parametrize(
    ("status", "cpuset", "expected"),
    [
        ("0-3", "0-3", (4.0, ())),
        ("0-1", "0-3", (2.0, ("affinity",))),
        ("2-3", "2-3", (2.0, ("cgroup-cpuset",))),
        ("2", "2-3", (1.0, ("cgroup-cpuset", "affinity"))),
        ("0-63", "", (4.0, ())),
    ],
)
def test_what_takes_cores_away_is_named(
    tmp_path: Path, status: str, cpuset: str, expected: tuple[float, tuple[str, ...]]
) -> None:
    files = {
        "/proc/self/status": f"Name:\tx\nCpus_allowed_list:\t{status}\n",
        "/proc/self/cgroup": "0::/\n",
        "/proc/self/mountinfo": V2_MOUNT,
        "/sys/fs/cgroup/cpuset.cpus.effective": cpuset,
    }
    assert available_cores(system(tmp_path, files), frozenset(range(4))) == expected


def test_a_quota_above_the_mask_limits_nothing(tmp_path: Path) -> None:
    files = {
        "/proc/self/status": "Cpus_allowed_list:\t0-1\n",
        "/proc/self/cgroup": "0::/\n",
        "/proc/self/mountinfo": V2_MOUNT,
        "/sys/fs/cgroup/cpu.max": "300000 100000",
    }
    cores = available_cores(system(tmp_path, files), frozenset(range(4)))
    assert cores == (2.0, ("affinity",))


def test_the_live_mask_serves_where_no_file_has_it(tmp_path: Path) -> None:
    live = System(tmp_path, "Linux", "6", "x86_64", "h", no_commands, frozenset({1}))
    assert available_cores(live, frozenset(range(4))) == (1.0, ("affinity",))


@given(st.sets(st.integers(0, 200), min_size=1))
def test_cpu_lists_round_trip(cpus: set[int]) -> None:
    assert cgroup.parse_cpu_list(",".join(map(str, sorted(cpus)))) == cpus


@given(st.text(max_size=80))
def test_any_text_parses_without_an_error(text: str) -> None:
    cgroup.parse_mounts(text)
    cgroup.parse_membership(text)
    cgroup.parse_cpu_list(text)
    cgroup.quota_v2(text)
