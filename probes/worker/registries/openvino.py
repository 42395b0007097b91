"""Operators of OpenVINO: its newest complete operation set, which the CPU plugin runs.

Names are those of OpenVINO's own operations. Which ONNX operators the reader turns into them cannot
be asked for; the node cases tell.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNSUPPORTED = (
    *("does not support the following ONNX operations", "unconverted_ops_report"),
    *("No conversion rule", "not supported", "nsupported", "ot implemented", "ot Implemented"),
)
"""What the messages say of operators and types that are not there."""


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import openvino

    found = [m.name for m in pkgutil.iter_modules(openvino.__path__) if m.name.startswith("opset")]
    sets = [importlib.import_module(f"openvino.{name}") for name in sorted(found, key=_number)]
    space = max(sets, key=lambda one: len(dir(one)))
    names = [n for n in dir(space) if _is_operation(n, getattr(space, n))]
    version = openvino.__version__.split("-")[0]
    return {"version": version, "backends": {"cpu": {"kernels": sorted(names), "composed": []}}}


def _number(name: str) -> int:
    return int(name.removeprefix("opset"))


def _is_operation(name: str, member: object) -> bool:
    """Functions and some that are classes; modules are no operations."""
    return (
        not name.startswith("_") and callable(member) and not isinstance(member, types.ModuleType)
    )


def run(model: str, inputs: dict[str, Any]) -> list[NDArray[Any]]:
    """The outputs of a model file, in order, on the CPU, computed in full precision."""
    import openvino

    core = openvino.Core()
    settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1}
    compiled = core.compile_model(core.read_model(model), "CPU", settings)
    result = compiled(_placed(compiled.inputs, inputs))
    # the arrays are lent by a request that goes with this function
    return [result[port].copy() for port in compiled.outputs]


def _placed(ports: list[Any], inputs: dict[str, Any]) -> dict[Any, Any]:
    """The inputs by port. Where an operator does nothing, its input goes by its output's name; one
    that nothing depends on is gone.
    """
    if len(ports) == len(inputs):
        return dict(zip(ports, inputs.values()))  # noqa: B905 - strict needs Python 3.10
    named = {name: port for port in ports for name in port.names}
    return {named[name]: value for name, value in inputs.items() if name in named}


def unsupported(error: Exception) -> bool:
    """Whether `run` failed because something is not there."""
    return any(mark in str(error) for mark in UNSUPPORTED)
