"""The LSTM of ONNX, checked for what frameworks have calls for, with its gates in another order.

ONNX keeps the gates in the order input, output, forget, cell (iofc).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .case import Unsupported

if TYPE_CHECKING:
    from .case import Case, Node

USUAL = ["Sigmoid", "Tanh", "Tanh"]


@dataclass(frozen=True)
class Lstm:
    """Weights of each direction, as numpy arrays, and how it runs.

    `given` [4 units, features], `recurrent` [4 units, units], and the two biases [4 units].
    """

    units: int
    directions: tuple[Direction, ...]


@dataclass(frozen=True)
class Direction:
    """One direction of an LSTM."""

    given: Any
    recurrent: Any
    given_bias: Any
    recurrent_bias: Any
    backwards: bool


def read_lstm(case: Case, node: Node, gates: str) -> Lstm:
    """The weights of an LSTM node with its gates in the order `gates`, for example "ifco".

    Raises:
        Unsupported: peepholes, other activations, lengths per sequence, or computed weights.
    """
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    attributes = node.attributes
    usual = attributes.get("activations") or USUAL
    count = len(usual) // 3
    plain = list(usual) == USUAL * count and not attributes.get("input_forget", 0)
    present = [index < len(node.inputs) and bool(node.inputs[index]) for index in (4, 7)]
    if not plain or any(present) or attributes.get("layout", 0) or "clip" in attributes:
        raise Unsupported([node.op], "peepholes, clipping, lengths, or unusual activations")
    given, recurrent, bias = (case.constant(node, index) for index in (1, 2, 3))
    if given is None or recurrent is None:
        raise Unsupported([node.op], "no weights")
    units = recurrent.shape[2]
    order = ["iofc".index(gate) for gate in gates]
    rows = np.concatenate([np.arange(gate * units, (gate + 1) * units) for gate in order])
    if bias is None:
        bias = np.zeros((given.shape[0], 8 * units), np.float32)
    way = attributes.get("direction", "forward")
    directions = tuple(
        Direction(
            given[i][rows],
            recurrent[i][rows],
            bias[i][: 4 * units][rows],
            bias[i][4 * units :][rows],
            backwards=way == "reverse" or i == 1,
        )
        for i in range(given.shape[0])
    )
    return Lstm(units, directions)
