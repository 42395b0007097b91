"""torch.compile against eager execution: a training step of a residual network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._remarks import with_first_loss
from ._residual import torch_training

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The network in one of the modes; a call is a training step."""
    return with_first_loss(torch_training(threads, compiled=variant == "compile"))
