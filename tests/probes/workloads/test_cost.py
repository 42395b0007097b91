"""Operations and bytes."""

import numpy as np
import pytest

from probes.workloads import catalog
from probes.workloads.cost import cost
from probes.workloads.lowering import lower
from tests.probes.worker.graphs import GRAPHS


def cost_of(workload, batch=1):
    return cost(lower(catalog.module(workload).build(batch, np.random.default_rng(0)))[0])


def test_a_matrix_product():
    assert cost_of("matmul").flops == 2 * 1024**3
    assert cost_of("matmul").bytes == 3 * 4 * 1024**2


def test_a_convolution():
    found = cost_of("conv2d")
    assert found.flops == 2 * 64 * 64 * 9 * 56 * 56
    assert found.bytes == 4 * (2 * 64 * 56 * 56 + 64 * 64 * 9)


def test_groups_divide_the_work():
    grouped = cost(lower(GRAPHS["conv_grouped"]())[0]).flops
    assert grouped == 2 * (2 * 6 * 9 * 8) * 2 * 9


def test_a_gemm_counts_its_inner_axis_either_way():
    assert cost(lower(GRAPHS["gemm"]())[0]).flops == 2 * 3 * 4 * 5
    assert cost(lower(GRAPHS["gemm_scaled"]())[0]).flops == 2 * 3 * 4 * 5


@pytest.mark.parametrize("workload", catalog.workload_ids())
def test_work_grows_with_the_batch_and_weights_do_not(workload):
    one, eight = cost_of(workload), cost_of(workload, 8)
    assert eight.flops == 8 * one.flops
    assert one.bytes < eight.bytes < 8 * one.bytes
