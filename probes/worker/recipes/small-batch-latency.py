"""TensorFlow's graph against PyTorch eager: one short text through a small encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, forward_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder in one of the frameworks, warmed up; a call answers one text."""
    call = forward_in(variant, Sizes(batch=1, positions=16), threads)
    for _ in range(3):
        call()
    return call
