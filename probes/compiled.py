"""What frameworks compile and keep between processes: one folder per stack, never a broken one.

A compiler that is killed half-way leaves a truncated library under its final name, which fails
every later process ("file too short"). So a mark lies in the folder while a worker may be
compiling; the mark of a process that is gone means that the folder cannot be trusted.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import psutil

MARK = "compiling-"


def folder_of(cache_dir: Path, stack: str) -> Path:
    """Where a stack's compiled code is kept.

    >>> folder_of(Path("/cache"), "pytorch/compile").as_posix()
    '/cache/compiled/pytorch-compile'
    """
    return cache_dir / "compiled" / stack.replace("/", "-")


def trusted(folder: Path, alive: Callable[[int], bool] = psutil.pid_exists) -> bool:
    """Make the folder fit for use; False if it had to be emptied for that."""
    lost = any(not alive(int(mark.name.removeprefix(MARK))) for mark in folder.glob(f"{MARK}*"))
    if lost:
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return not lost


def begin(folder: Path, pid: int) -> None:
    """The process may be compiling from now on."""
    (folder / f"{MARK}{pid}").touch()


def finish(folder: Path, pid: int) -> None:
    """The process has finished what it compiled."""
    (folder / f"{MARK}{pid}").unlink(missing_ok=True)
