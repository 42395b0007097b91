"""tf.function without and with XLA in TensorFlow: memory of training a residual network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import tensorflow_with
from ._memory import growth_mib

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BATCH, SIDE, CHANNELS, BLOCKS = 24, 64, 16, 3


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Two training steps, compiled before on a smaller batch; the call gives MiB at the height."""
    tf = tensorflow_with(threads)
    step = tf.function(_step(tf), jit_compile=variant == "xla" or None)
    step(tf.zeros((1, SIDE, SIDE, CHANNELS)))
    images = tf.random.stateless_normal((BATCH, SIDE, SIDE, CHANNELS), (0, 1))
    grown = growth_mib(lambda: [float(step(images)) for _ in range(2)])
    return lambda: grown


def _step(tf: Any) -> Callable[[Any], Any]:
    """Gradient descent on blocks of convolution, normalisation, ReLU and a residual."""
    shape = (3, 3, CHANNELS, CHANNELS)
    kernels = [
        tf.Variable(tf.random.stateless_normal(shape, (0, n)) / 12) for n in range(2 * BLOCKS)
    ]

    def part(x: Any, kernel: Any) -> Any:
        x = tf.nn.conv2d(x, kernel, 1, "SAME")
        mean, variance = tf.nn.moments(x, [0, 1, 2])
        return tf.nn.batch_normalization(x, mean, variance, None, None, 1e-5)

    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            for n in range(BLOCKS):
                h = tf.nn.relu(part(x, kernels[2 * n]))
                x = tf.nn.relu(x + part(h, kernels[2 * n + 1]))
            loss = tf.reduce_mean(tf.square(x))
        for kernel, slope in zip(kernels, tape.gradient(loss, kernels)):
            kernel.assign_sub(0.01 * slope)
        return loss

    return step
