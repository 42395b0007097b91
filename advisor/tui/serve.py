"""Serve the questionnaire to a browser on this machine; whoever reaches the port may use it.

Needs textual-serve (`pip install "advisor-dl[serve]"`). Every visitor gets a process of its own.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from knowledge.errors import KnownError

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "served"
"""The page, in place of textual-serve's own, which fetches a font from another host."""


def serve(options: Sequence[str], port: int, warn: Callable[[], None]) -> None:
    """Serve `advisor tui` on the loopback address until it is interrupted; `warn` first.

    Raises:
        KnownError: textual-serve is not installed, or the port is taken.
    """
    try:
        from textual_serve.server import Server
    except ImportError as error:
        raise KnownError(
            "serving to a browser needs textual-serve",
            hint='pip install "advisor-dl[serve]"',
        ) from error
    warn()
    command = shlex.join([sys.executable, "-m", "advisor", "tui", *options])
    try:
        Server(command, host=HOST, port=port, title="advisor", templates_path=str(PAGE)).serve()
    except OSError as error:
        raise KnownError(
            f"port {port} cannot be served: {error.strerror}", hint="choose another one by --port"
        ) from error
