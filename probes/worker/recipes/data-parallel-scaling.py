"""One process against two under PyTorch's DistributedDataParallel: a training step.

Every process has one thread and a batch of its own, so two do twice the work: the ratio of the
times is the efficiency.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WIDTH, BLOCKS, ROWS = 384, 6, 192


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Start the processes and warm them up; a call is a step of all."""
    from ._ranks import together

    step = together(__file__, member, variant, 2 if variant == "two" else 1, scratch)
    for _ in range(3):
        step()
    return step


def member(variant: str, rank: int, ranks: int) -> Callable[[], float]:  # noqa: ARG001
    """The model and its batch on one rank; gradients are averaged where there are more."""
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    layers = [nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU()) for _ in range(BLOCKS)]
    model = nn.Sequential(*layers)
    run = DistributedDataParallel(model) if ranks > 1 else model
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.randn(ROWS, WIDTH)

    def step() -> float:
        optimizer.zero_grad()
        loss = run(x).square().mean()
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step
