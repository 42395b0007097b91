"""Two full runs of the same tasks compared: do the second's times lie in the first's intervals?

    python -m tests.benchmarks.repeatability --budget 150 --stack onnxruntime/cpu --workload matmul

Each run is `advisor probe run --again` in a process and a history of its own, as a user would run
it. Printed are the share of the second run's point estimates within the first run's 95 % intervals
(wanted: 90 % at least) and the median relative difference (wanted: 5 % at most), over the tasks
that both runs timed; exit code 1 where either is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WITHIN, DIFFERENCE = 0.9, 0.05
"""What is wanted."""
Times = Mapping[str, Mapping[str, Any]]
"""Task -> its measurement, as `advisor probe run --json` prints it."""


@dataclass(frozen=True)
class Compared:
    """What two runs have in common."""

    within: float
    """Share of the second points in the first intervals."""
    difference: float
    """Median of |second / first - 1|."""
    tasks: int
    shaky: int
    """Tasks whose timing one of the runs calls inconclusive."""
    outside: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether both are as wanted."""
        return self.within >= WITHIN and self.difference <= DIFFERENCE


def compared(first: Times, second: Times) -> Compared | None:
    """Compare the tasks that both runs timed; None where there is none.

    >>> def run(**points):
    ...     return {n: {"latency": {"point": p, "low": p * 0.9, "high": p * 1.1}, "steady": True}
    ...             for n, p in points.items()}
    >>> found = compared(run(a=1.0, b=2.0, c=1.0), run(a=1.05, b=2.5))
    >>> found.within, found.difference, found.tasks, found.outside
    (0.5, 0.15, 2, ('b',))
    >>> compared({}, {}) is None
    True
    """
    both = [
        name
        for name in first
        if first[name]["latency"] and second.get(name, {"latency": None})["latency"]
    ]
    if not both:
        return None
    outside, differences = [], []
    for name in both:
        one, other = first[name]["latency"], second[name]["latency"]
        if not one["low"] <= other["point"] <= one["high"]:
            outside.append(name)
        differences.append(abs(other["point"] / one["point"] - 1))
    return Compared(
        within=1 - len(outside) / len(both),
        difference=round(statistics.median(differences), 4),
        tasks=len(both),
        shaky=sum(not (first[n]["steady"] and second[n]["steady"]) for n in both),
        outside=tuple(outside),
    )


def one_run(words: Sequence[str]) -> Times:
    """Run `advisor probe run` with a new history."""
    with tempfile.TemporaryDirectory(prefix="advisor-") as state:
        done = subprocess.run(
            [sys.executable, "-m", "advisor", "probe", "run", "--again", "--json", *words],
            stdout=subprocess.PIPE,
            env={**os.environ, "XDG_STATE_HOME": state},
            text=True,
            check=False,
        )
    if done.returncode not in (0, 1):
        raise SystemExit(done.returncode)
    return {
        f"{m['stack']}@{m['precision']} {m['workload']} x {m['batch']}": m
        for m in json.loads(done.stdout)
    }


def main() -> int:
    """Two runs, and what they have in common; further options are those of `probe run`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--save", type=Path, help="write both runs as JSON to this file")
    options, words = parser.parse_known_args()
    first, second = one_run(words), one_run(words)
    if options.save:
        options.save.write_text(json.dumps([first, second], indent=1), encoding="utf-8")
    found = compared(first, second)
    sys.stdout.write("\n".join(lines(found)) + "\n")
    return 0 if found is not None and found.good else 1


def lines(found: Compared | None) -> list[str]:
    """What is printed."""
    if found is None:
        return ["no task was timed by both runs"]
    return [
        f"tasks timed by both runs: {found.tasks}; inconclusive: {found.shaky}",
        f"second points within the first intervals: {found.within:.0%} (wanted: {WITHIN:.0%})",
        f"median relative difference: {found.difference:.1%} (wanted: {DIFFERENCE:.0%} at most)",
        *(f"  outside: {name}" for name in found.outside),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
