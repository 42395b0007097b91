"""PyTorch eager against ONNX Runtime, others beside: inference of a convolutional network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._answers import agreeing
from ._cnn import (
    onnxruntime_forward,
    openvino_forward,
    tensorflow_forward,
    torch_forward,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """The network in one of them, warmed up; a call answers one image."""
    ways = {
        "torch": torch_forward,
        "onnxruntime": onnxruntime_forward,
        "openvino": openvino_forward,
        "compile": lambda threads: torch_forward(threads, compiled=True),
        "tensorflow": tensorflow_forward,
    }
    return agreeing(ways[variant](threads), scratch)
