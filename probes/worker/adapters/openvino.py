"""OpenVINO on its CPU device: the model file is compiled for latency, in real fp32."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..case import Unsupported

if TYPE_CHECKING:
    from ..case import Case

MODES = ("cpu",)


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import OpenVINO; compiled models get `threads` threads."""
    import openvino

    return Stack(openvino, threads)


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
            "INFERENCE_PRECISION_HINT": "f32",
        }

    def build(self, case: Case) -> Program:
        """Read and compile the model; raises Unsupported where it cannot convert an operator."""
        try:
            model = self._core.read_model(str(case.model))
        except RuntimeError as error:
            # "No conversion rule found for operations: NoSuchOperator-17, ..."
            listed = re.search(r"No conversion rule found for operations: (.+)", str(error))
            lacking = re.findall(r"([\w.]+?)(?:-\d+)?(?:, |$)", listed[1]) if listed else ()
            if not lacking:
                raise
            raise Unsupported(lacking) from error
        return Program(self._openvino, self._core.compile_model(model, "CPU", self._properties))


class Program:
    """An infer request of a compiled model."""

    def __init__(self, openvino: Any, compiled: Any) -> None:
        self._openvino = openvino
        self._request = compiled.create_infer_request()
        self._outputs = list(compiled.outputs)

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors that share the arrays' memory."""
        return [self._openvino.Tensor(array, shared_memory=True) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Infer and wait."""
        return self._request.infer(inputs, share_inputs=True, share_outputs=True)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy views of the request's memory, good until the next call."""
        return [native[output] for output in self._outputs]
