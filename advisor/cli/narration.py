"""Narration: what a long use case is doing, as lines on stderr.

On a terminal one line is rewritten in place; elsewhere, say in a log, each preparation is a line
and measuring reports once per tenth of the way and whenever a task ends.
"""

from __future__ import annotations

import shutil
import sys
from typing import TextIO

from knowledge.schema.probing import Status
from knowledge.schema.progress import Progress
from knowledge.texts import Texts


class Narrator:
    """A callable that takes Progress events; `close` tells what was gathered and ends the line."""

    def __init__(self, texts: Texts, stream: TextIO | None = None) -> None:
        self._texts = texts
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._last = ""
        self._tenth = 0
        self._over = ""
        """The stage whose last step was told."""
        self._open = False
        self._missing: dict[str, list[str]] = {}
        """Why stacks were not measured at all -> their names, to be told together."""

    def __call__(self, event: Progress) -> None:
        """Show `event`."""
        if event.stage == "measure" and event.status is Status.UNAVAILABLE and not event.latency:
            stacks = self._missing.setdefault(event.message, [])
            stacks += [name for name in [event.subject.partition(" ")[0]] if name not in stacks]
            return
        if event.stage != "measure":
            self._tell_missing()
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
            self._write(line)
        self._stream.flush()

    def say(self, text: str) -> None:
        """Print one line of narration."""
        self._tell_missing()
        self._write(text)
        self._stream.flush()

    def close(self) -> None:
        """Tell what was gathered, and end the rewritten line, if one is open."""
        self._tell_missing()
        self._end_line()

    def _tell_missing(self) -> None:
        """One line per reason, instead of one per stack and batch."""
        if not self._missing:
            return
        from reports.wording import names

        for message, stacks in self._missing.items():
            said = {"stacks": names(self._texts, stacks), "message": self._texts.say(message)}
            self._write(self._texts.t("cli.progress.unavailable", **said))
        self._missing.clear()

    def _write(self, line: str) -> None:
        self._end_line()
        self._stream.write(line + "\n")

    def _end_line(self) -> None:
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
        whole = event.stage == "plan" and event.done == event.total
        return self._texts.t(
            f"cli.progress.{event.stage}{'-all' if whole else ''}",
            done=event.done,
            total=event.total,
            subject=event.subject,
            message=self._texts.say(event.message),
            budget=self._texts.duration(event.budget_s or 0.0),
        )

    def _step(self, event: Progress) -> str:
        subject = self._texts.say(event.subject)
        over = event.done == event.total
        told = event.latency is not None or event.message
        if over and told and (self._over == event.stage or not event.total):
            # How all the tasks ended comes after the last sample: its count is told once.
            key = "latency" if event.latency is not None else "message"
            return self._texts.t(f"cli.progress.{key}-over", subject=subject, **self._said(event))
        self._over = event.stage if over else ""
        values = {"done": event.done, "total": event.total, "subject": subject}
        if event.latency is not None:
            return self._texts.t("cli.progress.latency", **self._said(event), **values)
        if event.message:
            return self._texts.t("cli.progress.message", **self._said(event), **values)
        return self._texts.t(f"cli.progress.{event.stage}", **values)

    def _said(self, event: Progress) -> dict[str, str]:
        """The interval of an event, or its message."""
        if event.latency is None:
            return {"message": self._texts.say(event.message)}
        one = event.latency
        shown = {"low": one.low, "point": one.point, "high": one.high}
        return {name: self._texts.duration(value) for name, value in shown.items()}


def _fit(line: str, width: int) -> str:
    """`line` cut to `width` terminal cells."""
    from rich.cells import set_cell_size

    return set_cell_size(line, width).rstrip()
