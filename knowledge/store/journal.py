"""The journal of a run: every finished measurement is on disk before the next one is begun.

One file per run, held by a lock as long as the run lives. When a run has kept its results in the
store its file goes; what a killed run has left is taken over by whoever opens the store next.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from pydantic import ValidationError

from knowledge.schema.probing import Measurement, Task

if TYPE_CHECKING:
    from knowledge.store.store import Store

CUT_OFF = "its run was cut off; these are the samples it had by then"


class Journal:
    """A file of measurements, one a line; the last line of a task is what counts."""

    def __init__(self, folder: Path) -> None:
        """Begin one in `folder`, which is made.

        Raises:
            OSError: nothing can be written there.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{uuid.uuid4().hex}.jsonl"
        self._file: TextIO = self._path.open("x", encoding="utf-8")
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it; the file stays, unless `done` was told, and is taken over later."""
        with suppress(OSError):
            self._file.close()

    def add(self, measurement: Measurement) -> None:
        """Put a measurement on disk.

        Raises:
            OSError: the disk is full.
        """
        self._file.write(measurement.model_dump_json() + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def done(self) -> None:
        """The results are kept elsewhere: nobody needs the file."""
        self._path.unlink(missing_ok=True)


def take_over(folder: Path, store: Store) -> tuple[Measurement, ...]:
    """Move into the store what runs have left in `folder` that live no more.

    Each measurement says that its run was cut off. A run that still lives is let alone, and what
    cannot be read is passed over.

    Raises:
        KnownError: the store takes nothing.
    """
    found: list[Measurement] = []
    for path in sorted(folder.glob("*.jsonl")):
        with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            left = [m for m in _last_of_each(file) if store.measurement(m.id) is None]
            store.save_measurements(left)
            found += left
            path.unlink(missing_ok=True)
    return tuple(found)


def _last_of_each(file: TextIO) -> list[Measurement]:
    found: dict[Task, Measurement] = {}
    for line in file:
        # The last line may be half, and an advisor of another version may have written them.
        with suppress(ValidationError):
            read = Measurement.model_validate_json(line)
            found[read.task] = read.model_copy(update={"notes": (*read.notes, CUT_OFF)})
    return list(found.values())
