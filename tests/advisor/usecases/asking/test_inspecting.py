from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from advisor.usecases.asking.inspecting import inspect_model, workloads
from knowledge.errors import KnownError


@pytest.fixture
def model(tmp_path: Path) -> Path:
    inputs = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])
    outputs = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])
    nodes = [helper.make_node("Relu", ["x"], ["r"]), helper.make_node("Relu", ["r"], ["y"])]
    graph = helper.make_graph(nodes, "g", [inputs], [outputs])
    opset = [helper.make_opsetid("", 17)]
    path = tmp_path / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), path)
    return path


def test_what_a_model_holds(model: Path) -> None:
    found = inspect_model(model, "x=2x3")
    assert (found.nodes, found.opset) == (2, 17)
    assert found.inputs == {"x": (2, 3)}
    assert found.operators == {"Relu": 2}


def test_free_dimensions_are_asked_for(model: Path) -> None:
    with pytest.raises(KnownError, match="free dimensions") as refused:
        inspect_model(model)
    assert "x=" in refused.value.hint


@pytest.mark.parametrize("content", [b"", b"no model at all", None])
def test_wrong_files_are_explained(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "wrong.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(KnownError) as refused:
        inspect_model(path)
    assert refused.value.hint
    with pytest.raises(KnownError, match="is a folder"):
        inspect_model(tmp_path)


def test_the_built_in_workloads_have_titles() -> None:
    assert workloads()["conv2d"].zh
