"""Ceilings and what stands under them."""

import pytest

from knowledge.roofline import ceiling, highest, standing
from knowledge.schema.machine import Bandwidth, Baseline, Peak, Roofline, Work
from knowledge.schema.probing import Estimate
from tests.probes.diagnosis.cases import DAY, result

MATMUL = Work(flops=2 * 10**9, bytes=12 * 10**6, nodes=1)


def baseline(flops_s=10e9, bytes_s=5e9, threads=2, name="b"):
    return Baseline(
        id=name,
        host="h",
        threads=threads,
        peak=Peak(flops_s=flops_s, by="NumPy"),
        bandwidths=(
            Bandwidth(threads=1, kernel="copy", bytes_s=bytes_s / 2),
            Bandwidth(threads=threads, kernel="add", bytes_s=bytes_s),
        ),
        started=DAY,
    )


def matmul(seconds, stack="onnxruntime/cpu", **changes):
    return result(seconds, stack, **{"workload": "matmul", "work": MATMUL, **changes})


def test_a_stack_that_beats_the_baseline_is_the_ceiling_and_is_named():
    found = ceiling([baseline()], [matmul(0.1), matmul(0.05, "openvino/cpu")])
    assert found.peak("fp32") == Peak(flops_s=40e9, by="openvino/cpu")
    assert found.bandwidth.bytes_s == 5e9


def test_the_baseline_stays_where_no_stack_beats_it():
    assert ceiling([baseline()], [matmul(0.5)]).peak("fp32").by == "NumPy"


@pytest.mark.parametrize(
    "changes",
    [{"workload": "conv2d"}, {"steady": False}, {"threads": 1}, {"host": "other"}, {"work": None}],
)
def test_only_a_clean_product_here_with_as_many_threads_counts(changes):
    assert ceiling([baseline()], [matmul(0.05, **changes)]).peak("fp32").by == "NumPy"


def test_each_precision_has_its_own_ceiling():
    found = ceiling([baseline()], [matmul(0.01, precision="int8")])
    assert found.peak("int8").flops_s == 200e9
    assert found.peak("fp32").by == "NumPy"
    assert found.peak("bf16") is None


def test_without_a_baseline_there_is_no_roofline():
    assert ceiling([], [matmul(0.1)]) is None
    assert highest([]) is None


def test_of_several_baselines_the_best_of_each_counts():
    found = ceiling([baseline(20e9, 4e9, name="a"), baseline(10e9, 6e9)], [])
    assert (found.peaks[0].flops_s, found.bandwidth.bytes_s) == (20e9, 6e9)


ROOF = Roofline(
    peaks=(Peak(flops_s=100e9, by="x"),),
    bandwidth=Bandwidth(threads=2, kernel="copy", bytes_s=10e9),
)


def test_much_arithmetic_per_byte_is_bound_by_arithmetic():
    found = standing(result(0.05, work=Work(flops=10**9, bytes=10**6)), ROOF)
    assert found.bound == "compute"
    assert found.intensity == 1000
    assert found.share.point == pytest.approx(0.2)
    assert found.attainable_flops_s == pytest.approx(100e9)


def test_little_arithmetic_per_byte_is_bound_by_memory():
    found = standing(result(0.1, work=Work(flops=10**6, bytes=10**8)), ROOF)
    assert found.bound == "bandwidth"
    assert found.share.point == pytest.approx(0.1)


def test_what_only_moves_data_is_held_against_the_bandwidth():
    found = standing(result(0.1, work=Work(flops=0, bytes=10**8)), ROOF)
    assert (found.bound, found.flops_s) == ("bandwidth", 0)
    assert found.share.point == pytest.approx(0.1)


def test_a_long_time_is_a_small_share_at_both_ends_of_the_interval():
    latency = Estimate(point=0.1, low=0.05, high=0.2)
    share = standing(result(latency=latency, work=Work(flops=10**9, bytes=1)), ROOF).share
    assert (share.low, share.point, share.high) == pytest.approx((0.05, 0.1, 0.2))


@pytest.mark.parametrize(
    "changes",
    [{"work": None}, {"latency": None}, {"precision": "int8"}, {"work": Work(flops=0, bytes=0)}],
)
def test_what_cannot_be_placed_is_not(changes):
    assert standing(result(**changes), ROOF) is None


def test_a_ceiling_of_a_busy_time_is_known_as_one_until_there_is_a_quiet_one():
    busy, quiet = baseline().model_copy(update={"foreign_cpu": 1.0}), baseline(8e9, name="q")
    found = ceiling([busy], [])
    assert found.disturbed
    place = standing(matmul(0.1), found)
    assert place.beyond
    assert place.disturbed
    assert not ceiling([busy, quiet], []).disturbed
    assert not standing(matmul(0.3), found).beyond
