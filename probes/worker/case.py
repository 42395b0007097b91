"""A case as a worker sees it: one graph with weights and inputs, read from its directory.

Standard library at module scope; numpy is imported when a case is read. The directory is written
by `probes.workloads.case`: plan.json, weights.npz, inputs.npz, model.onnx. The plan's operators are
in one form, whatever the model's opset: see `probes.workloads.canonical`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from .training import Training

PLAN_VERSION = 2


class Unsupported(Exception):  # noqa: N818 - an answer, not a fault
    """The stack lacks something the graph needs; `operators` are the ONNX names concerned."""

    def __init__(self, operators: Iterable[str], why: str = "") -> None:
        self.operators = tuple(sorted(set(operators)))
        reason = f": {why}" if why else ""
        super().__init__(f"unsupported operators {', '.join(self.operators)}{reason}")


class UnsupportedPrecision(Unsupported):
    """The stack does not compute the graph in the precision; no operator alone is to blame."""

    def __init__(self, precision: str, why: str, operators: Iterable[str] = ()) -> None:
        super().__init__(operators)
        names = f"{', '.join(self.operators)}: " if self.operators else ""
        self.args = (f"precision {precision}: {names}{why}",)


class UnsupportedFlow(Unsupported):
    """The framework has no way of doing what a flow does."""

    def __init__(self, why: str) -> None:
        super().__init__(())
        self.args = (why,)


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
    """A graph in order of execution, with its weights, its input sets, and every tensor's shape.

    -1 in a shape is a length that depends on the data; a tensor of unknown rank has no shape.
    """

    name: str
    opset: int
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    nodes: tuple[Node, ...]
    shapes: Mapping[str, tuple[int, ...]]
    weights: Mapping[str, NDArray[Any]]
    sets: tuple[tuple[NDArray[Any], ...], ...]
    model: Path
    dtypes: Mapping[str, str] = field(default_factory=dict)
    """Name of the numpy type of every tensor, where it is known."""
    precision: str = "fp32"
    """What to compute in, of the adapter's PRECISIONS; inputs and outputs stay as the plan says."""
    calibration: tuple[tuple[NDArray[Any], ...], ...] = ()
    """For a converter that quantises: input sets to do it by, none of which is measured with."""
    training: Training | None = None
    """Loss, targets and what else a training step needs; None where it is for inference."""
    artefact: Path | None = None
    """The folder that a converter filled, for a runtime that reads neither plan nor ONNX."""

    def require(self, available: Iterable[str], dynamic: Iterable[str] = ()) -> None:
        """Check that every operator of the graph is among `available`.

        `dynamic` are those whose output may have a shape that depends on the data.

        Raises:
            Unsupported: names all that are not.
        """
        missing = {node.op for node in self.nodes} - set(available)
        if missing:
            raise Unsupported(missing)
        free = {n.op for n in self.nodes if not all(map(self.is_static, filter(None, n.outputs)))}
        if free - set(dynamic):
            raise Unsupported(free - set(dynamic), "the shape of the output depends on the data")

    def is_static(self, name: str) -> bool:
        """Whether a tensor's shape is known before anything is computed."""
        return -1 not in self.shapes.get(name, (-1,))

    def whole_numbers(self, name: str) -> bool:
        """Whether a tensor holds integers."""
        return self.dtypes.get(name, "").startswith(("int", "uint"))

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


def read(
    directory: Path,
    artefact: str | None = None,
    precision: str = "fp32",
    calibration: str | None = None,
) -> Case:
    """Read the case in `directory`.

    With the folder of an `artefact` that was made of it, the weights stay unread: they are in
    there, and must not count as memory that the runtime takes.

    Raises:
        ValueError: the plan was written in another version.
        OSError: a file is missing.
    """
    from .training import read_training  # which reads cases too

    plan = json.loads((directory / "plan.json").read_text(encoding="utf-8"))
    if plan["plan"] != PLAN_VERSION:
        raise ValueError(f"plan version {plan['plan']}, but this worker reads {PLAN_VERSION}")
    inputs = _values(plan["inputs"])
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
        weights={}
        if artefact
        else {**_shared(directory, plan), **_arrays(directory / "weights.npz")},
        sets=_sets(inputs, _arrays(directory / "inputs.npz")),
        model=(directory / plan["model"]).resolve(),
        dtypes=plan["dtypes"],
        precision=precision,
        calibration=_sets(inputs, _arrays(Path(calibration))) if calibration else (),
        training=read_training(directory, plan),
        artefact=Path(artefact).resolve() if artefact else None,
    )


def _sets(
    inputs: tuple[Value, ...], arrays: dict[str, NDArray[Any]]
) -> tuple[tuple[NDArray[Any], ...], ...]:
    """Input sets in the order of the graph's inputs, from keys "<set>.<input name>"."""
    count = 1 + max(int(key.partition(".")[0]) for key in arrays)
    return tuple(tuple(arrays[f"{i}.{value.name}"] for value in inputs) for i in range(count))


def _shared(directory: Path, plan: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Weights that lie in a file of their own: mapped privately, so that nothing is read twice."""
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    if "shared" not in plan:
        return {}
    content = np.memmap(directory / plan["shared"]["file"], np.uint8, "c")
    used = {name for node in plan["nodes"] for name in node["inputs"]}
    used.update(value["name"] for value in plan["outputs"])
    arrays = {}
    for name, entry in plan["shared"]["tensors"].items():
        if name in used:
            piece = content[entry["offset"] : entry["offset"] + entry["bytes"]]
            arrays[name] = piece.view(np.ndarray).view(entry["dtype"]).reshape(entry["shape"])
    return arrays


def _values(items: list[dict[str, Any]]) -> tuple[Value, ...]:
    return tuple(Value(item["name"], tuple(item["shape"] or ()), item["dtype"]) for item in items)


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    with np.load(path, allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}
