"""Eager execution against tf.function in TensorFlow: a training step of half a ResNet-50."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import tensorflow_with
from ._remarks import with_first_loss
from ._resnet import first_stages, training

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIDE, BATCH = 128, 4


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The model in one of the modes; a call is a step on four images."""
    tf = tensorflow_with(threads)
    step, batch = training(tf, first_stages(tf, SIDE), BATCH)
    run = tf.function(step) if variant == "function" else step
    return with_first_loss(lambda: float(run(*batch)))
