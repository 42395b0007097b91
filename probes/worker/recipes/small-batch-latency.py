"""TensorFlow's graph against PyTorch eager, the eager modes of others beside: one short text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._answers import agreeing
from ._encoder import Sizes, forward_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=16)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """The encoder in one of the frameworks, warmed up; a call answers one text."""
    if variant == "tensorflow-eager":
        return agreeing(forward_in("tensorflow", SIZES, threads, graph=False), scratch)
    return agreeing(forward_in(variant, SIZES, threads), scratch)
