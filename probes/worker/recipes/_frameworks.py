"""The frameworks with their threads set, as every recipe wants them.

Each function imports one framework; call it before anything else of that framework.
"""

from __future__ import annotations

import os
from typing import Any


def torch_with(threads: int) -> Any:
    """PyTorch, seeded, on `threads` threads."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(threads)
    return torch


def tensorflow_with(threads: int) -> Any:
    """TensorFlow, seeded, with `threads` threads within and between operators."""
    import tensorflow

    tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
    tensorflow.config.threading.set_inter_op_parallelism_threads(threads)
    tensorflow.keras.utils.set_random_seed(0)
    return tensorflow


def jax_with(threads: int) -> Any:
    """JAX on the CPU, its thread pool limited to `threads`."""
    os.environ["NPROC"] = str(threads)  # read once, when XLA's CPU client starts
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    jax.devices()
    return jax


def mindspore_with(threads: int, *, graph: bool) -> Any:
    """MindSpore on `threads` CPUs (it has no other limit), in graph or PyNative mode."""
    os.environ.setdefault("GLOG_v", "3")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import mindspore

    mindspore.set_context(mode=mindspore.GRAPH_MODE if graph else mindspore.PYNATIVE_MODE)
    mindspore.set_device("CPU")
    return mindspore


def openvino_model(model: bytes, threads: int) -> Any:
    """OpenVINO's program of an ONNX model: inputs by name to its first output.

    For latency and in real float32: without the hints it computes in bfloat16 where the CPU can.
    """
    import openvino

    core = openvino.Core()
    settings = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_NUM_THREADS": threads,
        "INFERENCE_PRECISION_HINT": "f32",
    }
    compiled = core.compile_model(core.read_model(model), "CPU", settings)
    request, output = compiled.create_infer_request(), compiled.output(0)
    return lambda inputs: request.infer(inputs, share_inputs=True, share_outputs=True)[output]


def onnx_session(model: bytes, threads: int, **options: Any) -> Any:
    """An ONNX Runtime session on the CPU with `threads` threads.

    Args:
        model: the model's file content.
        threads: threads within an operator.
        options: `level` (a name of GraphOptimizationLevel) and `disabled` (names of optimisers).
    """
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.log_severity_level = 3
    if "level" in options:
        levels = onnxruntime.GraphOptimizationLevel
        settings.graph_optimization_level = getattr(levels, options["level"])
    return onnxruntime.InferenceSession(
        model,
        settings,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=options.get("disabled", []),
    )
