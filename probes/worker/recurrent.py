"""The LSTM of ONNX, checked for what frameworks have calls for, with its gates in another order.

ONNX keeps the gates in the order input, output, forget, cell (iofc). Where an LSTM is trained, its
weights reach the adapter as tensors, in the form in which it has them (`trainable`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .case import Unsupported
from .training import FORM, PART

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


def trainable(case: Case, gates: str, *, biases: int, turned: bool = False) -> Case:
    """A training case whose LSTM nodes are `GatedLstm`; one for inference as it is.

    A GatedLstm reads x, the given [4 units, features] and recurrent [4 units, units] weights (if
    `turned`, their transposes) and one or two biases [4 units], which are added up; its output is
    that of an LSTM with one direction that begins at zero.

    Args:
        case: as the adapter rewrites it.
        gates: their order, for example "ifco".
        biases: 1 where the framework has the sum of both, else 2.
        turned: whether the framework has the features first.

    Raises:
        Unsupported: an LSTM with another direction, start or output, or what `read_lstm` refuses.
    """
    if case.training is None:
        return case
    weights, shapes, nodes = dict(case.weights), dict(case.shapes), []
    for node in case.nodes:
        if node.op != "LSTM":
            nodes.append(node)
            continue
        made = _parts(case, node, gates, biases, turned)
        weights.update(made)
        shapes.update({name: array.shape for name, array in made.items()})
        nodes.append(replace(node, op="GatedLstm", inputs=(node.inputs[0], *made)))
    return replace(case, nodes=tuple(nodes), weights=weights, shapes=shapes)


def _parts(case: Case, node: Node, gates: str, biases: int, turned: bool) -> dict[str, Any]:
    """The weights that a GatedLstm reads, by name, in order."""
    lstm = read_lstm(case, node, gates)
    started = any(len(node.inputs) > at and node.inputs[at] for at in (5, 6))
    plain = len(lstm.directions) == 1 and not lstm.directions[0].backwards and not started
    if not plain or any(node.outputs[1:]) or not node.inputs[3:4]:
        raise Unsupported([node.op], "a trained one runs forwards from zero, and has a bias")
    (one,), (given, recurrent, bias) = lstm.directions, node.inputs[1:4]
    found = {
        f"{given}{FORM}{gates}": one.given.T.copy() if turned else one.given,
        f"{recurrent}{FORM}{gates}": one.recurrent.T.copy() if turned else one.recurrent,
    }
    if biases == 1:
        return {**found, f"{bias}{FORM}{gates}": one.given_bias + one.recurrent_bias}
    return {
        **found,
        f"{bias}{PART}0": one.given_bias,
        f"{bias}{PART}1": one.recurrent_bias,
    }
