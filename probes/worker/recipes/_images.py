"""Seeded images of ten classes, hard enough that no network gets all of them right.

An image is the pattern of its class, shifted and dimmed at random, under noise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLASSES = 10


class Images(NamedTuple):
    """Pixels [count, 3, size, size], float32 with a spread of about 1, and labels [count]."""

    pixels: NDArray[Any]
    labels: NDArray[Any]


def images(count: int, size: int, seed: int, *, noise: float = 1.0) -> Images:
    """`count` images; the patterns are the same for every seed."""
    import numpy as np

    coarse = np.random.default_rng(99).normal(size=(CLASSES, 3, 4, 4))
    patterns = coarse.repeat(size // 4, 2).repeat(size // 4, 3)
    rng = np.random.default_rng(seed)
    labels = rng.integers(CLASSES, size=count)
    pixels = patterns[labels] * rng.uniform(0.3, 1, (count, 1, 1, 1))
    shifts = rng.integers(-(size // 8), size // 8 + 1, (count, 2))
    for image, shift in zip(pixels, shifts):
        image[:] = np.roll(image, tuple(shift), (1, 2))
    pixels += rng.normal(0, noise, pixels.shape)
    return Images(pixels.astype(np.float32), labels)
