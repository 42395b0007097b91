"""PyTorch with torch.compile against TensorFlow's graph: a training step of a residual network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._remarks import with_first_loss
from ._residual import tensorflow_training, torch_training

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The network in one of the frameworks; a call is a training step."""
    if variant == "torch":
        return with_first_loss(torch_training(threads, compiled=True))
    return with_first_loss(tensorflow_training(threads))
