"""A small Transformer encoder as arrays: the same weights and data for every framework.

Pre-norm layers with attention written out, ReLU, a mean over the positions and ten classes.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

CLASSES = 10
RATE = 0.01
"""Learning rate of plain gradient descent."""
EPSILON = 1e-5


class Sizes(NamedTuple):
    """What the encoder is made of and fed with."""

    batch: int = 8
    positions: int = 32
    width: int = 128
    heads: int = 4
    layers: int = 2

    @property
    def split(self) -> tuple[int, int, int, int]:
        """Shape of queries, keys and values by head."""
        return self.batch, self.positions, self.heads, self.width // self.heads


def weights(sizes: Sizes) -> dict[str, Any]:
    """Seeded float32 arrays by name; layer n's begin with "n/"."""
    import numpy as np

    rng, width = np.random.default_rng(0), sizes.width
    shapes = {"qkv": (width, 3 * width), "out": (width, width)}
    shapes |= {"up": (width, 4 * width), "down": (4 * width, width)}
    made: dict[str, Any] = {}
    for layer in range(sizes.layers):
        for name, shape in shapes.items():
            made[f"{layer}/{name}"] = rng.normal(0, shape[0] ** -0.5, shape)
            made[f"{layer}/{name}_bias"] = np.zeros(shape[1])
        for name in ("norm1", "norm2"):
            made[f"{layer}/{name}"] = np.ones(width)
            made[f"{layer}/{name}_bias"] = np.zeros(width)
    made["classes"] = rng.normal(0, width**-0.5, (width, CLASSES))
    return {name: np.asarray(array, np.float32) for name, array in made.items()}


def batch(sizes: Sizes) -> tuple[NDArray[Any], NDArray[Any]]:
    """Seeded inputs [batch, positions, width] and labels [batch]."""
    import numpy as np

    rng = np.random.default_rng(1)
    x = rng.normal(size=(sizes.batch, sizes.positions, sizes.width)).astype(np.float32)
    return x, rng.integers(CLASSES, size=sizes.batch).astype(np.int32)


def training_in(framework: str, sizes: Sizes, threads: int) -> Callable[[], float]:
    """A step of gradient descent in one of the frameworks; a call gives its loss."""
    module = importlib.import_module(f"._encoder_{framework}", __package__)
    step: Callable[[], float] = module.training(sizes, threads)
    return step


def forward_in(framework: str, sizes: Sizes, threads: int, **mode: bool) -> Callable[[], Any]:
    """Inference in one of the frameworks; a call gives the logits on the host.

    Args:
        framework: the end of a file _encoder_<framework>.py.
        sizes: of the encoder and its batch.
        threads: threads it may use.
        mode: what its `forward` can be told, such as `graph` or `compiled`.
    """
    module = importlib.import_module(f"._encoder_{framework}", __package__)
    call: Callable[[], Any] = module.forward(sizes, threads, **mode)
    return call
