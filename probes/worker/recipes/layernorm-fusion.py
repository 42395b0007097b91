"""ONNX Runtime without and with its fusion of layer normalisation: inference of an encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, batch
from ._encoder_onnx import model
from ._frameworks import onnx_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=64, width=256, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder with or without that optimiser, warmed up; a call answers one text."""
    disabled = [] if variant == "fused" else ["LayerNormFusionL1", "LayerNormFusionL2"]
    session = onnx_session(model(SIZES), threads, disabled=disabled)
    x, _ = batch(SIZES)
    for _ in range(3):
        session.run(None, {"x": x})
    return lambda: session.run(None, {"x": x})
