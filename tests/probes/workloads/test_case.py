"""Writing cases, and keeping them."""

import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from knowledge.errors import KnownError
from probes.parity import MAX_RELATIVE_ERROR, compare
from probes.worker.case import read
from probes.workloads import tensors
from probes.workloads.case import case_for, write_case
from probes.workloads.reference import reference
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
        patch.setattr("probes.workloads.case.Reference", fail)
        with pytest.raises(OSError, match="disk full"):
            case_for("conv2d", 1, 0, tmp_path)
    assert list((tmp_path / "cases").iterdir()) == []
    assert case_for("conv2d", 1, 0, tmp_path).reference.exists()


@pytest.mark.parametrize(("workload", "batch"), [("conv3d", 1), ("conv2d", 0)])
def test_bad_input_is_an_error_with_a_hint(tmp_path, workload, batch):
    with pytest.raises(KnownError) as raised:
        case_for(workload, batch, 0, tmp_path)
    assert raised.value.hint


def test_inputs_of_a_strange_type_are_refused(tmp_path):
    values = [helper.make_tensor_value_info(name, TensorProto.STRING, [2]) for name in "xy"]
    nodes = [helper.make_node("Identity", ["x"], ["y"])]
    model = helper.make_model(
        helper.make_graph(nodes, "g", values[:1], values[1:]),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    with pytest.raises(KnownError, match="'x' is object") as raised:
        write_case(model, tmp_path / "case", seed=1)
    assert raised.value.hint


@pytest.fixture
def many(monkeypatch):
    """Every model has many weights: they lie apart from it."""
    monkeypatch.setattr(tensors, "EMBEDDED_BYTES", 1000)


def test_many_weights_lie_beside_the_cases_that_share_them(tmp_path, many):
    cases = [case_for("conv2d", batch, 0, tmp_path) for batch in (1, 2)]
    folders = {case.model.parent for case in cases}
    (folder,) = folders
    assert folder.parent == tmp_path / "cases"
    assert len(list(folder.glob("*.bin"))) == 1
    assert len({case.model for case in cases}) == 2
    for case in cases:
        onnx.checker.check_model(str(case.model))
        (weight,) = read(case.directory).weights.values()
        model = onnx.load(str(case.model))
        np.testing.assert_array_equal(weight, numpy_helper.to_array(model.graph.initializer[0]))
        assert weight.flags.writeable
        assert not (case.directory / "model.onnx").exists()


def test_shared_weights_make_the_same_reference(tmp_path, monkeypatch):
    plain = case_for("conv2d", 1, 0, tmp_path / "plain")
    monkeypatch.setattr(tensors, "EMBEDDED_BYTES", 1000)
    apart = case_for("conv2d", 1, 0, tmp_path / "apart")
    with np.load(plain.reference) as one, np.load(apart.reference) as other:
        for key in one.files:
            np.testing.assert_array_equal(one[key], other[key])


def test_what_is_not_drawn_stays_in_the_model(tmp_path, many):
    """GPT-2's mask is large, but only the prefill has one."""
    first = case_for("pde-step", 1, 0, tmp_path)
    second = case_for("pde-step", 2, 0, tmp_path)
    for case in (first, second):
        weights = read(case.directory).weights
        assert weights["laplacian"].shape == (1, 1, 3, 3)
        assert weights["courant_squared"].shape == (1, 1, 1024, 1024)


@pytest.mark.parametrize("workload", ["conv2d", "mlp", "pde-step", "mobilenet-v3-small"])
def test_calls_get_other_inputs_and_owe_other_answers(tmp_path, workload):
    """Neither a kept answer nor one that ignores the input would pass."""
    case = case_for(workload, 1, 0, tmp_path)
    with np.load(case.directory / "inputs.npz") as inputs:
        for key in inputs.files:
            if key.startswith("0."):
                assert not np.array_equal(inputs[key], inputs["1" + key[1:]])
    with np.load(case.reference) as right:
        first = {k[2:]: right[k] for k in right.files if k.startswith("0.")}
        other = {k[2:]: right[k] for k in right.files if k.startswith("1.")}
        parity = compare(first, other)
        scale = max(np.abs(right[key]).max() for key in right.files)
    assert parity.max_abs_error > 10 * MAX_RELATIVE_ERROR * scale


def test_the_reference_takes_inputs_by_name():
    x = np.ones((3, 5), dtype=np.float32)
    model = GRAPHS["softmax_of_rows"]()
    (output,) = reference(model, {"x": np.ones((3, 7), dtype=np.float32)}).values()
    np.testing.assert_allclose(output.sum(axis=-1), 1.0, rtol=1e-6)
    assert x.shape == (3, 5)
