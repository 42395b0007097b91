"""Training in TensorFlow: a gradient tape and SGD on variables, in one tf.function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import boundary
from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..case import Case


class Step:
    """A traced training step; `forward` computes the output of (weights by name, inputs)."""

    def __init__(
        self,
        tensorflow: Any,
        case: Case,
        forward: Callable[[Any, Any], Any],
        *,
        jit_compile: bool | None,
    ) -> None:
        self._tensorflow = tf = tensorflow
        self._case = case
        self._variables = {n: tf.Variable(case.weights[n]) for n in parameters(case)}
        variables, rate, lost = list(self._variables.values()), of(case).rate, self._loss()

        def step(target: Any, *inputs: Any) -> Any:
            with tf.GradientTape() as tape:
                trained = {n: tf.convert_to_tensor(v) for n, v in self._variables.items()}
                loss = lost(forward(trained, inputs), target)
            for index, by in enumerate(tape.gradient(loss, variables)):
                variables[index].assign_sub(rate * tf.convert_to_tensor(by))
            return loss

        self._function = tf.function(step, autograph=False, jit_compile=jit_compile)

    def _loss(self) -> Callable[[Any, Any], Any]:
        tf = self._tensorflow

        def cross_entropy(output: Any, target: Any) -> Any:
            each = tf.nn.sparse_softmax_cross_entropy_with_logits(target, output)
            return tf.reduce_mean(each)

        def mean_squared_error(output: Any, target: Any) -> Any:
            return tf.reduce_mean(tf.square(output - target))

        def binary_cross_entropy(output: Any, target: Any) -> Any:
            return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(target, output))

        return {
            CROSS_ENTROPY: cross_entropy,
            BINARY_CROSS_ENTROPY: binary_cross_entropy,
            MEAN_SQUARED_ERROR: mean_squared_error,
        }[of(self._case).loss]

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors, the target first."""
        *given, target = arrays
        ordered = boundary.inwards(self._case.inputs, given)
        return [self._tensorflow.constant(array) for array in (target, *ordered)]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run one step; returns the loss."""
        return self._function(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """The loss; the function has assigned the new weights by then."""
        return [native.numpy()]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        return {name: variable.numpy().copy() for name, variable in self._variables.items()}
