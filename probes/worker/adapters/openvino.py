"""OpenVINO on its CPU device: the model file is compiled for latency, in real fp32.

bf16 and fp16 are the precision hint, which a CPU without the instructions ignores: the compiled
model is asked what became of it. INT8 is the file with quantisation nodes that the converter qdq
made, whose kernels OpenVINO chooses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..artefact import folder_of
from ..case import Unsupported, UnsupportedPrecision

if TYPE_CHECKING:
    from ..case import Case

MODES = ("cpu",)
PRECISIONS = ("fp32", "bf16", "fp16", "int8")
HINTS = {"fp32": "f32", "bf16": "bf16", "fp16": "f16", "int8": "f32"}
"""What is left of an INT8 model between its integer kernels stays fp32."""
MADE = "model.onnx"


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import OpenVINO; compiled models get `threads` threads."""
    import openvino

    return Stack(openvino, threads)


COMPUTING = ("Convolution", "MatMul", "FullyConnected", "GroupConvolution")
"""Layers of a compiled model that most of the arithmetic is in."""


class Stack:
    """An OpenVINO core with the properties models are compiled under."""

    def __init__(self, openvino: Any, threads: int) -> None:
        self._openvino = openvino
        self._core = openvino.Core()
        self.version = openvino.__version__
        self.notes: tuple[str, ...] = ()
        # Without the hints it optimises for throughput, and computes in bf16 where the CPU can.
        self._properties = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_NUM_THREADS": threads,
        }

    def build(self, case: Case) -> Program:
        """Read and compile the model; raises Unsupported where it cannot convert an operator."""
        try:
            given = folder_of(case) / MADE if case.precision == "int8" else case.model
            model = self._core.read_model(str(given))
        except RuntimeError as error:
            # "No conversion rule found for operations: NoSuchOperator-17, ..."
            listed = re.search(r"No conversion rule found for operations: (.+)", str(error))
            lacking = re.findall(r"([\w.]+?)(?:-\d+)?(?:, |$)", listed[1]) if listed else ()
            if not lacking:
                raise
            raise Unsupported(lacking) from error
        hint = HINTS[case.precision]
        settings = {**self._properties, "INFERENCE_PRECISION_HINT": hint}
        compiled = self._core.compile_model(model, "CPU", settings)
        if case.precision in ("bf16", "fp16"):
            _heeded(compiled, case.precision, hint)
        return Program(self._openvino, compiled, _remarks(compiled, case))


def _heeded(compiled: Any, precision: str, hint: str) -> None:
    """Raise UnsupportedPrecision where the compiled model computes in another type than hinted."""
    names = {"bf16": "bf16", "f16": "f16"}
    used = compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name()
    if used != names[hint]:
        why = f"OpenVINO was asked for {hint} and compiled the model in {used}"
        raise UnsupportedPrecision(precision, why)


def _remarks(compiled: Any, case: Case) -> tuple[str, ...]:
    """For a reduced precision: the types that the kernels of the compiled model compute in."""
    if case.precision == "fp32":
        return ()
    counts: dict[str, int] = {}
    for node in compiled.get_runtime_model().get_ordered_ops():
        about = node.get_rt_info()
        if "runtimePrecision" in about and about["layerType"].astype(str) in COMPUTING:
            name = about["runtimePrecision"].astype(str)
            counts[name] = counts.get(name, 0) + 1
    told = ", ".join(f"{count} in {name}" for name, count in sorted(counts.items()))
    return (f"matrix products and convolutions: {told}",) if told else ()


class Program:
    """An infer request of a compiled model."""

    def __init__(self, openvino: Any, compiled: Any, notes: tuple[str, ...] = ()) -> None:
        self._openvino = openvino
        self._request = compiled.create_infer_request()
        self._outputs = list(compiled.outputs)
        self.notes = notes

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors that share the arrays' memory."""
        return [self._openvino.Tensor(array, shared_memory=True) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Infer and wait."""
        return self._request.infer(inputs, share_inputs=True, share_outputs=True)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy views of the request's memory, good until the next call."""
        return [native[output] for output in self._outputs]
