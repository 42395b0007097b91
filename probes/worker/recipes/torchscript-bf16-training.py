"""Eager against TorchScript in PyTorch, both with bfloat16 autocast: a training step."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from ._frameworks import torch_with
from ._remarks import with_first_loss

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WIDTH, BLOCKS, ROWS = 256, 4, 128


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A dense network, as it is or traced; a call is a training step."""
    torch = torch_with(threads)
    nn = torch.nn
    blocks = [
        nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH), nn.GELU())
        for _ in range(BLOCKS)
    ]
    model = nn.Sequential(*blocks, nn.Linear(WIDTH, 10))
    x, labels = torch.randn(ROWS, WIDTH), torch.randint(10, (ROWS,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    run = model
    if variant == "script":
        with warnings.catch_warnings(), torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
            warnings.simplefilter("ignore")  # it is deprecated, which is known
            run = torch.jit.trace(model, x)

    def step() -> float:
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
            loss = nn.functional.cross_entropy(run(x), labels)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    made = with_first_loss(step)
    for _ in range(3):
        step()
    return made
