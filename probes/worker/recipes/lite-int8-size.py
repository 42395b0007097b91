"""float32 against eight bits in TensorFlow Lite: size of the file of a converted model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import tensorflow_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """Convert a small convolutional network; the call gives the MiB of its file."""
    tf = tensorflow_with(threads)
    keras = tf.keras
    model = keras.Sequential([keras.Input((32, 32, 3))])
    for channels in (32, 64, 128, 256):
        model.add(keras.layers.Conv2D(channels, 3, 2, "same", activation="relu"))
    model.add(keras.layers.Flatten())
    model.add(keras.layers.Dense(256, activation="relu"))
    model.add(keras.layers.Dense(10))
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if variant == "int8":
        images = tf.random.stateless_normal((16, 1, 32, 32, 3), (0, 1))
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: ([image] for image in images)
    file = scratch / "model.tflite"
    file.write_bytes(converter.convert())
    return lambda: file.stat().st_size / 2**20
