"""TensorFlow's graphs without and with constant folding: time to build and first run a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import tensorflow_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHANNELS = (3, 16, 16, 32, 32, 64, 64, 64, 64)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A network with frozen normalisation; a call traces it anew and runs it once."""
    import numpy as np

    tf = tensorflow_with(threads)
    tf.config.optimizer.set_experimental_options({"constant_folding": variant == "folded"})
    rng = np.random.default_rng(0)
    layers = [
        (
            rng.normal(0, (2 / (9 * before)) ** 0.5, (3, 3, before, after)).astype(np.float32),
            [rng.uniform(0.5, 1.5, after).astype(np.float32) for _ in range(4)],
        )
        for before, after in zip(CHANNELS, CHANNELS[1:])
    ]
    image = tf.random.stateless_normal((1, 32, 32, 3), (0, 1))

    def network(x: Any) -> Any:
        for kernel, (mean, variance, scale, shift) in layers:
            # Constants only: folding makes two arrays of it before anything runs.
            factor = tf.constant(scale) * tf.math.rsqrt(tf.constant(variance) + 1e-5)
            offset = tf.constant(shift) - tf.constant(mean) * factor
            x = tf.nn.relu(tf.nn.conv2d(x, kernel, 1, "SAME") * factor + offset)
        return tf.reduce_mean(x, [1, 2])

    def call() -> object:
        return tf.function(network, autograph=False)(image).numpy()

    for _ in range(2):
        call()
    return call
