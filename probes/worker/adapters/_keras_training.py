"""Training in Keras: a Model compiled with a loss and SGD, and its train_on_batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import boundary
from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters

if TYPE_CHECKING:
    from ..case import Case


class Step:
    """The train_step that Keras makes for the back end, jitted where Keras does so by itself."""

    def __init__(self, keras: Any, case: Case, model: Any) -> None:
        self._keras = keras
        self._case = case
        self._model = model
        self._parameters = {name: model.named[name] for name in parameters(case)}
        losses = keras.losses
        model.compile(
            optimizer=keras.optimizers.SGD(of(case).rate),
            loss={
                CROSS_ENTROPY: losses.SparseCategoricalCrossentropy(from_logits=True),
                BINARY_CROSS_ENTROPY: losses.BinaryCrossentropy(from_logits=True),
                MEAN_SQUARED_ERROR: losses.MeanSquaredError(),
            }[of(case).loss],
        )
        self.notes = (f"train_on_batch; jit_compile=auto, taken as {model.jit_compile} here",)

    def place(self, arrays: list[Any]) -> tuple[Any, Any]:
        """Inputs, and the target, as tensors of the back end."""
        *given, target = arrays
        tensor = self._keras.ops.convert_to_tensor
        tensors = [tensor(array) for array in boundary.inwards(self._case.inputs, given)]
        return (tensors if len(tensors) > 1 else tensors[0]), tensor(target)

    def __call__(self, inputs: tuple[Any, Any]) -> Any:
        """Run one step; returns the loss, which Keras has waited for."""
        return self._model.train_on_batch(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """The loss, as a numpy array."""
        import numpy as np  # the interpreter may hold a framework that pins its numpy

        return [np.asarray(native)]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        to_numpy = self._keras.ops.convert_to_numpy
        return {name: to_numpy(each.value).copy() for name, each in self._parameters.items()}
