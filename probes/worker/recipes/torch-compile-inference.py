"""torch.compile against eager execution: inference of a small convolutional network, batch 1."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The network in one of the modes, warmed up; a call answers one image."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    torch.set_num_threads(threads)
    blocks: list[nn.Module] = []
    for before, after in ((3, 32), (32, 64), (64, 64), (64, 128), (128, 128), (128, 256)):
        stride = 1 if before == after else 2
        blocks += [nn.Conv2d(before, after, 3, stride, 1), nn.BatchNorm2d(after), nn.Hardswish()]
    model = nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(256, 1000))
    model.eval()
    run = torch.compile(model) if variant == "compile" else model
    images = cycle([torch.randn(1, 3, 112, 112) for _ in range(4)])

    def call() -> object:
        with torch.inference_mode():
            return run(next(images)).numpy()

    for _ in range(3):
        call()
    return call
