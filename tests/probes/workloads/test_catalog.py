"""Workload files: found by listing, all of the same form."""

import subprocess
import sys

import numpy as np
import pytest

from knowledge.errors import KnownError
from probes.workloads import catalog


@pytest.mark.parametrize("workload", catalog.workload_ids())
def test_a_workload_is_complete(workload):
    title = catalog.title(workload)
    assert title.en
    assert title.zh
    model = catalog.module(workload).build(2, None)
    assert {node.op_type for node in model.graph.node} == catalog.operators(workload)
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_value % 2 == 0


@pytest.mark.parametrize("workload", ["conv2d", "matmul", "mlp", "mobilenet-v3-small"])
def test_weights_come_from_the_seed_and_not_from_the_batch(workload):
    def weights(batch, seed):
        model = catalog.module(workload).build(batch, np.random.default_rng(seed))
        return [tensor.raw_data for tensor in model.graph.initializer]

    assert weights(1, 5) == weights(3, 5)
    assert weights(1, 5) != weights(1, 6)


@pytest.mark.parametrize("workload", catalog.workload_ids())
def test_what_is_drawn_is_the_same_at_any_batch(workload):
    def drawn(batch):
        tensors = catalog.module(workload).build(batch, None).graph.initializer
        return [(t.name, tuple(t.dims), t.doc_string) for t in tensors if t.doc_string]

    assert drawn(1) == drawn(3)
    assert drawn(1), "a workload has weights"


@pytest.mark.parametrize("workload", catalog.workload_ids())
def test_nothing_is_drawn_to_list_or_count(workload):
    """A skeleton of BERT is a megabyte, not four hundred."""
    model = catalog.module(workload).build(1, None)
    assert model.ByteSize() < 3_000_000


def test_an_unknown_workload_is_an_error_with_a_hint():
    with pytest.raises(KnownError) as raised:
        catalog.title("mobilenet-v3-smal")
    assert "mobilenet-v3-small" in raised.value.hint
    with pytest.raises(KnownError) as raised:
        catalog.title("zzz")
    assert "matmul" in raised.value.hint


def test_listing_operators_does_not_import_onnx():
    code = (
        "import sys; from probes.workloads import catalog\n"
        "[catalog.operators(w) for w in catalog.workload_ids()]\n"
        "sys.exit('onnx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
