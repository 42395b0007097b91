"""ONNX Runtime with its graph optimisation off and on: inference of a convolutional network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import onnx_session
from ._onnx import Graph

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHANNELS = ((3, 16), (16, 32), (32, 32), (32, 64), (64, 64), (64, 64))


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A session with or without optimisation, warmed up; a call answers one image."""
    import numpy as np

    level = "ORT_ENABLE_ALL" if variant == "optimised" else "ORT_DISABLE_ALL"
    session = onnx_session(_model(), threads, level=level)
    pixels = np.random.default_rng(1).normal(size=(1, 3, 64, 64)).astype(np.float32)
    for _ in range(3):
        session.run(None, {"pixels": pixels})
    return lambda: session.run(None, {"pixels": pixels})


def _model() -> bytes:
    """Convolutions, each with batch norm, ReLU and a residual where the channels allow it."""
    import numpy as np

    rng, graph, x = np.random.default_rng(0), Graph(), "pixels"
    for before, after in CHANNELS:
        kernel = rng.normal(0, (2 / (9 * before)) ** 0.5, (after, before, 3, 3))
        y = graph.add("Conv", x, kernel.astype(np.float32), pads=(1, 1, 1, 1))
        ones, zeros = np.ones(after, np.float32), np.zeros(after, np.float32)
        y = graph.add("BatchNormalization", y, ones, zeros, zeros, ones)
        y = graph.add("Add", y, x) if before == after else y
        x = graph.add("Relu", y)
    x = graph.add("Flatten", graph.add("GlobalAveragePool", x))
    return graph.model({"pixels": (1, 3, 64, 64)}, [x])
