"""LiteRT on the CPU: model.tflite in an interpreter with XNNPACK, which it applies by itself.

In INT8 the converter has quantised the model; inputs and outputs stay fp32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import boundary
from ..artefact import described, folder_of, marked

if TYPE_CHECKING:
    from ..case import Case, Value

MODES = ("cpu",)
PRECISIONS = ("fp32", "int8")


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import LiteRT; interpreters get `threads` threads."""
    from ai_edge_litert import __version__, interpreter

    return Stack(interpreter, threads, __version__)


class Stack:
    """LiteRT's interpreter class with the threads it is given."""

    def __init__(self, interpreter: Any, threads: int, version: str) -> None:
        self._interpreter = interpreter
        self._threads = threads
        self.version = version
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Load the artefact and allocate its tensors."""
        folder = folder_of(case)
        facts = described(folder)
        model = self._interpreter.Interpreter(
            str(folder / "model.tflite"), num_threads=self._threads
        )
        model.allocate_tensors()
        return Program(
            model,
            marked(case.inputs, facts["inputs"]),
            marked(case.outputs, facts["outputs"]),
        )


class Program:
    """An interpreter, fed and read by the indices of its tensors."""

    def __init__(self, model: Any, taken: tuple[Value, ...], given: tuple[Value, ...]) -> None:
        self._model = model
        self._taken = taken
        self._given = given
        signature = model.get_signature_runner()
        into, out = signature.get_input_details(), signature.get_output_details()
        self._inputs = [into[f"x{i}"]["index"] for i in range(len(taken))]
        self._outputs = [out[f"y{i}"]["index"] for i in range(len(given))]

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs in the artefact's order of axes; they are copied in by each call."""
        return boundary.inwards(self._taken, arrays)

    def __call__(self, inputs: list[Any]) -> Any:
        """Copy the inputs in, and invoke."""
        for position, index in enumerate(self._inputs):
            self._model.set_tensor(index, inputs[position])
        self._model.invoke()
        return self._model

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as copies."""
        arrays = [native.get_tensor(index) for index in self._outputs]
        return boundary.outwards(self._given, arrays)
