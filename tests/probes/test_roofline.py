"""What this machine reaches: places and counts, never how fast."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from knowledge.schema.machine import Work
from probes import roofline
from probes.roofline import bandwidths, matrix_product, reach, work_of


class Clock:
    """A clock on which every look takes a tenth of a second."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.1
        return self.now


def test_rates_are_work_over_the_clock(monkeypatch):
    monkeypatch.setattr(roofline, "SIZE", 64)
    assert matrix_product(Clock()).flops_s == pytest.approx(2 * 64**3 / 0.1)
    assert matrix_product(Clock()).by == f"NumPy {np.__version__}"


def test_a_kernel_that_moves_more_in_the_same_time_is_the_widest(monkeypatch):
    monkeypatch.setattr(roofline, "LEAST_BYTES", 2**16)
    found = bandwidths(2, 0, Clock())
    assert [(b.threads, b.kernel) for b in found] == [(1, "add"), (2, "add")]
    assert found[0].bytes_s == pytest.approx(3 * 2**16 / 0.1)


@pytest.mark.parametrize(("kernel", "right"), [("copy", 1.0), ("scale", 3.0), ("add", 3.0)])
def test_every_kernel_does_its_work(kernel, right):
    x, y, z = (np.full(8, value, dtype=np.float32) for value in (1.0, 2.0, 0.0))
    roofline._pass(kernel, x, y, z)
    assert z.tolist() == [right] * 8


def test_a_process_that_gives_no_answer_is_no_ceiling(monkeypatch):
    monkeypatch.setattr(roofline.sys, "executable", "/nowhere/python")
    assert reach(1, 0) is None


def test_the_real_one_answers():
    found = reach(1, 0)
    assert found.peak.flops_s > 0
    assert [b.threads for b in found.bandwidths] == [1]


def test_work_is_read_from_the_plan(tmp_path):
    case = SimpleNamespace(directory=tmp_path)
    assert work_of(case) is None
    plan = {"nodes": [{"op": "Relu", "inputs": ["x"], "outputs": ["y"], "attributes": {}}],
            "inputs": [], "outputs": [{"name": "y"}],
            "shapes": {"x": [4], "y": [4]}}  # fmt: skip
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    assert work_of(case) == Work(flops=4, bytes=32, nodes=1)
