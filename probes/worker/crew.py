"""Several processes of one framework that work in step: a worker starts them, asks, and listens.

Every rank gets the same line of JSON and answers with one. It times its own loops, so that the
pipes are not in the time; the slowest rank's counts. The first that fails or ends takes the others
with it. Ranks are in the worker's process group: what ends the worker ends them.
"""

from __future__ import annotations

import json
import selectors
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .adapter import load
from .flow import FLOWS
from .memory import peak_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .flow import Plan

MAIN = Path(__file__).with_name("rank_main.py")
HOST = "127.0.0.1"
SUSPENDED_S = 3600
"""How long a rank may be silent: between samples all of them are suspended."""


class Share(Protocol):
    """One rank's part of a piece of work; all ranks call the same methods at the same time."""

    def check(self) -> Mapping[str, list[float]]:
        """Do it once; what came of it on this rank, by the plan's outputs."""

    def take(self, loops: int) -> float:
        """Do it `loops` times; the seconds that took here."""


class Member(Protocol):
    """A process that has joined the others."""

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """Prepare this rank's part of a flow."""


def free_address() -> str:
    """A port of this machine's own that nobody listens on now."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        return f"{HOST}:{found.getsockname()[1]}"


class Crew:
    """The ranks; each is a process."""

    def __init__(self, adapter: str, ranks: int, place: str, command: list[str] | None = None):
        """Start them.

        Args:
            adapter: the file in flows/ (or, with a slash, a path) whose `join` they call.
            ranks: how many.
            place: where they find each other, as `join` wants it.
            command: runs a rank; tests bring their own.
        """
        run = command or [sys.executable, "-I", "-X", "utf8", str(MAIN), "crew", adapter]
        self._members = [
            subprocess.Popen(  # noqa: S603 - this interpreter and our own file
                [*run, str(rank), str(ranks), place],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for rank in range(ranks)
        ]
        self._begun = 0

    def begin(self, plan: Plan) -> Together:
        """Prepare a flow on all ranks."""
        number, self._begun = self._begun, self._begun + 1
        self.ask({"do": "begin", "flow": plan.name, "data": str(plan.data),
                  "parameters": dict(plan.parameters)})  # fmt: skip
        return Together(self, number, plan)

    def ask(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Send a line to every rank; their answers, in order.

        Raises:
            RuntimeError: one failed or ended; then none is left.
        """
        try:
            line = json.dumps(message).encode() + b"\n"
            for member in self._members:
                if member.stdin is not None:
                    # One that has ended is found out below, with how it ended.
                    with suppress(BrokenPipeError):
                        member.stdin.write(line)
                        member.stdin.flush()
            return self._answers()
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """End all ranks at once."""
        for member in self._members:
            member.kill()
        for member in self._members:
            member.wait()

    def _answers(self) -> list[dict[str, Any]]:
        """One line of each, whoever is first: the others may wait for one that has died."""
        answers: dict[int, dict[str, Any]] = {}
        with selectors.DefaultSelector() as ready:
            for rank, member in enumerate(self._members):
                if member.stdout is not None:
                    ready.register(member.stdout, selectors.EVENT_READ, rank)
            while len(answers) < len(self._members):
                for key, _ in ready.select():
                    # A rank writes a whole line at once, or nothing.
                    line = key.fileobj.readline()  # type: ignore[union-attr]
                    answers[key.data] = self._read(key.data, line)
                    ready.unregister(key.fileobj)
        return [answers[rank] for rank in range(len(self._members))]

    def _read(self, rank: int, line: bytes) -> dict[str, Any]:
        if not line:
            code = self._members[rank].wait()
            how = signal.Signals(-code).name if code < 0 else f"code {code}"
            raise RuntimeError(f"rank {rank} of {len(self._members)} ended with {how}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"rank {rank} of {len(self._members)}: {answer['error']}")
        return answer


class Together:
    """A flow that all ranks of a crew do."""

    def __init__(self, crew: Crew, number: int, plan: Plan) -> None:
        """Keep which of the crew's flows it is."""
        self._crew, self._number, self._plan = crew, number, plan
        self.notes: tuple[str, ...] = ()

    def check(self) -> list[Any]:
        """What every rank found, by output: [ranks, ...].

        Raises:
            ValueError: what has to be the same on all ranks is not.
        """
        import numpy as np  # the interpreter may hold a framework that pins its numpy

        found = [a["found"] for a in self._crew.ask({"do": "check", "number": self._number})]
        if len({json.dumps(each.get("same")) for each in found}) > 1:
            raise ValueError("the weights differ between the ranks after a step")
        return [
            np.asarray([each[output.name] for each in found], dtype=np.float32)
            for output in self._plan.outputs
        ]

    def take(self, loops: int) -> float:
        """Seconds of the slowest rank."""
        request = {"do": "take", "number": self._number, "loops": loops}
        return max(float(answer["seconds"]) for answer in self._crew.ask(request))

    def peak_bytes(self) -> int:
        """Of all ranks, and of the process that asks them."""
        return peak_bytes(family=True)


def follow(adapter: str, rank: str, ranks: str, place: str) -> None:
    """Be a rank: join the others, then answer line by line until the input ends."""
    import os

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # frameworks print as they like
    shares: list[Share] = []
    try:
        member = load(adapter, FLOWS).join(int(rank), int(ranks), place)
        for line in sys.stdin:
            answer = _answer(member, shares, json.loads(line))
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
    except Exception as error:
        # Foreign code may raise anything; whoever asked is told.
        told = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        answers.write(json.dumps({"error": told}) + "\n")
        answers.flush()
        raise
    finally:
        answers.close()
    # Frameworks take their leave of each other when they are torn down, and wait: nobody needs it.
    os._exit(0)


def _answer(member: Member, shares: list[Share], asked: dict[str, Any]) -> dict[str, Any]:
    if asked["do"] == "begin":
        shares.append(member.begin(asked["flow"], asked["data"], asked["parameters"]))
        return {}
    share = shares[asked["number"]]
    if asked["do"] == "check":
        return {"found": dict(share.check())}
    return {"seconds": share.take(int(asked["loops"]))}
