"""How many exploding gradients PyTorch's detect_anomaly finds, of eight."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from ._frameworks import torch_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NETWORKS, LAYERS, WIDTH = 8, 12, 32
LARGE = 1e6
"""A gradient norm that nobody would call healthy."""


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Eight networks, in each of which one layer makes the gradients explode, but not overflow."""
    torch = torch_with(threads)
    torch.set_num_threads(1)
    known = sum(_found(torch, n, broken=True) for n in range(NETWORKS))
    note = f"of {NETWORKS} layers that give NaN in the backward pass it finds {known}"
    return Remarked(lambda: sum(_found(torch, n, broken=False) for n in range(NETWORKS)), note)


def _found(torch: Any, number: int, *, broken: bool) -> int:
    """1 if detect_anomaly stops the backward pass of a network with one bad layer.

    Raises:
        ValueError: the gradient is not as bad as it should be.
    """
    torch.manual_seed(number)
    x = torch.randn(16, WIDTH, requires_grad=True)
    h = x
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # detect_anomaly says that it is slow
        try:
            with torch.autograd.detect_anomaly():
                for layer in range(LAYERS):
                    h = torch.tanh(h @ torch.randn(WIDTH, WIDTH) / WIDTH**0.5)
                    if layer == number + 2:
                        h = (h * 0).sqrt() if broken else h + (h - h.detach()) * 1e9
                h.sum().backward()
        except RuntimeError as error:
            if "nan" not in str(error):
                raise
            return 1
    norm = float(x.grad.norm())
    if not LARGE < norm < float("inf"):
        raise ValueError(f"the gradient's norm is {norm}")
    return 0
