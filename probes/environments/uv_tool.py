"""Run uv: its binary from the PyPI package, its words passed on, passwords blotted out."""

from __future__ import annotations

import re
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probes.environments.interpreters import clean
from probes.interruption import Cancelled

TAIL = 20
"""Lines of uv's output kept for the message when it fails."""

STOP_S = 0.2
"""Seconds between two looks at whether the making is still wanted."""

OWN_VARIABLES = ("UV_SYSTEM_PYTHON", "UV_PYTHON", "UV_TORCH_BACKEND", "UV_PROJECT_ENVIRONMENT")
"""Settings of uv that would send packages elsewhere or contradict the specification."""


@dataclass(frozen=True)
class Ended:
    """How a run of uv ended: exit status (None when it was stopped at the deadline), last words."""

    status: int | None
    lines: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether uv did what it was asked."""
        return self.status == 0


Uv = Callable[..., Ended]
"""The signature of `run`, for fakes."""


def binary() -> str | None:
    """Path of uv's executable as its package knows it; None when the package lost it."""
    from uv import find_uv_bin

    try:
        return str(find_uv_bin())
    except FileNotFoundError:
        return None


def environment(environ: Mapping[str, str], added: Mapping[str, str]) -> dict[str, str]:
    """Environment variables for uv: the user's, without what bends interpreters, plus `added`.

    uv is told never to download an interpreter: one that suits was found on this machine before.
    """
    # Proxies may be spelled in lower case too; the one that was asked for replaces both.
    dropped = {*OWN_VARIABLES, *added, *(name.lower() for name in added)}
    kept = {name: value for name, value in clean(environ).items() if name not in dropped}
    return {**kept, **added, "UV_PYTHON_DOWNLOADS": "never"}


def run(
    arguments: Sequence[str],
    *,
    folder: Path,
    environ: Mapping[str, str],
    narrate: Callable[[str], None],
    timeout_s: float,
    keep_open: Sequence[int] = (),
    stop: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run uv and pass on what it says.

    Args:
        arguments: without the program's name; no passwords, these are visible to all.
        folder: working folder: uv reads project files there and above, so not the user's.
        environ: the whole environment.
        narrate: gets each line worth reading.
        timeout_s: seconds after which uv is killed.
        keep_open: descriptors that uv inherits (the lock).
        stop: asked several times a second; once it says so uv is killed.

    Raises:
        Cancelled: `stop` said so.
    """
    program = binary()
    if program is None:
        return Ended(127, ("the uv package has no executable",))
    late = threading.Event()
    tail: deque[str] = deque(maxlen=TAIL)
    with subprocess.Popen(  # noqa: S603  a known program, no shell
        [program, *arguments, "--no-progress", "--color", "never"],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        pass_fds=tuple(keep_open),
    ) as process:

        def end() -> None:
            late.set()
            process.kill()

        over, cancelled = threading.Event(), threading.Event()

        def watch() -> None:
            while not over.wait(STOP_S):
                if stop():
                    cancelled.set()
                    process.kill()
                    return

        timer = threading.Timer(timeout_s, end)
        timer.start()
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            for line in process.stdout or ():
                said = redact(line.rstrip())
                if said.strip():
                    tail.append(said)
                    if worth_reading(said):
                        narrate(said.strip())
            status = process.wait()
        finally:
            timer.cancel()
            over.set()
            # Reached with uv still running when the user interrupts.
            process.kill()
    if cancelled.is_set():
        raise Cancelled
    return Ended(None if late.is_set() else status, tuple(tail))


def worth_reading(line: str) -> bool:
    """Whether a line of uv's is news: not the list of packages, not the virtual environment's hint.

    >>> worth_reading("Resolved 11 packages in 269ms"), worth_reading(" + numpy==2.4.6")
    (True, False)
    """
    return not re.match(
        r"\s*([+~-] |Activate with|Using Python|Using CPython|Creating virtual)", line
    )


def redact(text: str) -> str:
    """Blot out user names and passwords in addresses.

    >>> redact("Failed to fetch: https://me:secret@example.org/simple/torch/")
    'Failed to fetch: https://***@example.org/simple/torch/'
    """
    return re.sub(r"(?<=://)[^/\s@]+@", "***@", text)
