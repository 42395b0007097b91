"""ONNX Runtime without and with its fusion of layer normalisation: inference of an encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes
from ._encoder_onnxruntime import forward

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=64, width=256, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder with or without that optimiser, warmed up; a call answers one text."""
    disabled = [] if variant == "fused" else ["LayerNormFusionL1", "LayerNormFusionL2"]
    call = forward(SIZES, threads, disabled=disabled)
    for _ in range(3):
        call()
    return call
