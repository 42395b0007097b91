"""Operators of TensorFlow: the registry of kernels, and the functions of its public API.

The kernels of a device are those of the build that is asked: a CPU build knows next to none of the
GPU's, so that only a build for the device can speak of it. The API includes Keras, where that is
installed; its names begin with "keras.".
"""

from __future__ import annotations

import importlib
import types

MODULES = ("", "nn", "math", "linalg", "signal", "image", "strings", "random", "audio", "sparse")
"""Parts of the public API that hold operators."""
KERAS = ("ops", "activations", "layers")
INTERNAL = "_"


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import tensorflow as tf
    from tensorflow.python.framework import kernels

    found: dict[str, set[str]] = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        if not kernel.op.startswith(INTERNAL):
            found.setdefault(kernel.device_type, set()).add(kernel.op)
    composed = sorted({*_functions(tf), *_keras()})
    devices = {"cpu": "CPU"}
    if tf.test.is_built_with_cuda():
        devices["cuda"] = "GPU"
    backends = {
        device: {"kernels": sorted(found[name] | found.get("DEFAULT", set())), "composed": composed}
        for device, name in devices.items()
    }
    return {"version": tf.__version__, "backends": backends}


def _functions(root: types.ModuleType) -> list[str]:
    """Functions of MODULES, called as people call them: "nn.gelu"."""
    found = []
    for module in MODULES:
        space = getattr(root, module) if module else root
        for name in dir(space):
            if not name.startswith("_") and isinstance(getattr(space, name), types.FunctionType):
                found.append(f"{module}.{name}" if module else name)
    return found


def _keras() -> list[str]:
    """Operators and layers of Keras: "keras.ops.hard_swish"."""
    try:
        spaces = [importlib.import_module("keras." + module) for module in KERAS]
    except ModuleNotFoundError:
        return []
    return [
        f"keras.{module}.{name}"
        for module, space in zip(KERAS, spaces)  # noqa: B905 - strict needs Python 3.10
        for name in dir(space)
        if not name.startswith("_") and callable(getattr(space, name))
    ]
