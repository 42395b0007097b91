"""Narration: what a long use case is doing, as lines on stderr.

On a terminal one line is rewritten in place; elsewhere, say in a log, each preparation is a line
and measuring reports once per tenth of the way and whenever a task ends.
"""

from __future__ import annotations

import shutil
import sys
from typing import TextIO

from knowledge.schema.progress import Progress
from knowledge.texts import Texts


class Narrator:
    """A callable that takes Progress events; `close` ends the line that is being rewritten."""

    def __init__(self, texts: Texts, stream: TextIO | None = None) -> None:
        self._texts = texts
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._last = ""
        self._tenth = 0
        self._open = False

    def __call__(self, event: Progress) -> None:
        """Show `event`."""
        line = self._line(event)
        if not line or line == self._last:
            return
        self._last = line
        if not self._live and event.stage == "measure" and not self._milestone(event):
            return
        if self._live and event.stage in ("prepare", "measure"):
            width = max(20, shutil.get_terminal_size().columns - 1)
            self._stream.write("\r\x1b[2K" + _fit(line, width))
            self._open = True
        else:
            self.close()
            self._stream.write(line + "\n")
        self._stream.flush()

    def say(self, text: str) -> None:
        """Print one line of narration."""
        self.close()
        self._stream.write(text + "\n")
        self._stream.flush()

    def close(self) -> None:
        """End the rewritten line, if one is open."""
        if self._open:
            self._stream.write("\n")
            self._open = False

    def _milestone(self, event: Progress) -> bool:
        tenth = 10 * event.done // max(event.total, 1)
        reached, self._tenth = tenth > self._tenth, max(tenth, self._tenth)
        return reached or event.status is not None

    def _line(self, event: Progress) -> str:
        if event.stage in ("prepare", "measure"):
            return self._step(event)
        over = event.stage == "decide" and event.done > 0
        if over or (event.stage == "provision" and not event.message):
            return ""
        return self._texts.t(
            f"cli.progress.{event.stage}",
            subject=event.subject,
            message=self._texts.say(event.message),
            budget=self._texts.duration(event.budget_s or 0.0),
        )

    def _step(self, event: Progress) -> str:
        subject = self._texts.say(event.subject)
        values = {"done": event.done, "total": event.total, "subject": subject}
        if event.latency is not None:
            low, point, high = (
                self._texts.duration(v)
                for v in (event.latency.low, event.latency.point, event.latency.high)
            )
            return self._texts.t("cli.progress.latency", point=point, low=low, high=high, **values)
        if event.message:
            message = self._texts.say(event.message)
            return self._texts.t("cli.progress.message", message=message, **values)
        return self._texts.t(f"cli.progress.{event.stage}", **values)


def _fit(line: str, width: int) -> str:
    """`line` cut to `width` terminal cells."""
    from rich.cells import set_cell_size

    return set_cell_size(line, width).rstrip()
