"""Operators of JAX: primitives with a rule that lowers them to StableHLO, and the public API.

Rules come with JAX itself and so are known for every platform, whichever this interpreter has. The
functions of jax.lax, jax.numpy, jax.nn and jax.scipy are made of primitives.
"""

from __future__ import annotations

import importlib

PLATFORMS = {"cpu": "cpu", "cuda": "cuda", "rocm": "rocm", "tpu": "tpu"}
MODULES = (
    *("lax", "nn", "numpy", "numpy.fft", "numpy.linalg", "image", "random"),
    *("scipy.special", "scipy.signal", "scipy.linalg"),
)


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import jax
    from jax._src.interpreters import mlir

    common = {primitive.name for primitive in mlir._lowerings}
    backends = {}
    functions = sorted(set(_functions()))
    for device, platform in PLATFORMS.items():
        own = {primitive.name for primitive in mlir._platform_specific_lowerings[platform]}
        backends[device] = {"kernels": sorted(common | own), "composed": functions}
    return {"version": jax.__version__, "backends": backends}


def _functions() -> list[str]:
    """Functions of MODULES by the name below jax: "nn.gelu"."""
    found = []
    for module in MODULES:
        space = importlib.import_module("jax." + module)
        for name in dir(space):
            member = getattr(space, name)
            if name.startswith("_") or isinstance(member, type) or not callable(member):
                continue
            if not name.endswith("_p"):
                found.append(f"{module}.{name}")
    return found
