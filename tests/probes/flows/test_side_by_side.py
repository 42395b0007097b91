"""Flows over real processes and a fake: one against many in turn, and no orphan of a killed run."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import FlowUnit, Status, Task
from probes.flows.case import FlowFiles, Moved
from probes.run import Equipment
from probes.runner import measure
from tests.probes.staged import host
from tests.probes.test_conversion import SETTINGS

ROOT = Path(__file__).parents[3]
CREW = ROOT / "tests" / "probes" / "fakes" / "crew.py"
ROUNDS = SETTINGS.rounds


def flow(folder, ranks, act=""):
    """The case of so many ranks, of which the last one acts as it is told."""
    folder.mkdir()
    plan = {"flow": "data-parallel-step", "data": ".", "outputs": ["sum"]}
    plan["parameters"] = {"ranks": ranks, "act": act}
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    np.savez(folder / "reference.npz", **{"0.sum": np.full((ranks, 1), 3, np.float32)})
    return FlowFiles(folder, "0" * 16, FlowUnit.SAMPLES, Moved(64 * ranks, ranks))


@pytest.fixture
def run(tmp_path):
    """Measure x1 and x2, the latter acting so; by workload, and the subjects of all samples."""

    def go(act=""):
        here = Environment(
            id="current:fake", spec="fake", python=sys.executable, python_version="3.11",
            version="1.0", origin=Origin.CURRENT,
        )  # fmt: skip
        names = ("data-parallel-step.x1", "data-parallel-step.x2")
        cases = {names[0]: flow(tmp_path / "one", 1), names[1]: flow(tmp_path / "two", 2, act)}
        told = []
        found = measure(
            [Task(stack="fake/run", workload=name, batch=64) for name in names],
            {"fake/run": here},
            adapters={"fake/run": str(CREW)},
            host=host(),
            cases=lambda workload, batch, mode: cases[workload],
            cache_dir=tmp_path / "cache",
            budget_s=60,
            progress=lambda e: told.append(e.subject) if e.stage == "measure" else None,
            equipment=Equipment(settings=SETTINGS),
        )
        return dict(zip(names, found, strict=True)), told

    return go


def test_one_and_many_are_sampled_in_turn_so_that_rounds_are_pairs(run):
    found, told = run()
    one, many = found.values()
    assert (one.status, many.status) == (Status.OK, Status.OK)
    pairs = [name.split()[1][-2:] for name in told[: 2 * ROUNDS]]
    assert pairs == ["x1", "x2"] * ROUNDS
    assert [(s.process, s.round) for s in one.samples] == [
        (s.process, s.round) for s in many.samples
    ]
    # The slower of two ranks takes twice as long for twice the rows.
    assert many.flow.efficiency.point == pytest.approx(0.5)


@pytest.mark.parametrize("act", ["die", "end-worker"])
def test_what_many_processes_do_costs_one_process_nothing(run, act):
    found, _ = run(act)
    one, many = found.values()
    assert (one.status, len(one.samples) >= ROUNDS) == (Status.OK, True)
    assert many.status is (Status.FAILED if act == "die" else Status.CRASHED)
    assert many.latency is None


DRIVER = """
import sys
from pathlib import Path
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Task
from probes.runner import measure
from tests.probes.flows.test_side_by_side import CREW, flow
from tests.probes.staged import host

folder, act = Path(sys.argv[1]), sys.argv[2]
here = Environment(id="x", spec="fake", python=sys.executable, python_version="3.11",
                   version="1.0", origin=Origin.CURRENT)
case = flow(folder / "case", 3, act)
measure([Task(stack="fake/run", workload="data-parallel-step.x3", batch=64)], {"fake/run": here},
        adapters={"fake/run": str(CREW)}, host=host(), cache_dir=folder, budget_s=600,
        cases=lambda workload, batch, mode: case,
        progress=lambda event: print(event.stage, flush=True))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
@pytest.mark.parametrize("act", ["sleep", ""], ids=["while-they-work", "while-they-are-sampled"])
def test_a_killed_run_takes_the_ranks_of_a_flow_with_it(tmp_path, act):
    argv = [sys.executable, "-c", DRIVER, tmp_path, act]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True) as driver:
        try:
            wanted = "prepare" if act else "measure"
            assert any(line.strip() == wanted for line in driver.stdout)
            process, deadline = psutil.Process(driver.pid), time.monotonic() + 60
            while len(left := process.children(recursive=True)) < 4 or joined(left[0]) < 3:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            driver.kill()
            assert driver.wait(60) == -signal.SIGKILL
            assert psutil.wait_procs(left, timeout=30)[1] == []
        finally:
            driver.kill()


def joined(worker):
    """How many ranks of a worker have joined; by then they have asked to die with it."""
    return len(list(Path(worker.cwd()).glob("*.pid")))
