"""PyTorch eager against ONNX Runtime: inference of a small Transformer encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, batch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=64, width=256, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder in one of the two, warmed up; a call answers one text."""
    if variant == "torch":
        from ._encoder_torch import forward

        call = forward(SIZES, threads)
    else:
        from ._encoder_onnx import model
        from ._frameworks import onnx_session

        session = onnx_session(model(SIZES), threads)
        x, _ = batch(SIZES)

        def call() -> object:
            return session.run(None, {"x": x})[0]

    for _ in range(3):
        call()
    return call
