"""A network without seven tenths of its parameters against the whole: accuracy, in PyTorch.

Whole channels go, those of the smallest weights first; then both are trained on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._classifier import accuracy, network, train
from ._frameworks import torch_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WHOLE, PRUNED = (24, 48, 48), (12, 25, 27)
"""Channels of the three convolutions."""
BEFORE, AFTER = 3, 4
"""Epochs of training before and after."""


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Train one of the networks; the call gives the share of test images classified right."""
    torch_with(threads)
    model = network(WHOLE)
    train(model, BEFORE)
    whole = _parameters(model)
    if variant == "pruned":
        model = _pruned(model)
    train(model, AFTER, rate=0.001)
    share = accuracy(model)
    left = _parameters(model) / whole
    return Remarked(lambda: share, f"{variant}: {left:.0%} of the parameters, accuracy {share:.3f}")


def _parameters(model: Any) -> int:
    return sum(parameter.numel() for parameter in model.parameters())


def _pruned(model: Any) -> Any:
    """A narrower network with the channels of `model` whose weights are largest."""
    import torch

    small, kept = network(PRUNED), torch.arange(3)
    with torch.no_grad():
        for index, count in enumerate(PRUNED):
            old, new = model[3 * index : 3 * index + 2], small[3 * index : 3 * index + 2]
            norms = old[0].weight.abs().sum((1, 2, 3))
            stay = norms.topk(count).indices.sort().values
            new[0].weight.copy_(old[0].weight[stay][:, kept])
            new[0].bias.copy_(old[0].bias[stay])
            for name, values in old[1].state_dict().items():
                new[1].state_dict()[name].copy_(values[stay] if values.ndim else values)
            kept = stay
        top, area = model[-1].weight, model[-1].in_features // WHOLE[-1]
        columns = top.view(top.shape[0], WHOLE[-1], area)[:, kept]
        small[-1].weight.copy_(columns.flatten(1))
        small[-1].bias.copy_(model[-1].bias)
    return small
