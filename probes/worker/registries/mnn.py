"""Operators of MNN: those its converter says it takes from ONNX.

They go by ONNX's names and yet count as MNN's own, since some are other makers' and some of them
have no form that the CPU back end computes; the node cases tell.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

SETTINGS = {"backend": "CPU", "numThread": 1, "precision": "high"}
STANDS_FOR = {"b": "iu", "u": "i"}
"""Kinds of numpy types that come where another is right: truth values are integers here."""
UNSUPPORTED = ("These Op Not Support", "nsupported", "ot support", "on't support", "number format")
"""What the messages say of operators, types and forms that are not there."""


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import MNN

    said = _convert("-f", "ONNX", "--OP")
    listed = said.partition("Dump ONNX support Ops")[2].split("Dump ", 1)[0]
    names = sorted(set(re.findall(r"^(\w+)$", listed, re.MULTILINE)))
    return {"version": MNN.version(), "backends": {"cpu": {"kernels": names, "composed": []}}}


def run(model: str, inputs: dict[str, Any]) -> list[NDArray[Any]]:
    """The outputs of a model file, in order, on the CPU, computed in full precision.

    MNN computes with integers of 32 bits and floats, whatever the widths of a case.
    """
    from MNN import expr, nn

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "model.mnn"
        options = ("--modelFile", model, "--MNNModel", str(target), "--useGeluApproximation", "0")
        said = _convert("-f", "ONNX", "--bizCode", "advisor", *options)
        if not target.is_file():
            raise RuntimeError(_complaint(said))
        settings = nn.create_runtime_manager((SETTINGS,))
        module = nn.load_module_from_file(str(target), [], [], runtime_manager=settings)
    names = module.get_info()["inputNames"]
    found = module.forward([_placed(expr, inputs[name]) for name in names])
    arrays = []
    for variable in found:
        packed = variable.data_format == expr.NC4HW4
        plain = expr.convert(variable, expr.NCHW) if packed else variable
        arrays.append(plain.read().copy())
    return arrays


def _placed(expr: Any, array: NDArray[Any]) -> Any:
    """An input as MNN's variable, channels first."""
    whole = array.dtype.kind in "biu"
    own = array.astype("int32" if whole else "float32")
    return expr.const(own, list(own.shape), expr.NCHW, expr.int if whole else expr.float)


def _convert(*words: str) -> str:
    """What the converter says, run in a process of its own."""
    from ..converters.mnn import CONVERT
    from ..tool import run as started

    with tempfile.TemporaryDirectory() as folder:
        return started([sys.executable, "-I", "-c", CONVERT, *words], Path(folder)).said


def _complaint(said: str) -> str:
    """The line that says what is lacking, or the last one."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if any(mark in line for mark in UNSUPPORTED)]
    return (telling or lines or ["no model came out, and nothing was said"])[-1]


def unsupported(error: Exception) -> bool:
    """Whether `run` failed because something is not there."""
    return any(mark in str(error) for mark in UNSUPPORTED)
