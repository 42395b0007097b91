"""What an adapter builds is as fast as the framework's own layers, written by hand.

Both run the same case with the same weights in processes of their own, sample by sample in turn;
the ratio is the median of the paired samples. On a busy machine a ratio says nothing, so the test
is skipped there, and says so.
"""

import shutil
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from probes.contention import Watch, is_contended
from probes.parity import compare
from probes.workloads.case import case_for
from tests.probes.worker.client import Client

pytestmark = [pytest.mark.frameworks, pytest.mark.extended, pytest.mark.exhaustive]

REFERENCES = Path(__file__).parent / "references"
ROUNDS = 15
CALM = 9
"""Undisturbed pairs that a verdict needs."""
THREADS = 2
LIMIT = 1.05
LONGEST_S = 60.0
"""A quiet machine is through in half the time."""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases")
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("network", ["resnet", "bert"])
@pytest.mark.parametrize(
    ("framework", "mode"),
    [("torch", "eager"), ("torch", "compile"), ("tensorflow", "function"), ("tensorflow", "xla")],
)
def test_the_adapter_is_as_fast_as_handwritten_layers(
    framework_python, written, tmp_path, record_property, framework, mode, network
):
    workload = {"resnet": "resnet-50", "bert": "bert-base"}[network]
    case = case_for(workload, 1, 0, written)
    adapters = (framework, str(REFERENCES / f"{framework}_{network}.py"))
    clients = [opened(framework_python(framework), adapter, mode) for adapter in adapters]
    try:
        for number, client in enumerate(clients):
            prepared(client, case, tmp_path / str(number))
        pairs = list(paired(clients))
    finally:
        for client in clients:
            client.kill()
    calm = [ours / theirs for ours, theirs, disturbed in pairs if not disturbed]
    everything = statistics.median(ours / theirs for ours, theirs, _ in pairs)
    record_property("ratio", everything)
    told = f"{framework}/{mode} {network}: adapter / handwritten = {everything:.3f}"
    sys.stderr.write(f"{told} over {len(pairs)} pairs, {len(calm)} of them calm\n")
    if len(calm) < CALM:
        pytest.skip(f"other programs disturbed all but {len(calm)} of {len(pairs)} pairs; {told}")
    assert statistics.median(calm) <= LIMIT


def opened(python, adapter, mode):
    client = Client(python)
    reply = client.ask(type="open", adapter=adapter, mode=mode, threads=THREADS)
    assert reply["type"] == "opened", reply
    return client


def prepared(client, case, scratch):
    scratch.mkdir()
    reply = client.ask(
        600.0, type="prepare", case="c", directory=str(case.directory), scratch=str(scratch)
    )
    assert reply["type"] == "prepared", reply
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        parity = compare(got, right)
    assert parity.passed, f"the two do not compute the same: {parity}"
    sample(client, 2)


def paired(clients):
    """(ours, theirs, disturbed) of each round; who begins changes from round to round."""
    watch, began = Watch(), time.monotonic()
    for number in range(ROUNDS):
        if number > 2 and time.monotonic() - began > LONGEST_S:
            return
        order = (0, 1) if number % 2 else (1, 0)
        seconds, disturbed = {}, False
        for which in order:
            client = clients[which]
            mark = watch.mark(client.process.pid)
            seconds[which] = sample(client, 2)
            foreign = watch.since(mark, client.process.pid)
            disturbed |= is_contended(foreign, watch.cores, THREADS, 0.15)
        yield seconds[0], seconds[1], disturbed


def sample(client, loops):
    reply = client.ask(600.0, type="sample", case="c", loops=loops)
    assert reply["type"] == "sampled", reply
    return reply["seconds"] / loops
