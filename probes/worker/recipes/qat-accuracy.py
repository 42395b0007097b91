"""Training with simulated quantisation against rounding afterwards: accuracy, in PyTorch.

Weights are rounded to three bits, channel by channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._classifier import accuracy, network, train
from ._frameworks import torch_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BEFORE, AFTER, LARGEST = 4, 3, 3
"""Epochs of training before and with (or without) the simulation; weights are -3 to 3 times a
scale."""


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Train in one way and round; the call gives the share of test images classified right."""
    torch_with(threads)
    model = network()
    train(model, BEFORE)
    whole = accuracy(model)
    if variant == "aware":
        _simulate(model)
    train(model, AFTER, rate=0.001)
    if variant != "aware":
        _simulate(model)
    share = accuracy(model)
    return Remarked(lambda: share, f"{variant}: accuracy {share:.3f}, before rounding {whole:.3f}")


def _simulate(model: Any) -> None:
    """From now on the weights are rounded in every pass; gradients go to the unrounded ones."""
    import torch
    from torch import nn
    from torch.nn.utils import parametrize

    class Rounded(nn.Module):  # type: ignore[misc]
        def forward(self, weight: Any) -> Any:
            flat = weight.detach().flatten(1).abs().amax(1).clamp(min=1e-8) / LARGEST
            zeros = torch.zeros(len(flat), dtype=torch.int32)
            return torch.fake_quantize_per_channel_affine(weight, flat, zeros, 0, -LARGEST, LARGEST)

    for layer in model:
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            parametrize.register_parametrization(layer, "weight", Rounded())
