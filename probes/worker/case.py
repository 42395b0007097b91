"""A case as a worker sees it: one graph with weights and inputs, read from its directory.

Standard library at module scope; numpy is imported when a case is read. The directory is written
by `probes.workloads.case`: plan.json, weights.npz, inputs.npz, model.onnx.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

PLAN_VERSION = 1


class Unsupported(Exception):  # noqa: N818 - an answer, not a fault
    """The stack lacks something the graph needs; `operators` are the ONNX names concerned."""

    def __init__(self, operators: Iterable[str], why: str = "") -> None:
        self.operators = tuple(sorted(set(operators)))
        reason = f": {why}" if why else ""
        super().__init__(f"unsupported operators {', '.join(self.operators)}{reason}")


@dataclass(frozen=True)
class Value:
    """A graph input or output. `channels_last`: delivered as N…C where the plan says NC…."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    channels_last: bool = False


@dataclass(frozen=True)
class Node:
    """One operation, in ONNX terms. An absent optional input is the empty string.

    `channels_last` is set by `layout`: spatial operators then take and give N…C data.
    """

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    channels_last: bool = False


@dataclass(frozen=True)
class Case:
    """A graph in order of execution, with its weights, its input sets, and every tensor's shape."""

    name: str
    opset: int
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    nodes: tuple[Node, ...]
    shapes: Mapping[str, tuple[int, ...]]
    weights: Mapping[str, NDArray[Any]]
    sets: tuple[tuple[NDArray[Any], ...], ...]
    model: Path

    def require(self, available: Iterable[str]) -> None:
        """Check that every operator of the graph is among `available`.

        Raises:
            Unsupported: names all that are not.
        """
        missing = {node.op for node in self.nodes} - set(available)
        if missing:
            raise Unsupported(missing)

    def constant(self, node: Node, index: int) -> NDArray[Any] | None:
        """Value of the node's input `index`, or None where that input is absent.

        Raises:
            Unsupported: the input is computed by the graph, where a weight is needed.
        """
        name = node.inputs[index] if index < len(node.inputs) else ""
        if not name:
            return None
        if name not in self.weights:
            raise Unsupported([node.op], f"input {name!r} is computed, not constant")
        return self.weights[name]

    def bounds(self, node: Node) -> tuple[float | None, float | None]:
        """Lower and upper bound of a Clip; None where it is open."""
        low, high = self.constant(node, 1), self.constant(node, 2)
        return None if low is None else low.item(), None if high is None else high.item()


def read(directory: Path) -> Case:
    """Read the case in `directory`.

    Raises:
        ValueError: the plan was written in another version.
        OSError: a file is missing.
    """
    plan = json.loads((directory / "plan.json").read_text(encoding="utf-8"))
    if plan["plan"] != PLAN_VERSION:
        raise ValueError(f"plan version {plan['plan']}, but this worker reads {PLAN_VERSION}")
    inputs = _values(plan["inputs"])
    arrays = _arrays(directory / "inputs.npz")
    count = 1 + max(int(key.partition(".")[0]) for key in arrays)
    return Case(
        name=plan["name"],
        opset=plan["opset"],
        inputs=inputs,
        outputs=_values(plan["outputs"]),
        nodes=tuple(
            Node(n["op"], tuple(n["inputs"]), tuple(n["outputs"]), n["attributes"])
            for n in plan["nodes"]
        ),
        shapes={name: tuple(shape) for name, shape in plan["shapes"].items()},
        weights=_arrays(directory / "weights.npz"),
        sets=tuple(tuple(arrays[f"{i}.{v.name}"] for v in inputs) for i in range(count)),
        model=directory / "model.onnx",
    )


def _values(items: list[dict[str, Any]]) -> tuple[Value, ...]:
    return tuple(Value(item["name"], tuple(item["shape"]), item["dtype"]) for item in items)


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    with np.load(path, allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}
