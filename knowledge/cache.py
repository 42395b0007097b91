"""Files in the user's cache folder that hold what was computed from other files.

The cache is never needed: a file that is missing, damaged or cannot be written is no error. The
name of a file must say everything its content depends on; a checksum guards the content itself.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

KEPT = 8
"""Files kept in a folder; the oldest give way when another is written."""
_CHECKSUM = hashlib.sha256().digest_size


def read(folder: Path, name: str) -> bytes | None:
    """The content written under `name`; None where there is none or it is damaged."""
    try:
        stored = (folder / name).read_bytes()
    except OSError:
        return None
    checksum, content = stored[:_CHECKSUM], stored[_CHECKSUM:]
    return content if hashlib.sha256(content).digest() == checksum else None


def write(folder: Path, name: str, content: bytes) -> bool:
    """Keep `content` under `name`, whole or not at all; False where that is impossible."""
    draft = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        Path(draft).replace(folder / name)
        _prune(folder)
    except OSError:
        if draft:
            _remove(Path(draft))
        return False
    return True


def _prune(folder: Path) -> None:
    """Delete all but the files written last, drafts of killed processes included."""
    written = sorted((f for f in folder.iterdir() if f.is_file()), key=_age)
    for file in written[KEPT:]:
        _remove(file)


def _age(file: Path) -> float:
    """A number that is larger for older files; a file that has just gone counts as oldest."""
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0.0


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return
