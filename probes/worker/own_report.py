"""What the frameworks in this process say of themselves: builds, devices, environment variables.

Only what is imported already is asked, and nothing it does may fail the caller. Standard library
only; the parent reads the texts (see probes/diagnosis).
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 1500
"""Characters of one entry."""
PREFIXES = ("OMP_", "KMP_", "MKL_", "GOMP_", "OPENBLAS_", "TF_ENABLE_", "TF_NUM_", "TF_XLA_",
            "XLA_", "JAX_", "TORCH_", "DNNL_", "ONEDNN_", "CUDA_VISIBLE", "ASCEND_")  # fmt: skip
"""Of environment variables that change how fast a framework is."""


def _torch(torch: Any) -> dict[str, str]:
    return {
        "torch.config": torch.__config__.show(),
        "torch.parallel": torch.__config__.parallel_info(),
        "torch.onednn": str(torch.backends.mkldnn.is_available()),
        "torch.flush_denormal": str(not torch.tensor([1e-39]).add(0).ne(0).item()),
        "torch.devices": " ".join(
            name
            for name, there in (
                ("cuda", torch.cuda.is_available()),
                ("xpu", hasattr(torch, "xpu") and torch.xpu.is_available()),
                ("mps", torch.backends.mps.is_available()),
                ("cpu", True),
            )
            if there
        ),
    }


def _tensorflow(tensorflow: Any) -> dict[str, str]:
    info = tensorflow.sysconfig.get_build_info()
    devices = tensorflow.config.list_physical_devices()
    return {
        "tensorflow.build": str(dict(info)),
        "tensorflow.devices": " ".join(device.device_type for device in devices),
    }


def _jax(jax: Any) -> dict[str, str]:
    return {"jax.devices": " ".join(sorted({device.platform for device in jax.devices()}))}


def _onnxruntime(onnxruntime: Any) -> dict[str, str]:
    return {
        "onnxruntime.build": onnxruntime.get_build_info(),
        "onnxruntime.providers": " ".join(onnxruntime.get_available_providers()),
    }


def _mindspore(mindspore: Any) -> dict[str, str]:
    return {"mindspore.devices": str(mindspore.get_context("device_target")).lower()}


ASKED: dict[str, Callable[[Any], dict[str, str]]] = {
    "torch": _torch,
    "tensorflow": _tensorflow,
    "jax": _jax,
    "onnxruntime": _onnxruntime,
    "mindspore": _mindspore,
}


def own_report() -> dict[str, str]:
    """Everything there is to say, each entry cut to `LIMIT`."""
    found = {}
    for name, ask in ASKED.items():
        module = sys.modules.get(name)
        if module is None:
            continue
        try:
            found.update(ask(module))
        except Exception as error:  # a diagnosis must never cost a measurement
            found[f"{name}.error"] = f"{type(error).__name__}: {error}"
    settings = [f"{key}={value}" for key, value in sorted(os.environ.items())
                if key.startswith(PREFIXES)]  # fmt: skip
    if settings:
        found["environ"] = " ".join(settings)
    return {key: str(text)[:LIMIT] for key, text in found.items()}
