"""PyTorch's DataLoader against tf.data: seconds to prepare the images of an epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COUNT, SIDE, BATCH = 512, 96, 32
MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Images in memory, scaled, cropped and mirrored one by one; a call goes through them all."""
    import numpy as np

    pixels = np.random.default_rng(0).integers(256, size=(COUNT, SIDE, SIDE, 3), dtype=np.uint8)
    epoch = _torch(pixels, threads) if variant == "torch" else _tensorflow(pixels, threads)
    epoch()
    return epoch


def _torch(pixels: Any, threads: int) -> Callable[[], object]:
    import torch
    from torch.utils.data import DataLoader, Dataset

    torch.set_num_threads(threads)
    mean, spread = (torch.tensor(values)[:, None, None] for values in (MEAN, SPREAD))

    class Images(Dataset):  # type: ignore[misc]
        def __len__(self) -> int:
            return COUNT

        def __getitem__(self, index: int) -> Any:
            image = torch.from_numpy(pixels[index]).permute(2, 0, 1).float() / 255
            return ((image[:, 8:-8, 8:-8] - mean) / spread).flip(-1)

    loader = DataLoader(Images(), BATCH, num_workers=threads, persistent_workers=True)
    return lambda: float(sum(batch.mean() for batch in loader))


def _tensorflow(pixels: Any, threads: int) -> Callable[[], object]:
    from ._frameworks import tensorflow_with

    tf = tensorflow_with(threads)

    def prepared(image: Any) -> Any:
        image = tf.cast(image, tf.float32) / 255
        return tf.reverse((image[8:-8, 8:-8] - MEAN) / SPREAD, [1])

    data = tf.data.Dataset.from_tensor_slices(pixels).map(prepared, num_parallel_calls=threads)
    data = data.batch(BATCH).prefetch(2)
    return lambda: float(sum(tf.reduce_mean(batch) for batch in data))
