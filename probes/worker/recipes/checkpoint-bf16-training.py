"""Plain training against checkpointing with bfloat16 in PyTorch: time for the same samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import torch_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WIDTH, BLOCKS, ROWS = 256, 8, 256


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A training step of a dense network in one of the ways, on as many rows."""
    torch = torch_with(threads)
    from torch import nn
    from torch.utils.checkpoint import checkpoint_sequential

    both = variant == "both"
    blocks = [
        nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH), nn.GELU())
        for _ in range(BLOCKS)
    ]
    model = nn.Sequential(*blocks)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.randn(ROWS, WIDTH)

    def step() -> float:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=both):
            y = checkpoint_sequential(model, 4, x, use_reentrant=False) if both else model(x)
            loss = y.float().square().mean()
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    step()
    return step
