"""Training a recorded module in PyTorch: autograd, and SGD by torch.optim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters

if TYPE_CHECKING:
    from ..case import Case


class Step:
    """A module with its loss and optimiser; `compiled` hands both passes to torch.compile."""

    def __init__(self, torch: Any, module: Any, case: Case, *, compiled: bool) -> None:
        self._torch = torch
        named = dict(module.named_parameters())
        self._parameters = {name: named[f"t{i}"] for i, name in enumerate(parameters(case))}
        self._optimiser = torch.optim.SGD(list(named.values()), lr=of(case).rate)
        loss = _loss(torch, of(case).loss)

        def lost(target: Any, *inputs: Any) -> Any:
            return loss(module(*inputs)[0], target)

        self._lost = torch.compile(lost, fullgraph=True) if compiled else lost

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors, the target first."""
        *given, target = arrays
        return [self._torch.from_numpy(array) for array in (target, *given)]

    def __call__(self, inputs: list[Any]) -> Any:
        """Forward, backward, update; returns the loss."""
        self._optimiser.zero_grad()
        loss = self._lost(*inputs)
        loss.backward()
        self._optimiser.step()
        return loss

    def fetch(self, native: Any) -> list[Any]:
        """The loss; on a CPU everything before it is done."""
        return [native.detach().numpy()]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        return {name: p.detach().numpy().copy() for name, p in self._parameters.items()}


def _loss(torch: Any, name: str) -> Any:
    """The loss of that name, as a function of output and target."""
    functional = torch.nn.functional

    def cross_entropy(output: Any, target: Any) -> Any:
        return functional.cross_entropy(output.reshape(-1, output.shape[-1]), target.reshape(-1))

    return {
        CROSS_ENTROPY: cross_entropy,
        BINARY_CROSS_ENTROPY: functional.binary_cross_entropy_with_logits,
        MEAN_SQUARED_ERROR: functional.mse_loss,
    }[name]
