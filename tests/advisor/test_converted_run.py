"""Runtimes that read artefacts, through the real runner: converted, measured, kept for later."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

pytestmark = [pytest.mark.frameworks, pytest.mark.extended]

STACKS = {
    "litert/cpu": "tflite",
    "executorch/xnnpack": "executorch",
    "mnn/cpu": "mnn",
    "ncnn/cpu": "pnnx",
}
"""Stack -> converter."""


def measured(
    folder: Path, budget: int, *what: str, stacks: Iterable[str] = STACKS
) -> dict[str, dict[str, Any]]:
    """Measurements by stack, with a state folder of its own and the user's own environments."""
    chosen = [word for stack in stacks for word in ("--stack", stack)]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "advisor", "probe", "run", *chosen),
            *(what or ("--workload", "mobilenet-v3-small")),
            *("--budget", str(budget), "--json"),
        ],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    return {found["stack"]: found for found in json.loads(done.stdout)}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return measured(tmp_path_factory.mktemp("real"), 300)


@pytest.mark.parametrize("stack", STACKS)
def test_it_is_converted_without_loss_and_measured(
    first: dict[str, dict[str, Any]], stack: str
) -> None:
    found = first[stack]
    assert (found["status"], found["message"]) == ("ok", "")
    assert found["parity"]["passed"]
    assert found["latency"]["point"] > 0
    made = found["conversion"]
    assert made["converter"] == STACKS[stack]
    assert made["routes"]
    assert made["versions"]
    assert made["seconds"] > 0
    assert made["max_error"] < 1e-5
    # The weights are in the artefact, in fp32.
    assert made["size_bytes"] > 4 * 2_500_000


def test_a_second_run_converts_nothing(first: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    again = measured(tmp_path, 60)
    for stack, found in again.items():
        assert found["conversion"]["reused"], stack
        assert found["conversion"]["seconds"] == first[stack]["conversion"]["seconds"]


def test_an_operator_that_a_converter_lacks_is_named_and_the_others_run(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Relu", ["x"], ["z"]),
        helper.make_node("CumSum", ["z", "axis"], ["y"]),
    ]
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2, 8]) for n in "xy"]
    axis = onnx.numpy_helper.from_array(np.array(1), "axis")
    graph = helper.make_graph(nodes, "sums", values[:1], values[1:], [axis])
    opset = [helper.make_opsetid("", 17)]
    model = tmp_path / "sums.onnx"
    onnx.save_model(helper.make_model(graph, opset_imports=opset, ir_version=8), str(model))
    found = measured(tmp_path, 60, "--model", str(model), stacks=("ncnn/cpu", "mnn/cpu"))
    assert found["mnn/cpu"]["status"] == "ok", found["mnn/cpu"]["message"]
    failed = found["ncnn/cpu"]
    assert failed["status"] == "failed"
    assert failed["message"].startswith("not converted by pnnx: ")
    assert "CumSum" in failed["message"]
    assert failed["conversion"]["unconverted"] == ["CumSum"]
