"""ONNX Runtime on the CPU execution provider: the model file goes into an InferenceSession.

INT8 is the file with QuantizeLinear and DequantizeLinear that the converter qdq made. fp16 and bf16
are offered where every operator has a kernel for them: else it would compute in fp32 between casts.
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
HALF = {"bf16": "tensor(bfloat16)", "fp16": "tensor(float16)"}
MADE = "model.onnx"


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import ONNX Runtime; sessions get `threads` threads within an operator."""
    import onnxruntime

    return Stack(onnxruntime, threads)


class Stack:
    """ONNX Runtime with session options."""

    def __init__(self, onnxruntime: Any, threads: int) -> None:
        self._onnxruntime = onnxruntime
        self.version = onnxruntime.__version__
        self.notes: tuple[str, ...] = ()
        self._options = onnxruntime.SessionOptions()
        self._options.intra_op_num_threads = threads
        self._options.log_severity_level = 3

    def build(self, case: Case) -> Program:
        """Load the model; raises Unsupported where no kernel implements an operator."""
        state = self._onnxruntime.capi.onnxruntime_pybind11_state
        if case.precision in HALF:
            raise self._half(case, state)
        model = case.model if case.precision == "fp32" else folder_of(case) / MADE
        try:
            session = self._onnxruntime.InferenceSession(
                str(model), self._options, providers=["CPUExecutionProvider"]
            )
        except (state.NotImplemented, state.InvalidGraph, state.Fail) as error:
            # "Could not find an implementation for Op(9) node", "No Op registered for Op with ..."
            lacking = re.findall(r"implementation for (\w+)|No Op registered for (\w+)", str(error))
            if not lacking:
                raise
            raise Unsupported(name for pair in lacking for name in pair if name) from error
        return Program(session, [value.name for value in case.inputs], case)

    def _half(self, case: Case, state: Any) -> UnsupportedPrecision:
        """Why a half precision is refused: the operators without a kernel, or nobody converts."""
        wanted, having = HALF[case.precision], set()
        for kernel in state.get_all_opkernel_def():
            types = {name for names in kernel.type_constraints.values() for name in names}
            if kernel.provider == "CPUExecutionProvider" and wanted in types:
                having.add(kernel.op_name)
        lacking = {node.op for node in case.nodes} - having
        if lacking:
            return UnsupportedPrecision(
                case.precision, "the CPU provider has no kernel and would compute in fp32", lacking
            )
        return UnsupportedPrecision(case.precision, "nothing here converts the model to it")


class Program:
    """A session with the names it is fed by."""

    def __init__(self, session: Any, inputs: list[str], case: Case) -> None:
        self._session = session
        self._inputs = inputs
        self._outputs = [value.name for value in case.outputs]

    def place(self, arrays: list[Any]) -> dict[str, Any]:
        """Inputs by name: the CPU provider reads numpy arrays in place."""
        return {name: arrays[position] for position, name in enumerate(self._inputs)}

    def __call__(self, inputs: dict[str, Any]) -> Any:
        """Run the session; returns a list of numpy arrays."""
        return self._session.run(self._outputs, inputs)

    def fetch(self, native: Any) -> list[Any]:
        """The outputs as they are."""
        arrays: list[Any] = native
        return arrays
