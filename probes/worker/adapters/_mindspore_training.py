"""Training in MindSpore: nn.TrainOneStepCell with nn.SGD around a Cell and its loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters

if TYPE_CHECKING:
    from ..case import Case


class Step:
    """A cell that computes loss, gradients and update in the mode of the process."""

    def __init__(self, mindspore: Any, cell: Any, case: Case) -> None:
        self._mindspore = mindspore
        by_name = {each.name: each for each in cell.trainable_params()}
        self._parameters = {name: by_name[f"t{i}"] for i, name in enumerate(parameters(case))}
        sgd = mindspore.nn.SGD(list(by_name.values()), learning_rate=of(case).rate)
        lost = _lost(mindspore, cell, of(case).loss)
        # Not set_train: normalisation stays as in inference.
        self._cell = mindspore.nn.TrainOneStepCell(lost, sgd).set_train(False)

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors, the target first; classes are int32, as MindSpore wants them."""
        *given, target = arrays
        target = target.astype("int32") if target.dtype.kind == "i" else target
        return [self._mindspore.Tensor(array) for array in (target, *given)]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run one step; returns the loss, perhaps still being computed."""
        return self._cell(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """The loss; waits for it and for the new weights."""
        loss = native.asnumpy()
        self._mindspore.runtime.synchronize()
        return [loss]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        return {name: each.asnumpy().copy() for name, each in self._parameters.items()}


def _lost(mindspore: Any, cell: Any, name: str) -> Any:
    """A Cell of the loss of `cell`'s first output."""
    ops = mindspore.ops

    def cross_entropy(output: Any, target: Any) -> Any:
        return ops.cross_entropy(output.reshape(-1, output.shape[-1]), target.reshape(-1))

    def binary_cross_entropy(output: Any, target: Any) -> Any:
        ones = ops.ones_like(output)
        return ops.binary_cross_entropy_with_logits(output, target, ones, ones)

    loss = {
        CROSS_ENTROPY: cross_entropy,
        BINARY_CROSS_ENTROPY: binary_cross_entropy,
        MEAN_SQUARED_ERROR: ops.mse_loss,
    }[name]

    class Lost(mindspore.nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.network = cell
            self.loss = loss

        def construct(self, target: Any, *inputs: Any) -> Any:
            return self.loss(self.network(*inputs)[0], target)

    return Lost()
