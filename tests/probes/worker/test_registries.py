from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from probes.registry import FOLDER, registries

NATIVE = """\
- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  structured_delegate: add.out
  tags: [core, pointwise]
  dispatch:
    SparseCPU, SparseCUDA: add_sparse

- func: add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
  structured_delegate: add.out

- func: add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU, CUDA: add_out  # both
    MPS: add_out_mps

- func: linear(Tensor input, Tensor weight) -> Tensor
  python_module: nn

- func: ones_like(Tensor self) -> Tensor
  dispatch:
    CompositeExplicitAutograd: ones_like
  tags: core
  autogen: ones_like.out

- func: __and__.Tensor(Tensor self, Tensor other) -> Tensor

- func: gone(Tensor self) -> Tensor
  dispatch:
    CPU: gone
"""


def loaded(name: str):
    return runpy.run_path(str(FOLDER / f"{name}.py"))


@pytest.mark.parametrize("name", registries())
def test_a_registry_imports_no_framework_before_it_is_asked(name: str) -> None:
    assert callable(loaded(name)["operators"])


def test_torch_counts_a_name_once_and_by_the_kernels_of_all_its_forms() -> None:
    known = {"add", "add_", "linear", "ones_like", "__and__"}
    found = loaded("torch")["collect"](NATIVE, known, frozenset({"nn.functional.linear"}))
    composed = ["__and__", "linear", "nn.functional.linear", "ones_like"]
    backends = found["backends"]
    assert backends["cpu"] == {"kernels": ["add"], "composed": composed}
    assert backends["cuda"] == backends["mps"] == backends["cpu"]
    assert backends["xpu"]["kernels"] == []
    assert found["sets"] == {"aten-core": ["add", "ones_like"]}


def test_mindspore_reads_platforms_and_counts_a_class_beside_its_function_once() -> None:
    space = loaded("mindspore")
    text = "Adds.\n\n    Supported Platforms:\n        ``Ascend`` ``GPU``\n\n    Examples: CPU\n"
    assert space["platforms"](text) == {"Ascend", "GPU"}
    assert space["platforms"]("no word of it") == frozenset()
    names = {"ops.Conv2D", "ops.conv2d", "ops.GatherD", "ops.gather_d", "ops.LSTM"}
    assert space["distinct"](names) == ["ops.LSTM", "ops.conv2d", "ops.gather_d"]


@pytest.mark.parametrize(
    ("name", "message", "refused"),
    [
        ("onnxruntime", "[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : Could not find", True),
        ("onnxruntime", "[ONNXRuntimeError] : 2 : INVALID_ARGUMENT : Unexpected", False),
        ("openvino", "OpenVINO does not support the following ONNX operations: Det", True),
        ("openvino", "Check '!shape.rank().is_dynamic()' failed", False),
        ("tvm", "TopK k must be a constant", True),
        ("tvm", "Binary operators must have the same datatype for both operands", False),
        ("iree", "failed to legalize operation 'torch.operator'", True),
        ("mnn", "[22:28:33] :220: These Op Not Support: ONNX::MatMulInteger", True),
        ("mnn", "could not convert string to float", False),
    ],
)
def test_a_refusal_is_told_from_a_failure(name: str, message: str, refused: bool) -> None:
    assert loaded(name)["unsupported"](RuntimeError(message)) is refused


def test_every_registry_stands_in_its_folder() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.py")} == set(registries())
