"""Workers: foreign interpreters in process groups of their own, asked one message at a time.

Whatever a worker does (hang, crash, abort, talk nonsense), an answer comes back within the
deadline: the reply, or a Trouble, after which the whole group is dead.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from knowledge.schema.probing import Status
from probes.exits import describe_exit, last_words, oom_kills
from probes.interruption import Cancelled, Stop, never
from probes.pipes import Pipes
from probes.protocol import PROTOCOL, AnyReply, Closed, Hello, Trouble, parse

WORKER = Path(__file__).parent / "worker" / "main.py"
POLL_S = 0.1
"""How often `stop` is asked while an answer is awaited."""
BUSY = 0.05
"""Cores used in the second half of a deadline that make a time-out slow rather than stuck."""
EXIT_S, LEAST_EXIT_S = 5.0, 0.5
"""Seconds a process that closed its pipe gets to end by itself and leave an exit code; the fewest
where the deadline leaves less."""


class Worker:
    """A running worker; every question returns its reply or a Trouble."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        *,
        stop: Stop = never,
        killed_so_far: Callable[[], int | None] = oom_kills,
    ) -> None:
        self._process = process
        self._stop = stop
        self._killed_so_far = killed_so_far
        self._killed_at_start = killed_so_far()
        self._pipes = Pipes(process)
        self._ended = False
        self._brood: list[psutil.Process] = []
        """What it had started when it was dismissed."""

    @property
    def pid(self) -> int:
        """Process id, and id of the process group."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once the worker has ended or been ended; its cases went with it."""
        return not self._ended

    def ask(
        self, request: Mapping[str, Any], wanted: type[AnyReply], deadline_s: float
    ) -> AnyReply | Trouble:
        """Send a request and wait for its reply.

        Args:
            request: a message of the protocol.
            wanted: the reply it should get.
            deadline_s: seconds after which the worker is killed.

        Raises:
            Cancelled: `stop` said so meanwhile; the worker is as it was.
        """
        if self._ended:
            return Trouble(status=Status.CRASHED, message="the worker has ended")
        if not self._send(request):
            return self._crashed(deadline_s)
        return self._await(str(request["type"]), wanted, deadline_s)

    def greet(self, deadline_s: float) -> Hello | Trouble:
        """Wait for the worker's first line, and check the version of the protocol."""
        hello = self._await("start", Hello, deadline_s)
        if isinstance(hello, Hello) and hello.protocol != PROTOCOL:
            self.kill()
            message = f"broken protocol: version {hello.protocol} instead of {PROTOCOL}"
            return Trouble(status=Status.CRASHED, message=message)
        return hello

    def said(self) -> tuple[str, ...]:
        """The last lines it wrote to stderr."""
        return self._pipes.errors()

    def pause(self) -> None:
        """Suspend the whole group: it takes no CPU time until `resume`."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a suspended group go on."""
        self._signal(signal.SIGCONT)

    def dismiss(self) -> None:
        """Ask the worker to exit, without waiting; `reap` does that."""
        if not self._ended:
            self.resume()
            # Once it has exited, nobody can tell any more what it had started.
            self._brood = _descendants(self.pid)
            self._send({"type": "close"})

    def reap(self, deadline_s: float) -> None:
        """Wait for a dismissed worker, and kill what is left of its group."""
        if not self._ended:
            self._await("close", Closed, deadline_s)
            self._wait(deadline_s)
            self.kill()

    def kill(self) -> None:
        """End the group, and what it started outside of it, at once; harmless if it has ended."""
        brood = self._brood if self._ended else [*self._brood, *_descendants(self.pid)]
        self._ended = True
        self._signal(signal.SIGKILL)
        for process in brood:
            with suppress(psutil.Error):
                process.kill()
        self._brood = []
        self._process.wait()
        self._pipes.close()

    def _send(self, request: Mapping[str, Any]) -> bool:
        return self._pipes.send(json.dumps(request, allow_nan=False).encode())

    def _await(self, stage: str, wanted: type[AnyReply], deadline_s: float) -> AnyReply | Trouble:
        half, end = deadline_s / 2, time.monotonic() + deadline_s
        line = self._next_line(end - half)
        if line is None:
            used = group_cpu_s(self.pid)
            line = self._next_line(end)
        if line is None:
            busy = group_cpu_s(self.pid) - used > BUSY * half
            self.kill()
            message = f"no answer to {stage} within {deadline_s:.3g} s"
            message += ", though still computing or compiling" if busy else ""
            return Trouble(status=Status.TIMEOUT, message=message, detail=self._said(), busy=busy)
        if not line:
            return self._crashed(end - time.monotonic())
        reply = parse(line, wanted)
        if isinstance(reply, Trouble) and reply.status is Status.CRASHED:
            self.kill()
        return reply

    def _next_line(self, deadline: float) -> bytes | None:
        """The next line, b"" at the end of the pipe, None when the deadline is over."""
        while True:
            if self._stop():
                raise Cancelled
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            line = self._pipes.line(min(left, POLL_S))
            if line is not None:
                return line

    def _crashed(self, left_s: float) -> Trouble:
        code = self._wait(max(LEAST_EXIT_S, min(EXIT_S, left_s)))
        self.kill()
        if code is None:
            how = "closed its pipe without exiting"
        else:
            before, now = self._killed_at_start, self._killed_so_far()
            known = before is not None and now is not None
            how = describe_exit(code, (now or 0) > (before or 0) if known else None)
        words = last_words(self._pipes.errors())
        message = f"{how}: {words}" if words else how
        return Trouble(status=Status.CRASHED, message=message, detail=self._said())

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _signal(self, number: signal.Signals) -> None:
        # Gone, or (macOS) only its zombie is left.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _said(self) -> str:
        return "\n".join(self._pipes.errors())


def start(
    python: Path,
    *,
    folder: Path,
    environ: Mapping[str, str],
    worker: Path = WORKER,
    stop: Stop = never,
) -> Worker | Trouble:
    """Start `worker` under the interpreter `python`; `greet` waits until it is up.

    Args:
        python: the foreign interpreter.
        folder: its working folder; frameworks leave files there.
        environ: all environment variables it gets.
        worker: file that speaks the protocol.
        stop: asked while answers are awaited.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - an interpreter the user named or we made
            [python, "-I", "-X", "utf8", worker],
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        message = f"{python} does not start: {error.strerror}"
        return Trouble(status=Status.UNAVAILABLE, message=message)
    return Worker(process, stop=stop)


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.Error:
        return []


def group_cpu_s(pid: int) -> float:
    """CPU seconds that a process and its descendants have used so far; 0 if it is gone."""
    try:
        leader = psutil.Process(pid)
        times = [each.cpu_times() for each in (leader, *leader.children(recursive=True))]
    except psutil.Error:
        return 0.0
    return float(sum(t.user + t.system + t.children_user + t.children_system for t in times))
