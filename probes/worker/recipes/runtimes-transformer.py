"""PyTorch eager against ONNX Runtime, others beside: inference of a small Transformer encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._answers import agreeing
from ._encoder import Sizes, forward_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=64, width=256, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """The encoder in one of them, warmed up; a call answers one text."""
    if variant == "compile":
        return agreeing(forward_in("torch", SIZES, threads, compiled=True), scratch)
    return agreeing(forward_in(variant, SIZES, threads), scratch)
