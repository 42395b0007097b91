"""A step of training that processes share: each has rows of its own, all have the same weights.

The reference is computed here, in double precision and by hand: the gradient of the mean squared
error over the rows of all processes. With more processes there are more rows, so that the
efficiency of scaling is the rate against as many times that of one process.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.probing import FlowUnit
from probes.flows import ranks
from probes.flows.case import Moved
from probes.worker.exchange import updates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

TITLE = LocalText(
    en="Data-parallel training step of a multilayer perceptron (784-512-512-10, SGD) over 1 to N "
    "processes of one thread and 64 rows each; rows per second",
    zh="多层感知机（784-512-512-10，SGD）的数据并行训练步：1 至 N 个单线程进程，各 64 行；每秒行数",
)
UNIT = FlowUnit.SAMPLES
ABSENT = "no training of it by several processes on a CPU is probed"
BATCH = 64
SCALES = True
"""Several processes are held against one, in the same run."""
WIDTHS = (784, 512, 512, 10)
RATE = 0.05


def settings(cores: int) -> tuple[str, ...]:
    """One process, and several.

    >>> settings(2)
    ('x1', 'x2')
    """
    return tuple(f"x{number}" for number in (1, *ranks.several(cores)))


def parameters(setting: str) -> dict[str, int] | None:
    """What a setting says; None where it is none.

    >>> parameters("x2"), parameters("2")
    ({'ranks': 2}, None)
    """
    number = ranks.number(setting)
    return None if number is None else {"ranks": number}


def moved(parameters: Mapping[str, int], batch: int) -> Moved:
    """The rows of all processes."""
    return Moved(batch * parameters["ranks"], parameters["ranks"])


def inputs(parameters: Mapping[str, int], batch: int, seed: int) -> dict[str, NDArray[Any]]:
    """Weights [in, out] of each layer, and the rows and targets of all processes."""
    rng, rows = np.random.default_rng(seed), batch * parameters["ranks"]
    found = {
        f"weight{number}": rng.normal(0, (2 / given) ** 0.5, (given, out)).astype(np.float32)
        for number, (given, out) in enumerate(pairwise(WIDTHS))
    }
    found["rows"] = rng.normal(size=(rows, WIDTHS[0])).astype(np.float32)
    found["targets"] = rng.normal(size=(rows, WIDTHS[-1])).astype(np.float32)
    return found


def plan(
    parameters: Mapping[str, int], batch: int, seed: int
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a worker is told, and what its first step must do to the weights, on every rank."""
    given = inputs(parameters, batch, seed)
    weights = [given[name].astype(np.float64) for name in sorted(given) if "weight" in name]
    moves = gradients(weights, given["rows"], given["targets"])
    after = [weight - RATE * move for weight, move in zip(weights, moves, strict=True)]
    found = updates(weights, after, RATE)
    del found["same"]
    right = {
        name: np.tile(np.asarray(values, np.float32), (parameters["ranks"], 1))
        for name, values in found.items()
    }
    return {**parameters, "rate": RATE}, right


def gradients(
    weights: Sequence[NDArray[np.float64]], rows: NDArray[Any], targets: NDArray[Any]
) -> list[NDArray[np.float64]]:
    """Of the mean squared error, by each weight; ReLU between the layers, none after the last."""
    taken = [rows.astype(np.float64)]
    for weight in weights[:-1]:
        taken.append(np.maximum(taken[-1] @ weight, 0))
    back = 2 * (taken[-1] @ weights[-1] - targets) / targets.size
    found = []
    for weight, before in zip(reversed(weights), reversed(taken), strict=True):
        found.append(before.T @ back)
        back = (back @ weight.T) * (before > 0)
    return found[::-1]
