"""A training step as a worker sees it, and what tells whether a stack's step is a right one.

Standard library at module scope. The step's own update says what gradient a stack computed: the
weights before less those after, over the rate. Its product with a direction is the loss's slope
along it, which the parent knows. Adapters keep weights in orders of their own (channels last,
turned matrices), so a direction is handed through the same rewriting as the weights were.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import boundary
from .case import Unsupported
from .straight import used

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from .case import Case

CROSS_ENTROPY, MEAN_SQUARED_ERROR = "cross-entropy", "mean-squared-error"
BINARY_CROSS_ENTROPY = "binary-cross-entropy"
FILE = "training.npz"
FORM = "::"
"""Behind it adapters say in which form they have a weight."""
PART = "::part"
"""The form of one of the parts that a weight is taken into; together they are the weight."""


@dataclass(frozen=True)
class Training:
    """What is minimised by which weights, the targets of each input set, and directions."""

    loss: str
    rate: float
    parameters: tuple[str, ...]
    targets: tuple[NDArray[Any], ...]
    directions: int
    steps: int
    scales: Mapping[str, float]
    signs: Mapping[str, NDArray[Any]]
    """By parameter the signs of all directions, eight to a byte."""


def read_training(directory: Path, plan: Mapping[str, Any]) -> Training | None:
    """The training step that a plan asks for; None where it is for inference."""
    told = plan.get("training")
    if told is None:
        return None
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    with np.load(str(directory / FILE), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    count = sum(name.startswith("target.") for name in arrays)
    return Training(
        loss=told["loss"],
        rate=told["rate"],
        parameters=tuple(told["parameters"]),
        targets=tuple(arrays[f"target.{i}"] for i in range(count)),
        directions=told["directions"],
        steps=told["steps"],
        scales=told["scales"],
        signs={name: arrays[f"signs.{name}"] for name in told["parameters"]},
    )


def of(case: Case) -> Training:
    """The case's training step.

    Raises:
        ValueError: it is a case of inference.
    """
    if case.training is None:
        raise ValueError(f"{case.name} is no training step")
    return case.training


def parameters(case: Case) -> tuple[str, ...]:
    """The weights of an adapter's form of the case that are trained.

    Raises:
        Unsupported: the graph reads a parameter in two forms, which would be trained apart.
    """
    wanted = set(of(case).parameters)
    found = [name for name in used(case) if name.partition(FORM)[0] in wanted]
    whole = [name for name in found if PART not in name]
    parts = {name.partition(FORM)[0] for name in found if PART in name}
    counts = Counter([*(name.partition(FORM)[0] for name in whole), *parts])
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        readers = {
            node.op for node in case.nodes for n in node.inputs if n.partition(FORM)[0] in twice
        }
        raise Unsupported(readers, "one weight in two forms cannot be trained as one")
    missing = wanted - {name.partition(FORM)[0] for name in found}
    if missing:
        raise Unsupported(["training"], f"{sorted(missing)[0]!r} is built in as a constant")
    return tuple(found)


def target_of(case: Case, target: NDArray[Any]) -> NDArray[Any]:
    """A target in the order in which an adapter's form of the case gives its output."""
    (output,) = case.outputs
    if of(case).loss == CROSS_ENTROPY and output.channels_last:
        raise Unsupported(["SoftmaxCrossEntropyLoss"], "classes that are not the last axis")
    (turned,) = boundary.inwards([output], [target])
    return turned


def along(case: Case, index: int) -> Case:
    """The case with direction `index` in place of its parameters."""
    import numpy as np  # see above

    told, weights = of(case), dict(case.weights)
    for name in told.parameters:
        size = weights[name].size
        bits = np.unpackbits(told.signs[name], axis=None)[index * size : (index + 1) * size]
        scale = told.scales[name]
        weights[name] = (
            np.where(bits, scale, -scale).astype(np.float32).reshape(weights[name].shape)
        )
    return replace(case, weights=weights)


def slopes(case: Case, arrange: Callable[[Case], Case], after: Mapping[str, Any]) -> list[float]:
    """How the loss changes along each direction, by the gradient that the first step went down.

    Args:
        case: as it was read.
        arrange: the adapter's rewriting of a case.
        after: its parameters after the first step, in its own form.
    """
    import numpy as np  # see above

    start, told = arrange(case).weights, of(case)
    gone = {
        name: (start[name].astype(np.float64) - array) / told.rate for name, array in after.items()
    }
    found = []
    for index in range(told.directions):
        direction = arrange(along(case, index)).weights
        found.append(float(sum(np.vdot(part, direction[name]) for name, part in gone.items())))
    return found


def number(loss: NDArray[Any]) -> float:
    """A fetched loss as a number.

    Raises:
        FloatingPointError: it is infinite or none, so that what is timed is no training.
    """
    found = float(loss.reshape(()))
    if not math.isfinite(found):
        raise FloatingPointError(f"training diverged: the loss is {found}")
    return found
