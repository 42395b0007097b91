"""Writing cases, and keeping them."""

import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from knowledge.errors import KnownError
from probes.workloads.case import case_for, reference, write_case
from tests.probes.worker.graphs import GRAPHS


def test_a_case_is_complete(tmp_path):
    case = write_case(GRAPHS["residual_block"](), tmp_path / "case", seed=1, sets=3)
    plan = json.loads((case.directory / "plan.json").read_text())
    assert {node["op"] for node in plan["nodes"]} >= {"Conv", "HardSwish", "Gemm"}
    with np.load(case.directory / "inputs.npz") as inputs:
        assert inputs.files == ["0.x", "1.x", "2.x"]
        assert not np.array_equal(inputs["0.x"], inputs["1.x"])
    with np.load(case.reference) as right:
        assert set(right.files) == {f"{i}.{plan['outputs'][0]['name']}" for i in range(3)}
    onnx.checker.check_model(str(case.model))


def test_the_reference_belongs_to_the_inputs(tmp_path):
    case = write_case(GRAPHS["matmul"](), tmp_path / "case", seed=1)
    with (
        np.load(case.directory / "inputs.npz") as inputs,
        np.load(case.directory / "weights.npz") as weights,
        np.load(case.reference) as right,
    ):
        for key in right.files:
            x = inputs[key.partition(".")[0] + ".x"]
            np.testing.assert_allclose(right[key], x @ weights["w"], rtol=1e-5)


def test_a_case_is_kept_and_found_again(tmp_path):
    first = case_for("conv2d", 1, 0, tmp_path)
    stamp = first.reference.stat().st_mtime_ns
    again = case_for("conv2d", 1, 0, tmp_path)
    assert again == first
    assert again.reference.stat().st_mtime_ns == stamp
    assert [path.name for path in (tmp_path / "cases").iterdir()] == [first.directory.name]


def test_seed_and_batch_make_another_case(tmp_path):
    cases = [case_for("conv2d", batch, seed, tmp_path) for batch, seed in ((1, 0), (2, 0), (1, 1))]
    assert len({case.digest for case in cases}) == 3
    assert len({case.directory for case in cases}) == 3


def test_the_same_case_is_made_anywhere(tmp_path):
    first, second = (case_for("conv2d", 1, 0, tmp_path / name) for name in "ab")
    assert first.digest == second.digest
    with np.load(first.reference) as one, np.load(second.reference) as other:
        for key in one.files:
            np.testing.assert_array_equal(one[key], other[key])


def test_a_case_half_written_is_not_taken(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr("probes.workloads.case.reference", fail)
        with pytest.raises(OSError, match="disk full"):
            case_for("conv2d", 1, 0, tmp_path)
    assert list((tmp_path / "cases").iterdir()) == []
    assert case_for("conv2d", 1, 0, tmp_path).reference.exists()


@pytest.mark.parametrize(("workload", "batch"), [("conv3d", 1), ("conv2d", 0)])
def test_bad_input_is_an_error_with_a_hint(tmp_path, workload, batch):
    with pytest.raises(KnownError) as raised:
        case_for(workload, batch, 0, tmp_path)
    assert raised.value.hint


def test_only_float32_inputs_can_be_drawn(tmp_path):
    values = [helper.make_tensor_value_info(name, TensorProto.INT64, [2]) for name in "xy"]
    nodes = [helper.make_node("Identity", ["x"], ["y"])]
    model = helper.make_model(
        helper.make_graph(nodes, "g", values[:1], values[1:]),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    with pytest.raises(KnownError, match="float32"):
        write_case(model, tmp_path / "case", seed=1)


def test_the_reference_takes_inputs_by_name():
    x = np.ones((3, 5), dtype=np.float32)
    model = GRAPHS["softmax_of_rows"]()
    (output,) = reference(model, {"x": np.ones((3, 7), dtype=np.float32)}).values()
    np.testing.assert_allclose(output.sum(axis=-1), 1.0, rtol=1e-6)
    assert x.shape == (3, 5)
