"""Bugs go to a log file with their traceback; the user is told where it is and what to do."""

from __future__ import annotations

import traceback
from datetime import datetime
from pathlib import Path

MOST_BYTES = 1 << 20
"""A longer log is begun anew."""


def keep(error: BaseException, file: Path, now: datetime) -> tuple[str, str]:
    """Write the traceback of `error` to `file`; what to tell the user, in English."""
    told = "".join(traceback.format_exception(error))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = "w" if file.exists() and file.stat().st_size > MOST_BYTES else "a"
        with file.open(mode, encoding="utf-8") as log:
            log.write(f"{now:%Y-%m-%d %H:%M:%S}\n{told}\n")
    except OSError:
        return f"this is a bug in advisor: {type(error).__name__}", "its log could not be written"
    return f"this is a bug in advisor: {type(error).__name__}", f"the traceback is in {file}"
