"""Reading a case back, as a worker does."""

import json

import numpy as np
import pytest

from probes.worker.case import Unsupported, read
from probes.workloads.case import write_case
from probes.workloads.lowering import PLAN_VERSION
from tests.probes.worker.graphs import GRAPHS


@pytest.fixture
def files(tmp_path):
    return write_case(GRAPHS["clip"](), tmp_path / "case", seed=1, sets=3)


def test_what_was_written_is_read(files):
    case = read(files.directory)
    assert [node.op for node in case.nodes] == ["Clip", "Clip", "Clip"]
    assert [value.name for value in case.inputs] == ["x"]
    assert len(case.sets) == 3
    assert case.sets[0][0].shape == case.shapes["x"] == case.inputs[0].shape
    assert case.sets[0][0].dtype == np.float32
    assert case.model.exists()
    assert not np.array_equal(case.sets[0][0], case.sets[1][0])


def test_bounds_of_a_clip(files):
    case = read(files.directory)
    assert [case.bounds(node) for node in case.nodes] == [(-0.5, 0.75), (-0.5, None), (None, 0.75)]


def test_a_computed_value_is_no_constant(files):
    case = read(files.directory)
    with pytest.raises(Unsupported, match="computed") as raised:
        case.constant(case.nodes[0], 0)
    assert raised.value.operators == ("Clip",)


def test_missing_operators_are_all_named(files):
    with pytest.raises(Unsupported) as raised:
        read(files.directory).require({"Relu"})
    assert raised.value.operators == ("Clip",)


def test_another_plan_version_is_refused(files):
    path = files.directory / "plan.json"
    plan = json.loads(path.read_text())
    assert plan["plan"] == PLAN_VERSION
    path.write_text(json.dumps({**plan, "plan": PLAN_VERSION + 1}))
    with pytest.raises(ValueError, match="plan version"):
        read(files.directory)
