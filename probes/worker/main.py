"""Entry point of the worker: run by file path, in the interpreter that holds a framework.

`<python> -I -X utf8 .../probes/worker/main.py` speaks protocol version 1 (see `session`) as JSON
lines: requests on fd 0, replies on what fd 1 was at the start. Standard library only.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 9):  # noqa: UP036 - whoever runs this may be older than we require
    sys.stderr.write("the worker needs Python 3.9 or newer\n")
    sys.exit(3)

import importlib
import os
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

PACKAGE = "advisor_worker"
"""Private name of this folder as a package: it cannot shadow a framework, and the folder itself
never stands on `sys.path`, where `adapters/torch.py` could be taken for torch."""


def take_over_streams() -> tuple[TextIO, TextIO]:
    """Keep the protocol's two pipes for ourselves; return them as (requests, replies) text files.

    Frameworks and what they start write to fd 1 as they like: from here on that is stderr. They
    find fd 0 empty, so that a child of theirs cannot swallow a request.
    """
    requests, replies = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    return os.fdopen(requests, encoding="utf-8"), os.fdopen(replies, "w", encoding="utf-8")


def die_with_parent() -> None:
    """On Linux, be killed when the process that started us is gone, however it went.

    A worker that is suspended (SIGSTOP) would never see its pipe close.
    """
    if sys.platform == "linux":
        import ctypes

        death_signal, kill = 1, 9  # PR_SET_PDEATHSIG and SIGKILL, prctl(2)
        ctypes.CDLL(None).prctl(death_signal, kill)


def private_package() -> types.ModuleType:
    """Make the sibling files importable as `advisor_worker.<name>` and return the session module.

    No bytecode is written for them: this folder belongs to another interpreter.
    """
    package = types.ModuleType(PACKAGE)
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]  # noqa: PTH100, PTH120
    sys.modules[PACKAGE] = package
    keep, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    session = importlib.import_module(PACKAGE + ".session")
    sys.dont_write_bytecode = keep
    return session


if __name__ == "__main__":
    die_with_parent()
    requests, replies = take_over_streams()
    private_package().serve(requests, replies)
