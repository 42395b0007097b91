"""Compiled code that one process keeps for the next: what takes minutes is done once a model.

The folder is named by ADVISOR_COMPILED; the parent empties it where a compiler was killed half-way.
Without it, nothing outlives the working directory. What was kept is found by a digest of the model,
of this CPU, and of all that the adapter says its compiler depends on, so it is never stale.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .case import Case

FOLDER = "ADVISOR_COMPILED"


class Kept(NamedTuple):
    """A compiled file, and what making it took, perhaps in an earlier process."""

    path: Path
    seconds: float
    earlier: bool

    @property
    def earlier_s(self) -> float:
        """Seconds that an earlier process spent; the session counts them to the building time."""
        return self.seconds if self.earlier else 0.0

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of it."""
        if not self.earlier:
            return ()
        return (
            f"compiled in {self.seconds:.1f} s by an earlier process, which counts as building",
        )


def keep(case: Case, depends: Sequence[str], suffix: str, make: Callable[[Path], None]) -> Kept:
    """The compiled form of a case's model: what an earlier process kept, or made now.

    Args:
        case: its model file is what is compiled.
        depends: versions and flags that the result depends on.
        suffix: of the compiled file, such as ".so".
        make: compiles the model into the file that it is given.
    """
    folder = Path(os.environ.get(FOLDER) or Path.cwd())
    path = folder / f"{_digest(case.model, depends)}{suffix}"
    record = path.with_suffix(".json")
    if path.is_file() and record.is_file():
        return Kept(path, float(json.loads(record.read_text("utf-8"))["seconds"]), earlier=True)
    draft = path.with_name(f"draft-{os.getpid()}-{path.name}")
    start = time.perf_counter()
    make(draft)
    seconds = time.perf_counter() - start
    draft.replace(path)
    record.write_text(json.dumps({"seconds": seconds}), "utf-8")
    return Kept(path, seconds, earlier=False)


def _digest(model: Path, depends: Sequence[str]) -> str:
    found = hashlib.sha256("\n".join([*depends, _cpu()]).encode())
    # Weights may lie in files of their own beside the model.
    for path in sorted(model.parent.glob("model.onnx*")):
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                found.update(piece)
    return found.hexdigest()[:24]


def _cpu() -> str:
    """What tells this CPU from others that may share the folder: its model and its features."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    return " ".join(re.findall(r"(?m)^(?:model name|flags|Features|CPU part)\s*: (.*)$", text)[:3])
