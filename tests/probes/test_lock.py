"""The builder's lock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from probes.lock import exclusive


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    told: list[str] = []
    with exclusive(tmp_path / "a/lock", timeout_s=0) as first:
        assert first is not None
        with exclusive(
            tmp_path / "a/lock", timeout_s=0, waiting=lambda: told.append("busy")
        ) as second:
            assert second is None
    assert told == ["busy"]
    with exclusive(tmp_path / "a/lock", timeout_s=0) as third:
        assert third is not None


def test_a_child_keeps_the_lock_of_a_killed_parent(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    parent = (
        "import os, subprocess, sys\n"
        "from pathlib import Path\n"
        "from probes.lock import exclusive\n"
        f"with exclusive(Path({str(lock)!r}), timeout_s=0) as held:\n"
        "    code = 'import sys; sys.stdin.read()'\n"
        "    child = subprocess.Popen([sys.executable, '-c', code], pass_fds=(held,))\n"
        "    os._exit(9)\n"
    )
    reader, writer = os.pipe()
    subprocess.run([sys.executable, "-c", parent], stdin=reader, check=False)
    os.close(reader)
    with exclusive(lock, timeout_s=0) as held:
        assert held is None
    os.close(writer)  # the child reads to the end and exits
    with exclusive(lock, timeout_s=30) as held:
        assert held is not None


def test_waiting_ends_when_it_is_told_to(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with (
        exclusive(file, timeout_s=0) as holder,
        exclusive(file, timeout_s=3600, stop=lambda: True) as other,
    ):
        assert holder is not None
        assert other is None
