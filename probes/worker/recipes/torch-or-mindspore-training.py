"""PyTorch eager against MindSpore's graph: a training step of a small Transformer encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, training_in
from ._remarks import with_first_loss

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder in one of the frameworks; a call is a training step."""
    return with_first_loss(training_in(variant, Sizes(), threads))
