"""tf.function without and with XLA in TensorFlow: inference of ResNet-50."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import tensorflow_with
from ._resnet import resnet50

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIDE = 64


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The model in one of the modes, warmed up; a call classifies one image."""
    tf = tensorflow_with(threads)
    model = resnet50(tf, SIDE)
    image = tf.random.stateless_normal((1, SIDE, SIDE, 3), (0, 1))
    run = tf.function(lambda x: model(x, training=False), jit_compile=variant == "xla" or None)

    def call() -> object:
        return run(image).numpy()

    for _ in range(2):
        call()
    return call
