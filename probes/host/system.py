"""The one place that reads a machine: files under a root, and commands with a deadline.

Everything else in this package is a pure function of what a `System` returns, so that a recording
of another machine (a folder and a few command outputs) can stand in for it.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

Run = Callable[[Sequence[str]], str | None]
"""Standard output of a command, or None when it is absent, fails, or does not end in time."""

COMMAND_TIMEOUT_S = 10.0
"""Vendor tools take 1-3 s to wake an idle driver; one that needs longer is hung."""

TOOL_FOLDERS = ("/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin", "/usr/lib/wsl/lib")
"""Where vendor tools lie when a stripped PATH does not name their folder."""


@dataclass(frozen=True)
class System:
    """A machine to look at: live, or a recording."""

    root: Path
    name: str
    """Kernel name: "Linux", "Darwin", ..."""
    kernel: str
    machine: str
    """Architecture, normalised by `normal_machine`."""
    hostname: str
    run: Run
    affinity: frozenset[int] | None = None
    """CPUs this process may use, where the kernel was asked and not a file."""

    def text(self, path: str) -> str | None:
        """Content of an absolute path below the root, NULs dropped; None when unreadable."""
        try:
            data = (self.root / path.lstrip("/")).read_bytes()
        except OSError:
            return None
        return data.decode("utf-8", "replace").replace("\0", "").strip()

    def exists(self, path: str) -> bool:
        """Whether an absolute path exists below the root."""
        return (self.root / path.lstrip("/")).exists()

    def listing(self, folder: str) -> tuple[str, ...]:
        """Sorted names in a folder; empty when there is none."""
        try:
            return tuple(sorted(entry.name for entry in (self.root / folder.lstrip("/")).iterdir()))
        except OSError:
            return ()

    def link(self, path: str) -> str | None:
        """Last component a symbolic link points to; None when it is no link."""
        try:
            return (self.root / path.lstrip("/")).readlink().name
        except OSError:
            return None


def normal_machine(machine: str) -> str:
    """One name per architecture, the Linux one.

    >>> normal_machine("arm64"), normal_machine("AMD64"), normal_machine("loongarch64")
    ('aarch64', 'x86_64', 'loongarch64')
    """
    lowered = machine.lower()
    return {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}.get(lowered, lowered)


def here(root: Path = Path("/")) -> System:
    """The machine this process runs on, its files read below `root`.

    Commands and the live affinity mask belong to this machine, so they are left out as soon as
    `root` is another one's recording.
    """
    uname = platform.uname()
    live = root == Path("/")
    return System(
        root=root,
        name=uname.system,
        kernel=uname.release,
        machine=normal_machine(uname.machine),
        hostname=uname.node,
        run=run_command if live else no_commands,
        affinity=_affinity() if live else None,
    )


def no_commands(_argv: Sequence[str]) -> str | None:
    """A `Run` for recordings: no command is there."""
    return None


def run_command(argv: Sequence[str], timeout_s: float = COMMAND_TIMEOUT_S) -> str | None:
    """Run a tool in the C locale and return what it printed.

    Args:
        argv: the tool's name and its arguments; the name is looked up on PATH and in
            `TOOL_FOLDERS`.
        timeout_s: seconds after which it is killed.

    Returns:
        Standard output; None when the tool is absent, exits non-zero or does not end in time.
    """
    search = os.pathsep.join([os.environ.get("PATH", ""), *TOOL_FOLDERS])
    tool = shutil.which(argv[0], path=search)
    if tool is None:
        return None
    try:
        process = subprocess.Popen(  # noqa: S603  a fixed vendor tool, no shell, no user input
            [tool, *argv[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C", "LANG": "C"},
        )
    except OSError:
        return None
    try:
        output, _ = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        process.kill()
        # A tool stuck in the driver cannot be killed: give up on it rather than wait with it.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=1.0)
        return None
    return output.decode("utf-8", "replace") if process.returncode == 0 else None


def _affinity() -> frozenset[int] | None:
    """CPUs the kernel lets this process run on, where the system can tell."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return frozenset(os.sched_getaffinity(0))
