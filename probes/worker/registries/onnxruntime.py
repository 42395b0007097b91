"""Operators of ONNX Runtime: the registry of kernels of the execution providers in this build.

Standard operators go by their ONNX name; others carry their domain. Operators that ONNX defines as
functions of others have no kernel and run all the same: the node cases tell which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

PROVIDERS = {"CPUExecutionProvider": "cpu", "CUDAExecutionProvider": "cuda"}
UNSUPPORTED = ("NOT_IMPLEMENTED", "is not a registered function/op", "No Op registered", "opset")
"""What the messages say of operators, types and operator sets that are not there."""


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    found: dict[str, set[str]] = {}
    for kernel in state.get_all_opkernel_def():
        name = f"{kernel.domain}.{kernel.op_name}" if kernel.domain else kernel.op_name
        if kernel.provider in PROVIDERS:
            found.setdefault(PROVIDERS[kernel.provider], set()).add(name)
    backends = {
        device: {"kernels": sorted(names), "composed": []} for device, names in found.items()
    }
    return {"version": onnxruntime.__version__, "namespace": "onnx", "backends": backends}


def run(model: str, inputs: dict[str, Any]) -> list[NDArray[Any]]:
    """The outputs of a model file, in order, on the CPU."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return list(session.run(None, inputs))


def unsupported(error: Exception) -> bool:
    """Whether `run` failed because something is not there."""
    return any(mark in str(error) for mark in UNSUPPORTED)
