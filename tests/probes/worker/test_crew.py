"""Ranks: asked together, the slowest counts, and whatever one of them does, none is left behind."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest

from knowledge.schema.probing import Status
from probes.flows import data_parallel_step
from probes.flows.catalog import flow_case
from probes.launcher import start
from probes.parity import compare
from probes.protocol import Opened, Prepared, Sampled, Trouble
from probes.worker import exchange
from tests.probes.worker.client import Client


def case(folder, act, ranks=3):
    plan = {"flow": "all-reduce", "data": ".", "outputs": ["sum"]}
    plan["parameters"] = {"ranks": ranks, "act": act}
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return {"type": "prepare", "case": "c", "directory": str(folder), "scratch": str(folder)}


@pytest.fixture
def worker(tmp_path, fake):
    """A worker that has opened the fake framework, in a process group of its own."""
    started = start(Path(sys.executable), folder=tmp_path, environ={"PATH": os.environ["PATH"]})
    started.greet(60)
    request = {"type": "open", "adapter": fake("crew"), "mode": "run", "threads": 2}
    assert isinstance(started.ask(request, Opened, 60), Opened)
    yield started
    started.kill()


def running(folder):
    """Ranks that still run."""
    pids = [int(file.read_text()) for file in folder.glob("*.pid")]
    assert len(pids) == 3
    return [pid for pid in pids if psutil.pid_exists(pid)
            and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]  # fmt: skip


def test_all_ranks_are_asked_and_the_slowest_counts(worker, tmp_path):
    prepared = worker.ask(case(tmp_path, ""), Prepared, 60)
    assert isinstance(prepared, Prepared), prepared
    with np.load(prepared.outputs) as found:
        assert found["0.sum"].tolist() == [[3], [3], [3]]
    sampled = worker.ask({"type": "sample", "case": "c", "loops": 5}, Sampled, 60)
    assert sampled.seconds == pytest.approx(5 * 3 * 0.01)
    assert len(running(tmp_path)) == 3
    worker.dismiss()
    worker.reap(20)
    assert running(tmp_path) == []


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("die", "rank 2 of 3 ended with SIGABRT"),
        ("raise", "rank 2 of 3: ValueError: no more numbers"),
        ("differ", "the weights differ between the ranks"),
    ],
)
def test_what_befalls_one_rank_ends_the_flow_and_says_so(worker, tmp_path, act, told):
    trouble = worker.ask(case(tmp_path, act), Prepared, 60)
    assert isinstance(trouble, Trouble)
    assert trouble.status is Status.FAILED
    assert told in trouble.message
    if act != "differ":
        assert running(tmp_path) == []
    assert worker.alive


def test_a_rank_that_hangs_ends_by_the_deadline_and_leaves_no_orphan(worker, tmp_path):
    ready = worker.ask(case(tmp_path, ""), Prepared, 60)
    assert isinstance(ready, Prepared)
    ranks = psutil.Process(worker.pid).children(recursive=True)
    assert len(ranks) == 3
    trouble = worker.ask(case(tmp_path, "sleep"), Prepared, 3)
    assert trouble.status is Status.TIMEOUT
    again = [psutil.Process(pid) for pid in running(tmp_path)]
    assert psutil.wait_procs([*ranks, *again], timeout=20)[1] == []


def test_ranks_do_not_outlive_a_worker_that_is_killed_while_they_are_suspended(worker, tmp_path):
    worker.ask(case(tmp_path, ""), Prepared, 60)
    alive = [psutil.Process(pid) for pid in running(tmp_path)]
    worker.pause()
    psutil.Process(worker.pid).kill()
    if sys.platform == "linux":
        assert psutil.wait_procs(alive, timeout=20)[1] == []


def test_whole_numbers_add_up_exactly():
    for ranks in (2, 3, 16):
        total = sum(exchange.numbers(rank, 1000) for rank in range(ranks))
        assert exchange.summed(total, ranks)["wrong"] == [0]
        total[7] += 1
        assert exchange.summed(total, ranks)["wrong"] == [1]


def test_the_reference_of_a_step_is_the_slope_of_the_loss():
    given = data_parallel_step.inputs({"ranks": 2}, 4, seed=3)
    weights = [given[f"weight{n}"].astype(np.float64) for n in range(3)]
    found = data_parallel_step.gradients(weights, given["rows"], given["targets"])

    def loss(values):
        x = given["rows"].astype(np.float64)
        for weight in values[:-1]:
            x = np.maximum(x @ weight, 0)
        return ((x @ values[-1] - given["targets"]) ** 2).mean()

    rng = np.random.default_rng(0)
    for layer in range(3):
        towards = rng.normal(size=weights[layer].shape)
        slope = 0.0
        for sign in (1, -1):
            moved = [*weights]
            moved[layer] = weights[layer] + sign * 1e-6 * towards
            slope += sign * loss(moved) / 2e-6
        assert slope == pytest.approx(float((found[layer] * towards).sum()), rel=1e-4)


def test_updates_tell_ranks_apart_by_a_single_bit():
    before = [np.ones((4, 4), np.float32)]
    after = [before[0] * 0.5]
    other = [after[0].copy()]
    other[0][0, 0] = np.nextafter(other[0][0, 0], np.float32(1))
    one, two = (exchange.updates(before, each, 0.5) for each in (after, other))
    assert one["same"] != two["same"]
    assert one["update0"] == [4.0, *[1.0] * 16]


@pytest.mark.frameworks
@pytest.mark.extended
@pytest.mark.parametrize(
    "stack",
    [
        ("torch", "torch", "eager"),
        ("jax", "jax", "jit"),
        ("paddlepaddle", "paddle", "dynamic"),
        ("tensorflow", "tensorflow", "function"),
        ("mindspore", "mindspore", "graph"),
    ],
    ids=lambda each: each[0],
)
def test_frameworks_exchange_exactly_and_train_alike(stack, framework_python, tmp_path):
    environment, adapter, mode = stack
    client = Client(framework_python(environment))
    try:
        client.ask(type="open", adapter=adapter, mode=mode, threads=2)
        for workload in ("all-reduce.1mib-x2", "data-parallel-step.x2"):
            files = flow_case(workload, 8, 5, tmp_path)
            prepared = client.ask(
                type="prepare", case="c", directory=str(files.directory), scratch=str(tmp_path)
            )
            assert prepared["type"] == "prepared", prepared
            with np.load(prepared["outputs"]) as got, np.load(files.reference) as right:
                assert compare(dict(got), dict(right)).passed
            assert client.ask(type="sample", case="c", loops=2)["seconds"] > 0
    finally:
        client.kill()
