"""An answer had again in other processes, whose sets and dicts of strings are in another order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.usecases.recommend import Request, recommend
from knowledge.schema.probing import Precision
from tests.advisor.fakes import FakeWiring

ROOT = Path(__file__).parents[2]
OWN = ('  "id": ', '  "created": ')
"""The only lines that may differ: each answer has a name and a moment of its own."""
BOTH = (Precision.FP32, Precision.INT8)


@pytest.mark.parametrize(
    "question",
    [
        Request(scenario="edge-cv", require=("latency=15ms",), veto=("memory=900",)),
        Request(scenario="server-inference", precisions=BOTH, exclude=("jax",), seed=7),
    ],
    ids=lambda question: question.scenario,
)
def test_two_processes_write_the_same_bytes(question: Request, tmp_path: Path, kept_facts: Path):
    cache = tmp_path / "cache" / "advisor"
    cache.mkdir(parents=True)
    (cache / "knowledge").symlink_to(kept_facts)
    wiring = FakeWiring(cache_dir=tmp_path / "own", state_dir=tmp_path / "advisor")
    answer = recommend(question, wiring)
    assert answer.measurements
    command = question.replaying(answer.id).command().split()[1:]
    texts = []
    for hashes in ("1", "42"):
        done = subprocess.run(
            [sys.executable, "-m", "advisor", *command, "--json"],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONHASHSEED": hashes,
                "XDG_STATE_HOME": str(tmp_path),
                "XDG_CACHE_HOME": str(tmp_path / "cache"),
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert sum(line.startswith(OWN) for line in lines) == len(OWN)
        texts.append([line for line in lines if not line.startswith(OWN)])
    assert len(texts[0]) > 1000
    assert texts[0] == texts[1]
