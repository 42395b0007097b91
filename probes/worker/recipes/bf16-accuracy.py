"""bfloat16 autocast against float32: accuracy of a classifier trained either way in PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._classifier import accuracy, network, train
from ._frameworks import torch_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Train in one precision; the call gives the share of test images classified right."""
    torch_with(threads)
    model = network((8, 16, 16))
    train(model, 4, bf16=variant == "bf16")
    share = accuracy(model)
    return lambda: share
