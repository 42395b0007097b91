"""Training a 3-D network in PyTorch without and with activation checkpoints: memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import torch_with
from ._memory import growth_mib

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHANNELS, BLOCKS, COUNT, SIDE = 8, 12, 4, 32


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """One training step on four volumes; the call gives MiB at its height."""
    torch = torch_with(threads)
    from torch.utils.checkpoint import checkpoint_sequential

    model = _network(torch)

    def step(side: int) -> None:
        x = model[0](torch.randn(COUNT, 1, side, side, side))
        if variant == "checkpoint":
            x = checkpoint_sequential(model[1], 4, x, use_reentrant=False)
        else:
            x = model[1](x)
        model[2](x).square().mean().backward()

    step(4)  # loads what is loaded at first use
    grown = growth_mib(lambda: step(SIDE))
    return lambda: grown


def _network(torch: Any) -> Any:
    """Stem, blocks of convolution, batch norm and ReLU, and a head."""
    nn = torch.nn
    blocks = [
        nn.Sequential(
            nn.Conv3d(CHANNELS, CHANNELS, 3, padding=1), nn.BatchNorm3d(CHANNELS), nn.ReLU()
        )
        for _ in range(BLOCKS)
    ]
    head = nn.Sequential(nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(CHANNELS, 10))
    return nn.ModuleList([nn.Conv3d(1, CHANNELS, 3, padding=1), nn.Sequential(*blocks), head])
