"""Operations and bytes."""

import pytest

from probes.workloads import catalog
from probes.workloads.cost import cost
from probes.workloads.lowering import lower
from tests.probes.worker.graphs import GRAPHS


def cost_of(workload, batch=1):
    return cost(lower(catalog.module(workload).build(batch, None))[0])


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
    assert eight.flops == pytest.approx(8 * one.flops, rel=1e-6)
    assert one.bytes < eight.bytes <= 8 * one.bytes  # equal where only what is taken is read


def plan(*nodes, outputs=("y",), dtypes=None, **shapes):
    """A plan of (operator, inputs, outputs) triples."""
    return {
        "nodes": [{"op": op, "inputs": i, "outputs": o, "attributes": {}} for op, i, o in nodes],
        "inputs": [],
        "outputs": [{"name": name} for name in outputs],
        "shapes": shapes,
        "dtypes": dtypes or {},
    }


def test_of_a_table_only_the_rows_that_are_taken_move():
    found = cost(plan(("Gather", ["t", "i"], ["y"]), t=[1000, 8], i=[2], y=[2, 8],
                      dtypes={"i": "int64"}))  # fmt: skip
    assert found.flops == 0
    assert found.bytes == 2 * 8 + 2 * (2 * 8 * 4), "indices, rows read, rows written"


def test_a_table_that_is_also_multiplied_by_is_read_whole():
    nodes = [("Gather", ["t", "i"], ["g"]), ("MatMul", ["g", "t"], ["y"])]
    found = cost(plan(*nodes, t=[8, 8], i=[2], g=[2, 8], y=[2, 8]))
    assert found.bytes == 4 * (8 * 8 + 2 + 2 * 8)


def test_a_recurrent_layer_multiplies_by_all_its_weights_in_every_step():
    found = cost(plan(("LSTM", ["x", "w", "r"], ["y"]), x=[5, 2, 3], w=[1, 16, 3], r=[1, 16, 4],
                      y=[5, 1, 2, 4]))  # fmt: skip
    assert found.flops == 2 * 5 * 2 * (16 * 3 + 16 * 4)


def test_types_have_their_widths_and_renaming_costs_nothing():
    found = cost(plan(("Reshape", ["x"], ["y"]), x=[4], y=[2, 2],
                      dtypes={"x": "float16", "y": "float16"}))  # fmt: skip
    assert found == (0, 16, 0)
