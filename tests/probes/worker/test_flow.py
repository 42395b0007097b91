"""Flows in a worker: begun, checked against what they must find, timed by themselves."""

import json
import os

import numpy as np
import pytest

from probes.flows import data_pipeline
from probes.flows.catalog import flow_case
from probes.parity import compare
from probes.worker import memory
from probes.worker.case import UnsupportedFlow
from probes.worker.flow import Pipeline, Plan
from probes.worker.session import Session
from tests.probes.worker.client import Client

FAKE = """
from probes.worker.case import UnsupportedFlow

MODES = ("m",)
FLOWS = {"data-pipeline": ("m",)}

class Stack:
    version, notes = "1", ()

def open(mode, threads):
    return Stack()

class Counting:
    notes = ("counts",)
    def __init__(self, plan, threads):
        self.plan, self.threads = plan, threads
    def check(self):
        import numpy
        return [numpy.full(2, self.plan["workers"], numpy.float32)]
    def take(self, loops):
        return loops * 0.5
    def peak_bytes(self):
        return 7

def begin(plan, threads, scratch):
    if plan["workers"] > 8:
        raise UnsupportedFlow("too many")
    return Counting(plan, threads)
"""


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fake.py").write_text(FAKE, encoding="utf-8")
    session = Session()
    opened = session.answer(
        {"type": "open", "adapter": str(tmp_path / "fake.py"), "mode": "m", "threads": 2}
    )
    assert opened["type"] == "opened"
    return session


def prepare(session, folder, workers):
    case = folder / f"case-{workers}"
    case.mkdir()
    plan = {"flow": "data-pipeline", "data": ".", "outputs": ["found"]}
    plan["parameters"] = {"workers": workers}
    (case / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return session.answer(
        {"type": "prepare", "case": "c", "directory": str(case), "scratch": str(folder)}
    )


def test_a_flow_is_prepared_and_times_itself(session, tmp_path):
    prepared = prepare(session, tmp_path, 3)
    assert prepared["type"] == "prepared"
    assert (prepared["peak_rss_bytes"], prepared["notes"]) == (7, ["counts"])
    with np.load(prepared["outputs"]) as outputs:
        assert outputs["0.found"].tolist() == [3, 3]
    sampled = session.answer({"type": "sample", "case": "c", "loops": 4})
    assert (sampled["seconds"], sampled["loops"]) == (2.0, 4)
    session.answer({"type": "release", "case": "c"})
    assert session.answer({"type": "sample", "case": "c", "loops": 4})["type"] == "error"


def test_a_flow_that_the_framework_lacks_is_unsupported(session, tmp_path):
    refused = prepare(session, tmp_path, 9)
    assert refused["type"] == "error"
    assert "too many" in refused["message"]
    assert str(UnsupportedFlow("too many")) == "too many"


def test_an_epoch_that_loses_images_is_an_error():
    plan = Plan("data-pipeline", None, (), {"count": 5})
    whole = Pipeline(plan, lambda: [[1, 2, 3], [4, 5]], np.asarray, channels_last=True)
    assert whole.take(2) > 0
    lossy = Pipeline(plan, lambda: [[1, 2, 3]], np.asarray, channels_last=True)
    with pytest.raises(ValueError, match="3 of 5"):
        lossy.take(1)


@pytest.mark.skipif(not memory.PROCESSES.exists(), reason="needs /proc")
def test_memory_of_a_family_counts_its_group(monkeypatch, tmp_path):
    for number, group, size in ((1, 40, 100), (2, 40, 10), (3, 41, 1)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "stat").write_text(f"{number} (a (b) c) S 0 {group} 0", encoding="utf-8")
        (folder / "status").write_text(f"Name: x\nVmHWM:\t{size} kB\n", encoding="utf-8")
    (tmp_path / "4").mkdir()  # it ended meanwhile
    monkeypatch.setattr(memory, "PROCESSES", tmp_path)
    monkeypatch.setattr(os, "getpgrp", lambda: 40)
    assert memory.peak_bytes(family=True) == 110 * 1024


@pytest.fixture
def begun(framework_python):
    """Starts a worker in an environment and opens a stack there."""
    clients = []

    def get(environment, adapter, mode):
        clients.append(Client(framework_python(environment)))
        opened = clients[0].ask(type="open", adapter=adapter, mode=mode, threads=2)
        assert opened["type"] == "opened", opened
        return clients[0]

    yield get
    for client in clients:
        client.kill()


@pytest.mark.frameworks
@pytest.mark.parametrize(
    ("stack", "workers"),
    [
        (("torch", "torch", "eager"), 1),
        pytest.param(("tensorflow", "tensorflow", "function"), 1, marks=pytest.mark.extended),
        pytest.param(("mindspore", "mindspore", "graph"), 2, marks=pytest.mark.extended),
        pytest.param(("paddlepaddle", "paddle", "dynamic"), 1, marks=pytest.mark.extended),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else str(each),
)
def test_frameworks_read_the_same_images(stack, workers, begun, tmp_path, monkeypatch):
    monkeypatch.setattr(data_pipeline, "COUNT", 40)
    case = flow_case(f"data-pipeline.workers-{workers}", 16, 5, tmp_path)
    client = begun(*stack)
    prepared = client.ask(
        type="prepare", case="c", directory=str(case.directory), scratch=str(tmp_path)
    )
    assert prepared["type"] == "prepared", prepared
    with np.load(prepared["outputs"]) as got, np.load(case.reference) as right:
        assert compare(dict(got), dict(right)).passed
    sampled = client.ask(type="sample", case="c", loops=2)
    assert sampled["seconds"] > 0
