"""A small image classifier that is trained in PyTorch in seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._images import CLASSES, images

if TYPE_CHECKING:
    from collections.abc import Callable

SIZE, TRAINED, TESTED, BATCH, NOISE = 16, 2048, 2048, 64, 2.0
"""Pixels per side, images to train and to test with, images per step, spread of the noise."""


def network(channels: tuple[int, ...] = (16, 32, 32)) -> Any:
    """Convolutions with batch norm and ReLU, each halving the image, and a dense layer."""
    from torch import nn

    layers: list[Any] = []
    for before, after in zip((3, *channels), channels):
        layers += [nn.Conv2d(before, after, 3, 2, 1), nn.BatchNorm2d(after), nn.ReLU()]
    side = SIZE >> len(channels)
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels[-1] * side * side, CLASSES))


def train(model: Any, epochs: int, *, bf16: bool = False, rate: float = 0.003) -> None:
    """Train `model` by Adam on the seeded images, in the same order every time."""
    import torch

    pixels, labels = (torch.from_numpy(array) for array in images(TRAINED, SIZE, 1, noise=NOISE))
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    order = torch.Generator().manual_seed(0)
    model.train()
    for _ in range(epochs):
        for rows in torch.randperm(TRAINED, generator=order).split(BATCH):
            optimizer.zero_grad()
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
                loss = torch.nn.functional.cross_entropy(model(pixels[rows]), labels[rows])
            loss.backward()
            optimizer.step()


def accuracy(model: Callable[[Any], Any]) -> float:
    """Share of the test images that `model` puts into the right class."""
    import torch

    pixels, labels = (torch.from_numpy(array) for array in images(TESTED, SIZE, 2, noise=NOISE))
    if isinstance(model, torch.nn.Module):
        model.eval()
    with torch.inference_mode():
        return float((model(pixels).argmax(1) == labels).float().mean())
