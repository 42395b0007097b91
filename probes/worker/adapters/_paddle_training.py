"""Training a Layer in PaddlePaddle: its autograd, and paddle.optimizer.SGD."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters

if TYPE_CHECKING:
    from ..case import Case


class Step:
    """A Layer with its loss and optimiser; `static` makes a program of both passes."""

    def __init__(self, paddle: Any, layer: Any, case: Case, *, static: bool) -> None:
        self._paddle = paddle
        self._parameters = {n: getattr(layer, f"t{i}") for i, n in enumerate(parameters(case))}
        self._optimiser = paddle.optimizer.SGD(
            learning_rate=of(case).rate, parameters=list(self._parameters.values())
        )
        lost = _lost(paddle, layer, of(case).loss)
        if static:
            specs = [paddle.static.InputSpec(value.shape, value.dtype) for value in case.inputs]
            target = of(case).targets[0]
            wanted = paddle.static.InputSpec(target.shape, str(target.dtype))
            lost = paddle.jit.to_static(
                lost, input_spec=[wanted, specs], full_graph=True, backend=None
            )
        self._lost = lost

    def place(self, arrays: list[Any]) -> tuple[Any, list[Any]]:
        """The target, and the inputs, as tensors."""
        *given, target = (self._paddle.to_tensor(array) for array in arrays)
        return target, given

    def __call__(self, inputs: tuple[Any, list[Any]]) -> Any:
        """Forward, backward, update; returns the loss."""
        loss = self._lost(*inputs)
        loss.backward()
        self._optimiser.step()
        self._optimiser.clear_grad()
        return loss

    def fetch(self, native: Any) -> list[Any]:
        """The loss; on a CPU everything before it is done."""
        return [native.numpy()]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        return {name: each.numpy().copy() for name, each in self._parameters.items()}


def _lost(paddle: Any, layer: Any, name: str) -> Any:
    """A Layer of the loss of `layer`'s first output."""
    functional = paddle.nn.functional
    loss = {
        CROSS_ENTROPY: functional.cross_entropy,
        BINARY_CROSS_ENTROPY: functional.binary_cross_entropy_with_logits,
        MEAN_SQUARED_ERROR: functional.mse_loss,
    }[name]

    class Lost(paddle.nn.Layer):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.network = layer

        def forward(self, target: Any, inputs: Any) -> Any:
            return loss(self.network(inputs)[0], target)

    # A static program has a backward pass in this mode alone. Normalisation is called with its
    # statistics given, as in inference, whatever the mode.
    return Lost().train()
