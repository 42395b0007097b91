"""Tasks in threads: one of a name at a time, and of those that wait only the last.

The event loop never waits for a task; what it returns or raises comes back as a message.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock

from textual.message import Message
from textual.message_pump import MessagePump

from advisor.tui.messages import Done, Failed
from knowledge.errors import KnownError

Task = Callable[[], object]
Report = Callable[[Exception], tuple[str, str]]
"""Keeps the traceback of a bug and gives what to show instead: a text and a hint."""


class Background:
    """The tasks of one screen, or of the application."""

    def __init__(self, owner: MessagePump, run: Callable[..., object], report: Report) -> None:
        """Messages go to `owner`; `run` is its `run_worker`."""
        self._owner, self._run, self._report = owner, run, report
        self._lock = Lock()
        self._waiting: dict[str, Task | None] = {}

    def start(self, name: str, task: Task) -> None:
        """Run `task` soon; a task of the same name that has not begun is dropped."""
        with self._lock:
            running = name in self._waiting
            self._waiting[name] = task if running else None
        if not running:
            self._run(partial(self._work, name, task), name=name, thread=True, group=name)

    @property
    def busy(self) -> frozenset[str]:
        """Names of what is running."""
        with self._lock:
            return frozenset(self._waiting)

    def _work(self, name: str, first: Task) -> None:
        task: Task | None = first
        while task is not None:
            message = self._message(name, task)
            with self._lock:
                task = self._waiting.pop(name)
                if task is None:
                    self._owner.post_message(message)
                else:
                    self._waiting[name] = None  # what was asked meanwhile makes this one stale

    def _message(self, name: str, task: Task) -> Message:
        try:
            return Done(name, task())
        except KnownError as error:
            return Failed(name, error.message, error.hint)
        except Exception as error:  # a bug must neither end the application nor be lost
            return Failed(name, *self._report(error))
