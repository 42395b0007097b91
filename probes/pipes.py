"""The two pipes a worker talks through: replies, line by line, and the tail of its stderr.

Threads read both all the time, so that a worker never blocks because nobody listens.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO

LINE_LIMIT = 1 << 20
"""Bytes of one line, at most; what is longer is no reply."""
STDERR_LINES = 100
JOIN_S = 0.5
"""Seconds to wait for the end of a pipe: a grandchild that left the group may hold it open."""


class Pipes:
    """Listens to a process from the start; `close` when it has ended."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=STDERR_LINES)
        self._readers = (
            _thread(self._read_lines, process.stdout),
            _thread(self._read_errors, process.stderr),
        )

    def line(self, timeout_s: float) -> bytes | None:
        """The next line of stdout; b"" at its end, None if there is none in time."""
        try:
            return self._lines.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def errors(self) -> tuple[str, ...]:
        """The last lines of stderr."""
        return tuple(self._errors)

    def send(self, line: bytes) -> bool:
        """Write one line to stdin; False if nobody reads it any more."""
        pipe = self._process.stdin
        if pipe is None:
            return False
        try:
            pipe.write(line + b"\n")
            pipe.flush()
        except (OSError, ValueError):
            # Its other end is gone, or this one was closed meanwhile.
            return False
        return True

    def close(self) -> None:
        """Hear what is left and close all pipes; the process has ended."""
        pipes = (self._process.stdout, self._process.stderr)
        for reader, pipe in zip(self._readers, pipes, strict=True):
            reader.join(timeout=JOIN_S)
            if not reader.is_alive():
                _close(pipe)
        _close(self._process.stdin)

    def _read_lines(self, pipe: IO[bytes]) -> None:
        for line in iter(lambda: pipe.readline(LINE_LIMIT), b""):
            self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self, pipe: IO[bytes]) -> None:
        for line in iter(lambda: pipe.readline(LINE_LIMIT), b""):
            self._errors.append(line.decode("utf-8", "replace").rstrip())


def _thread(target: Callable[[IO[bytes]], None], pipe: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=target, args=(pipe,), daemon=True)
    thread.start()
    return thread


def _close(pipe: IO[bytes] | None) -> None:
    """Close a pipe whose other end is gone, whatever could not be written."""
    if pipe is not None:
        with suppress(OSError):
            pipe.close()
