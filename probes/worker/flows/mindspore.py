"""MindSpore's flow: mindspore.dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..case import UnsupportedFlow
from ..flow import Pipeline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..flow import Flow, Plan

FLOWS = {"data-pipeline": ("graph",)}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001
    """Start the flow that the plan names."""
    return _pipeline(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """An ImageFolderDataset with the transforms of mindspore.dataset.vision, in order.

    Raises:
        UnsupportedFlow: without a worker thread.
    """
    from mindspore import dataset
    from mindspore.dataset import vision

    workers = plan["workers"]
    if not workers:
        raise UnsupportedFlow("mindspore.dataset does not read without a worker thread")
    half = plan["side"] // 2
    data = dataset.ImageFolderDataset(
        str(plan.data),
        num_parallel_workers=workers,
        shuffle=False,
        decode=True,
        extensions=[".bmp"],
    )
    steps = [
        vision.Resize((half, half), vision.Inter.LINEAR),
        vision.Normalize([255 * m for m in plan["mean"]], [255 * s for s in plan["spread"]]),
        vision.HWC2CHW(),
    ]
    data = data.map(steps, ["image"], num_parallel_workers=workers).project(["image"])
    data = data.batch(plan["batch"], num_parallel_workers=workers)

    def epoch() -> Iterator[Any]:
        for (batch,) in data.create_tuple_iterator(num_epochs=1):
            yield batch

    return Pipeline(
        plan,
        epoch,
        lambda batch: batch.asnumpy(),
        channels_last=False,
        notes=(f"mindspore.dataset, {workers} worker threads per step",),
    )
