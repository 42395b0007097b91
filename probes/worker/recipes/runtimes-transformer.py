"""PyTorch eager against ONNX Runtime: inference of a small Transformer encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, forward_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=64, width=256, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder in one of the two, warmed up; a call answers one text."""
    call = forward_in(variant, SIZES, threads)
    for _ in range(3):
        call()
    return call
