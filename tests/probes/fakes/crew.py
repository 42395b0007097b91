"""A fake framework with ranks that add numbers through nothing; one of them does what it is told.

The last rank acts as the plan's `act` says when it is checked: it sleeps, dies, raises, or differs.
"end-worker" ends the worker itself.
"""

import os
import sys
import time
from pathlib import Path

MODES = ("run",)
FLOWS = {"all-reduce": ("run",), "data-parallel-step": ("run",)}


class Stack:
    version, notes = "1", ()


def open(mode, threads):
    return Stack()


def begin(plan, threads, scratch):
    from advisor_worker.crew import Crew

    if plan["act"] == "end-worker":
        os.abort()
    return Crew(__file__, plan["ranks"], str(scratch)).begin(plan)


def join(rank, ranks, place):
    (Path(place) / f"{rank}.pid").write_text(str(os.getpid()))
    sys.stdout.write("frameworks print as they like\n")
    return Member(rank, ranks)


class Member:
    def __init__(self, rank, ranks):
        self.rank, self.last = rank, rank == ranks - 1

    def begin(self, flow, data, parameters):
        self.act = parameters["act"] if self.last else ""
        return self

    def check(self):
        if self.act == "sleep":
            time.sleep(3600)
        if self.act == "die":
            os.abort()
        if self.act == "raise":
            raise ValueError("no more\nnumbers")
        return {"sum": [3.0], "same": [float(self.act == "differ")]}

    def take(self, loops):
        return loops * (self.rank + 1) * 0.01
