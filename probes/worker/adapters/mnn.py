"""MNN on the CPU: model.mnn as a module, in high precision, which is fp32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..artefact import folder_of, shaped

if TYPE_CHECKING:
    from ..case import Case, Value

MODES = ("cpu",)


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import MNN; modules get `threads` threads."""
    import MNN
    from MNN import expr, nn

    return Stack(MNN, expr, nn, threads)


class Stack:
    """MNN with the settings that modules are loaded under."""

    def __init__(self, mnn: Any, expr: Any, nn: Any, threads: int) -> None:
        self._expr = expr
        self._nn = nn
        self._settings = {"backend": "CPU", "numThread": threads, "precision": "high"}
        self.version = mnn.version()
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Load the artefact as a module with the names of the case's inputs and outputs."""
        folder = folder_of(case)
        module = self._nn.load_module_from_file(
            str(folder / "model.mnn"),
            [value.name for value in case.inputs],
            [value.name for value in case.outputs],
            runtime_manager=self._nn.create_runtime_manager((self._settings,)),
        )
        return Program(self._expr, module, case.outputs)


class Program:
    """A loaded module."""

    def __init__(self, expr: Any, module: Any, given: tuple[Value, ...]) -> None:
        self._expr = expr
        self._module = module
        self._given = given

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as MNN's variables, channels first; its integers have 32 bits."""
        expr, placed = self._expr, []
        for array in arrays:
            whole = array.dtype.kind in "biu"
            own = array.astype("int32") if whole else array
            kind = expr.int if whole else expr.float
            placed.append(expr.const(own, list(own.shape), expr.NCHW, kind))
        return placed

    def __call__(self, inputs: list[Any]) -> Any:
        """Run; gives variables, computed when they are read."""
        return self._module.forward(inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays, channels first."""
        expr = self._expr
        first = [
            expr.convert(variable, expr.NCHW) if variable.data_format == expr.NC4HW4 else variable
            for variable in native
        ]
        return shaped(self._given, [variable.read() for variable in first])
