"""Command-line tools of converters: run in a child process, because some die of what they lack."""

from __future__ import annotations

import re
import signal
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """How a tool ended, and all it said on both streams."""

    code: int
    said: str

    @property
    def how(self) -> str:
        r"""In one line.

        >>> Ended(-11, "a\n\x1b[1mlast words\x1b[m\n").how
        'it ended by SIGSEGV: last words'
        >>> Ended(0, "").how
        'it ended with 0'
        """
        if self.code < 0:
            how = f"it ended by {signal.Signals(-self.code).name}"
        else:
            how = f"it ended with {self.code}"
        plain = re.sub(r"\x1b\[[\d;]*m", "", self.said)
        lines = [line.strip() for line in plain.splitlines() if line.strip()]
        return f"{how}: {lines[-1]}" if lines else how


def run(words: Sequence[str], folder: Path) -> Ended:
    """Run a program in `folder` and wait; the worker's own deadline ends it too."""
    ended = subprocess.run(  # noqa: S603 - a tool of the environment
        list(words),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Ended(ended.returncode, ended.stdout)
