"""The encoder in OpenVINO, from the same ONNX model that ONNX Runtime gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import Sizes, batch
from ._encoder_onnxruntime import model
from ._frameworks import openvino_model

if TYPE_CHECKING:
    from collections.abc import Callable


def forward(sizes: Sizes, threads: int) -> Callable[[], Any]:
    """Inference: a call gives the logits."""
    run, x = openvino_model(model(sizes), threads), batch(sizes)[0]
    return lambda: run({"x": x})
