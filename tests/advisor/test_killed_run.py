"""The real command on a fake framework, killed in the middle: what it had measured is there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from advisor.usecases.planning import reusable
from advisor.wiring import Wiring
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Status, Task

ROOT = Path(__file__).parents[2]
GOOD = ROOT / "tests" / "probes" / "fakes" / "good.py"
FAKE = f"""
import runpy
open = runpy.run_path({str(GOOD)!r})["open"]
MODES = ("eager",)
"""
HERE = Environment(
    id="given:torch", spec="torch", python=sys.executable, python_version="3.11.7",
    version="1.0", origin=Origin.GIVEN,
)  # fmt: skip
DRIVER = """
import sys
import advisor.wiring
from advisor.__main__ import run
from knowledge.schema.environment import Environment
from probes import planner

here = Environment.model_validate_json(sys.argv[2])
planner.adapters_for = lambda tasks, catalog: {task.stack: sys.argv[1] for task in tasks}
advisor.wiring.Wiring.environments = lambda self: (here,)
raise SystemExit(run(sys.argv[3:]))
"""
RUN = ("probe", "run", "--stack", "pytorch/eager", "--workload", "matmul", "--budget", "14")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_a_kill_costs_no_finished_measurement(tmp_path: Path, kept_facts: Path) -> None:
    fake = tmp_path / "fake.py"
    fake.write_text(FAKE)
    state, running = tmp_path / "advisor", tmp_path / "advisor" / "running"
    cache = tmp_path / "cache" / "advisor"
    cache.mkdir(parents=True)
    (cache / "knowledge").symlink_to(kept_facts)
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(fake), HERE.model_dump_json(), *RUN],
        cwd=ROOT,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        deadline = time.monotonic() + 120
        while not any(file.stat().st_size for file in running.glob("*.jsonl")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        workers = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    assert psutil.wait_procs(workers, timeout=30)[1] == []

    store = Wiring(state_dir=state).store
    (host,) = store.hosts()
    (found,) = store.measurements(host.id)
    assert (found.stack, found.status) == ("pytorch/eager", Status.OK)
    assert "its run was cut off; these are the samples it had by then" in found.notes
    assert found.latency is not None
    assert list(running.iterdir()) == []
    settled = found.model_copy(update={"steady": True})
    wiring: Any = SimpleNamespace(host=host, of_all_modes=lambda: (settled,))
    task = Task(stack="pytorch/eager", workload="matmul")
    assert list(reusable(wiring, [task], {"pytorch/eager": HERE})) == [task]
