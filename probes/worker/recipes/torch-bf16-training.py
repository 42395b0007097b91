"""float32 against bfloat16 autocast in PyTorch: a training step of a small encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes
from ._encoder_torch import training

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The encoder in one precision; a call is a training step."""
    step = training(Sizes(), threads, mode="bf16" if variant == "bf16" else "eager")
    step()
    return step
