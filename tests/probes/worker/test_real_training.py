"""Real frameworks take right training steps: the same loss, slopes and way down as in NumPy."""

import numpy as np
import pytest

from probes.parity import compare
from probes.workloads.training import step_for
from tests.probes.worker.client import Client
from tests.probes.worker.test_conformance import EVERY

pytestmark = pytest.mark.frameworks

QUICK = ("pytorch/eager", "jax/jit")
MORE = ("pytorch/compile", "tensorflow/function", "tensorflow/xla", "mindspore/graph",
        "mindspore/pynative", "paddlepaddle/dynamic", "paddlepaddle/static",
        "keras/torch", "keras/jax", "keras/tensorflow")  # fmt: skip
KINDS = ("pytorch/eager", "jax/jit", "tensorflow/function", "mindspore/graph",
         "paddlepaddle/dynamic", "keras/torch", "keras/jax", "keras/tensorflow")  # fmt: skip


@pytest.fixture
def opened(framework_python):
    """Start a stack's worker, and end it with the test."""
    clients = []

    def start(stack):
        environment, adapter, mode = EVERY[stack]
        clients.append(Client(framework_python(environment)))
        reply = clients[-1].ask(type="open", adapter=adapter, mode=mode, threads=2)
        assert reply["type"] == "opened", reply
        return clients[-1]

    yield start
    for client in clients:
        client.kill()


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases")
    return lambda workload: step_for(workload, 1, 0, folder)


def agrees(client, case, folder):
    reply = client.ask(
        600, type="prepare", case="step", directory=str(case.directory), scratch=str(folder)
    )
    assert reply["type"] == "prepared", reply
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        found = compare(got, right)
    assert found.passed, found
    sampled = client.ask(600, type="sample", case="step", loops=3)
    assert sampled["type"] == "sampled", sampled


@pytest.mark.parametrize(
    "stack", [*QUICK, *(pytest.param(each, marks=pytest.mark.extended) for each in MORE)]
)
def test_a_perceptron_is_trained_rightly(stack, opened, cases, tmp_path):
    agrees(opened(stack), cases("mlp"), tmp_path)


@pytest.mark.extended
@pytest.mark.parametrize("workload", ["dlrm", "lstm-language-model", "pde-step"])
@pytest.mark.parametrize("stack", KINDS)
def test_tables_recurrence_and_a_field_are_trained_rightly(
    stack, workload, opened, cases, tmp_path
):
    agrees(opened(stack), cases(workload), tmp_path)


@pytest.mark.extended
@pytest.mark.exhaustive
@pytest.mark.parametrize("workload", ["bert-base", "vit-b-16"])
@pytest.mark.parametrize("stack", KINDS)
def test_transformers_are_trained_rightly(stack, workload, opened, cases, tmp_path):
    agrees(opened(stack), cases(workload), tmp_path)


@pytest.mark.extended
@pytest.mark.parametrize(
    "stack", ["pytorch/eager", "tensorflow/function", "mindspore/pynative", "paddlepaddle/dynamic"]
)
def test_a_mobilenet_with_frozen_normalisation_is_trained_rightly(stack, opened, cases, tmp_path):
    agrees(opened(stack), cases("mobilenet-v3-small"), tmp_path)
