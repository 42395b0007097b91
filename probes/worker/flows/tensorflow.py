"""TensorFlow's flow: tf.data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..flow import Pipeline

if TYPE_CHECKING:
    from pathlib import Path

    from ..flow import Flow, Plan

FLOWS = {"data-pipeline": ("function",)}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001
    """Start the flow that the plan names."""
    return _pipeline(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """A tf.data pipeline over the files, in order.

    Without workers everything is done when a batch is asked for; with them as many images are
    prepared at once, and a batch ahead.
    """
    import tensorflow as tf

    files = [str(path) for path in plan.files(plan["folder"])]
    half, workers = plan["side"] // 2, plan["workers"]
    mean, spread = tf.constant(plan["mean"]), tf.constant(plan["spread"])

    def prepared(path: Any) -> Any:
        image = tf.io.decode_bmp(tf.io.read_file(path), channels=3)
        return (tf.image.resize(image, (half, half)) / 255 - mean) / spread

    data = tf.data.Dataset.from_tensor_slices(files)
    data = data.map(prepared, num_parallel_calls=workers or None, deterministic=True)
    data = data.batch(plan["batch"])
    if workers:
        data = data.prefetch(1)
    how = f"{workers} images at once, a batch ahead" if workers else "one image after the other"
    return Pipeline(
        plan,
        lambda: data,
        lambda batch: batch.numpy(),
        channels_last=True,
        notes=(f"tf.data, {how}",),
    )
