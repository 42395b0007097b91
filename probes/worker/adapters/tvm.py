"""Apache TVM on the CPU: the ONNX model becomes Relax, and machine code by the default pipeline."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

from ..case import Unsupported
from ..kept import keep

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case

MODES = ("llvm",)

UNTUNED = (
    "untuned: the default pipeline writes plain loops for one thread, and TVM is meant to be tuned"
)


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import TVM, whose thread pool gets `threads` threads when it starts."""
    os.environ["TVM_NUM_THREADS"] = str(threads)
    import tvm
    import tvm.relax

    return Stack(tvm)


class Stack:
    """TVM with the machine it compiles for: this one."""

    def __init__(self, tvm: Any) -> None:
        self._tvm = tvm
        self.version = tvm.__version__
        self.notes = ("the model is taken from ONNX, by tvm.relax.frontend.onnx", UNTUNED)
        # LLVM's name of this CPU stands for all its features.
        self._target = {"kind": "llvm", "mcpu": tvm.target.codegen.llvm_get_system_cpu()}

    def build(self, case: Case) -> Program:
        """Compile the model, or load what an earlier process compiled.

        Raises:
            Unsupported: the importer lacks an operator, or cannot convert it as it stands.
        """
        tvm = self._tvm
        if shutil.which("c++") is None and shutil.which("g++") is None:
            # What was compiled cannot be linked into a file.
            module = tvm.relax.VirtualMachine(self._compile(case), tvm.cpu())
            return Program(tvm, module, 0.0, ())
        depends = ("tvm", tvm.__version__, str(self._target))

        def make(path: Path) -> None:
            self._compile(case).export_library(str(path))

        kept = keep(case, depends, ".so", make)
        module = tvm.relax.VirtualMachine(tvm.runtime.load_module(str(kept.path)), tvm.cpu())
        return Program(tvm, module, kept.earlier_s, kept.notes)

    def _compile(self, case: Case) -> Any:
        import onnx
        from tvm.relax.frontend.onnx import from_onnx

        try:
            module = from_onnx(onnx.load(str(case.model)))
        except self._tvm.error.OpNotImplemented as error:
            # "The following operators are not supported for frontend ONNX: A, B"
            raise Unsupported(str(error).rpartition(": ")[2].split(", ")) from error
        except Exception as error:
            operator = _converted(error)
            if operator is None:
                raise
            why = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
            raise Unsupported([operator], why) from error
        return self._tvm.compile(module, target=self._tvm.target.Target(self._target))


def _converted(error: BaseException) -> str | None:
    """The operator that the importer was converting when it failed: only its frame knows."""
    trace, found = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_name == "_convert_operator":
            found = trace.tb_frame.f_locals.get("op_name")
        trace = trace.tb_next
    return found


class Program:
    """A virtual machine that holds the compiled module."""

    def __init__(self, tvm: Any, machine: Any, earlier_s: float, notes: tuple[str, ...]) -> None:
        self._tensor = tvm.runtime.tensor
        self._main = machine["main"]
        self.earlier_s = earlier_s
        self.notes = notes

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as TVM's tensors."""
        return [self._tensor(array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the module and wait."""
        return self._main(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays: a single one comes without a tuple."""
        tensors = [native] if hasattr(native, "numpy") else native
        return [tensor.numpy() for tensor in tensors]
