"""PyTorch eager against TensorFlow's graph: memory that training steps of an encoder need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, training_in
from ._memory import growth_mib

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=32, positions=64, width=256, layers=2)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Two training steps in one of the frameworks; the call gives MiB at their height."""
    training_in(variant, Sizes(), threads)()  # loads what is loaded at first use
    step = training_in(variant, SIZES, threads)
    grown = growth_mib(lambda: [step() for _ in range(2)])
    return lambda: grown
