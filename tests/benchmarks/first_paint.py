"""From the start of the process to the first frame of the questionnaire in a terminal.

`python -m tests.benchmarks.first_paint [LANGUAGE]`. Wall time only means something on a quiet
machine; processor time is that of the whole process until then, start of Python included.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

WORDS = {"en": "which deep-learning stack", "zh": "深度学习"}
"""What stands in the first frame."""
ROUNDS, LIMIT_S = 7, 60.0
SIZE = struct.pack("HHHH", 40, 120, 0, 0)


def first_paint(language: str) -> tuple[float, float]:
    """(wall, processor) seconds until the first frame is on the screen; the process is ended then.

    Raises:
        TimeoutError: it was never painted.
    """
    words = [sys.executable, "-m", "advisor", "tui", "--lang", language]
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if not child:
        fcntl.ioctl(0, termios.TIOCSWINSZ, SIZE)
        os.environ["TERM"] = "xterm-256color"
        os.execv(words[0], words)  # noqa: S606 - a terminal of its own is the point
    seen, wanted = b"", WORDS[language].encode()
    try:
        while time.perf_counter() - begun < LIMIT_S:
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 1 << 16)
            if wanted in seen:
                return time.perf_counter() - begun, _processor_s(child)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    raise TimeoutError("the first frame was never painted")


def _processor_s(process: int) -> float:
    """Seconds of processor a process and its threads have taken (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Some rounds, so that the first, which finds nothing in the file cache, is seen apart."""
    language = sys.argv[1] if len(sys.argv) > 1 else "en"
    for _ in range(ROUNDS):
        wall, processor = first_paint(language)
        sys.stdout.write(f"{1e3 * wall:8.0f} ms wall{1e3 * processor:8.0f} ms processor\n")


if __name__ == "__main__":
    main()
