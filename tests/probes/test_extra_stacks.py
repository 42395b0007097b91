"""Stacks whose environments `make test-all` makes: one run of the real runner over all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probes.workloads.case import write_case
from probes.workloads.graph import Graph
from tests.probes.worker.client import Client
from tests.probes.worker.test_conformance import EXTRA

pytestmark = [pytest.mark.frameworks, pytest.mark.extended]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `advisor probe run` says of each stack."""
    stacks = [word for stack in EXTRA for word in ("--stack", stack)]
    arguments = (*stacks, "--workload", "conv2d", "--budget", "200", "--json")
    done = subprocess.run(
        [sys.executable, "-m", "advisor", "probe", "run", *arguments],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path_factory.mktemp("state"))},
    )
    assert done.returncode == 0, done.stderr
    return {row["stack"]: row for row in json.loads(done.stdout)}


@pytest.mark.parametrize("stack", EXTRA)
def test_it_is_measured(rows: dict[str, Any], stack: str) -> None:
    row = rows[stack]
    assert row["status"] == "ok", row
    assert row["parity"]["passed"]
    latency = row["latency"]
    assert 0 < latency["low"] <= latency["point"] <= latency["high"]
    assert not [note for note in row["notes"] if "calls itself" in note]


@pytest.mark.parametrize("stack", ["tvm/llvm", "iree/llvm-cpu"])
def test_what_one_process_compiled_serves_the_next(rows: dict[str, Any], stack: str) -> None:
    if rows[stack]["processes"] > 1:
        assert [note for note in rows[stack]["notes"] if "by an earlier process" in note]


@pytest.mark.parametrize("mode", ["dynamic", "static"])
def test_paddle_selects_boxes(
    framework_python: Callable[[str], Path], tmp_path: Path, mode: str
) -> None:
    """How many are left depends on the data, which most stacks cannot express."""
    g = Graph("boxes", np.random.default_rng(3))
    boxes, scores = g.node("Sigmoid", g.input("boxes", (2, 20, 4))), g.input("scores", (2, 2, 20))
    most = g.constant("most", np.array([5], dtype=np.int64))
    limits = [g.weight(name, np.array([at])) for name, at in (("overlap", 0.3), ("least", 0.1))]
    chosen = g.node("NonMaxSuppression", boxes, scores, most, *limits, center_point_box=1)
    g.output(chosen, (None, 3), "int64")
    case = write_case(g.model(), tmp_path / "case", seed=3)
    client = Client(framework_python("paddlepaddle"))
    try:
        client.ask(type="open", adapter="paddle", mode=mode, threads=2)
        reply = client.ask(
            type="prepare", case="boxes", directory=str(case.directory), scratch=str(tmp_path)
        )
    finally:
        client.kill()
    assert reply["type"] == "prepared", reply
    got, right = np.load(reply["outputs"]), np.load(case.reference)
    assert {len(right[key]) for key in right.files} != {0}
    for key in right.files:
        np.testing.assert_array_equal(got[key], right[key])
