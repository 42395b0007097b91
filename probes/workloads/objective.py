"""What a training step minimises: the loss of a workload's output, in double precision.

A workload that can be trained declares an `Objective` as TRAINING. Targets are seeded like inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from knowledge.schema.base import LocalText

TARGET_STREAM = 7919
"""Keeps the draws of targets apart from those of inputs."""


class Loss(StrEnum):
    """A scalar of the output and its target, the mean over the batch."""

    CROSS_ENTROPY = "cross-entropy"
    """Of the softmax over the last axis, against the number of the right class."""
    BINARY_CROSS_ENTROPY = "binary-cross-entropy"
    """Of the logistic function of the output, against 0 or 1."""
    MEAN_SQUARED_ERROR = "mean-squared-error"


@dataclass(frozen=True)
class Objective:
    """How a workload is trained."""

    loss: Loss
    rate: float
    """Of SGD: large enough that one step shows in fp32, small enough that many do not diverge."""
    about: LocalText
    """What the step is, and what it leaves out."""
    parameters: frozenset[str] | None = None
    """Weights that are trained; None for all that are drawn, statistics of normalisation aside."""

    def targets(
        self, shape: tuple[int, ...], seed: int, sets: int
    ) -> tuple[NDArray[np.int64 | np.float32], ...]:
        """A target per input set, for outputs of `shape`."""
        drawn: list[NDArray[Any]] = []
        for index in range(sets):
            rng = np.random.default_rng([seed, TARGET_STREAM, index])
            if self.loss is Loss.CROSS_ENTROPY:
                drawn.append(rng.integers(0, shape[-1], shape[:-1], dtype=np.int64))
            elif self.loss is Loss.BINARY_CROSS_ENTROPY:
                drawn.append(rng.integers(0, 2, shape).astype(np.float32))
            else:
                drawn.append(rng.standard_normal(shape, dtype=np.float32))
        return tuple(drawn)


def value(loss: Loss, output: NDArray[Any], target: NDArray[Any]) -> float:
    """The loss, in double precision.

    >>> round(value(Loss.CROSS_ENTROPY, np.zeros((2, 4)), np.array([0, 3])), 6)
    1.386294
    >>> value(Loss.MEAN_SQUARED_ERROR, np.array([1.0, 3.0]), np.array([1.0, 1.0]))
    2.0
    >>> round(value(Loss.BINARY_CROSS_ENTROPY, np.zeros((2, 1)), np.array([[0.0], [1.0]])), 6)
    0.693147
    """
    x = output.astype(np.float64)
    if loss is Loss.MEAN_SQUARED_ERROR:
        return float(np.mean((x - target) ** 2))
    if loss is Loss.BINARY_CROSS_ENTROPY:
        return float(np.mean(np.logaddexp(0.0, x) - target * x))
    right = np.take_along_axis(x, target[..., None], -1)[..., 0]
    return float(np.mean(_log_of_sum(x) - right))


def slope(loss: Loss, output: NDArray[np.float64], target: NDArray[Any]) -> NDArray[np.float64]:
    """The loss's derivative by every element of the output, in the output's shape.

    >>> slope(Loss.CROSS_ENTROPY, np.zeros((1, 2)), np.array([1])).tolist()
    [[0.5, -0.5]]
    """
    if loss is Loss.MEAN_SQUARED_ERROR:
        apart: NDArray[np.float64] = 2.0 * (output - target) / output.size
        return apart
    if loss is Loss.BINARY_CROSS_ENTROPY:
        missed: NDArray[np.float64] = np.exp(-np.logaddexp(0.0, -output)) - target
        return missed / output.size
    share: NDArray[np.float64] = np.exp(output - _log_of_sum(output)[..., None])
    right = target[..., None]
    np.put_along_axis(share, right, np.take_along_axis(share, right, -1) - 1.0, -1)
    return share / target.size


def _log_of_sum(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """log(sum(exp(x))) over the last axis, without overflow."""
    top = x.max(-1, keepdims=True)
    found: NDArray[np.float64] = np.log(np.exp(x - top).sum(-1)) + top[..., 0]
    return found
