"""Operators of Apache TVM: those its ONNX importer has a converter for.

They go by ONNX's names and yet count as TVM's own: a converter need not carry its operator through
to code that runs, which the node cases tell. They are compiled with LLVM's optimisation off, which
changes how long it takes and not what is there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

TARGET = {"kind": "llvm", "opt-level": 0}
UNSUPPORTED = (
    *("OpNotImplemented", "NotImplementedError", "not supported", "nsupported", "ot implemented"),
    *("not been implemented", "nly support", "nly constant", "must be a constant"),
    *("not yet supported", "unknown dtype", "No Op registered"),
)
"""What the messages say of operators, types and forms that are not there."""


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import tvm
    import tvm.relax
    from tvm.relax.frontend.onnx import onnx_frontend

    names = onnx_frontend._get_convert_map()
    backends = {"cpu": {"kernels": sorted(names), "composed": []}}
    return {"version": tvm.__version__, "backends": backends}


def run(model: str, inputs: dict[str, Any]) -> list[NDArray[Any]]:
    """The outputs of a model file, in order, on the CPU."""
    os.environ["TVM_NUM_THREADS"] = "1"
    import onnx
    import tvm
    import tvm.relax
    from tvm.relax.frontend.onnx import from_onnx

    compiled = tvm.compile(from_onnx(onnx.load(model)), target=tvm.target.Target(TARGET))
    machine = tvm.relax.VirtualMachine(compiled, tvm.cpu())
    found = machine["main"](*(tvm.runtime.tensor(array) for array in inputs.values()))
    several = isinstance(found, (list, tvm.ir.Array))
    return [_plain(one) for one in (found if several else [found])]


def _plain(value: Any) -> NDArray[Any]:
    """A tensor as an array; a shape is a tuple of whole numbers."""
    import numpy as np

    return value.numpy() if hasattr(value, "numpy") else np.array(list(value), np.int64)


def unsupported(error: Exception) -> bool:
    """Whether `run` failed because something is not there."""
    said = f"{type(error).__name__}: {error}"
    return any(mark in said for mark in UNSUPPORTED)
