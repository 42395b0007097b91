"""Training steps written down for workers: a case with targets, and what a right step must give.

The truth is no framework's: along seeded directions d the loss's derivative is
(L(w+hd) - L(w-hd)) / 2h in double precision, by the onnx package's reference operators, and equals
the gradient's product with d. So no backward pass of a large network is written by hand, and every
framework is held to the same numbers. Where `backward` has all operators, the losses of several
steps of SGD are right or wrong too.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx.reference import ReferenceEvaluator

from knowledge.errors import KnownError
from probes.workloads import catalog, tensors
from probes.workloads.backward import descend, differentiable, gradients
from probes.workloads.case import CaseFiles, digest_of, kept, shared_by, write_case
from probes.workloads.fast_reference import OPERATORS
from probes.workloads.objective import value
from probes.workloads.reference import in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    import onnx
    from numpy.typing import NDArray

    from probes.workloads.objective import Objective

    Doubles = dict[str, NDArray[Any]]

TRAINING_VERSION = 2
DIRECTIONS = 4
STEPS = 4
"""Steps of SGD whose losses are compared where there is a backward pass."""
SPAN, NARROWER = 1e-7, 1 / 2
"""Half the distance of a finite difference, in units of the weights' own size; and how much closer
its points are the second time, which must tell the same."""
AGREE = 1e-5
STATISTICS = {"BatchNormalization": (3, 4)}
"""Inputs that are no parameters: they are gathered, not learned, and stay as they are."""
FILE = "training.npz"


def step_for(workload: str, batch: int, seed: int, cache_dir: Path) -> CaseFiles:
    """The training step of a workload at a batch size, written on first use.

    Raises:
        KnownError: there is no such workload, it has no training step, or the batch is not
            positive.
    """
    objective = catalog.objective(workload)
    if objective is None:
        raise KnownError(
            f"the workload {workload} has no training step",
            hint=f"there are {', '.join(catalog.trainable())}",
        )
    if batch < 1:
        raise KnownError(f"batch {batch} is not positive", hint="use 1 or more")
    build = catalog.trained(workload)
    declared = build(batch, None)
    recipe = f"{TRAINING_VERSION} {objective.loss} {objective.rate!r} {digest_of(declared, seed)}"
    digest = hashlib.sha256(recipe.encode()).hexdigest()[:16]

    def make(directory: Path) -> None:
        model = build(batch, np.random.default_rng(seed))
        names = parameters_of(declared, objective)
        shared, trained = shared_by(declared, seed), frozenset(names)
        write_case(model, directory, seed, shared=shared, trained=trained)
        write_step(model, directory, seed, objective, names)

    return kept(f"{workload}-b{batch}-training-{digest}", digest, cache_dir, make)


def parameters_of(declared: onnx.ModelProto, objective: Objective) -> tuple[str, ...]:
    """The weights that are trained, in the model's order."""
    drawn = [tensor.name for tensor in declared.graph.initializer if tensor.doc_string]
    if objective.parameters is not None:
        return tuple(name for name in drawn if name in objective.parameters)
    statistics = {
        node.input[index]
        for node in declared.graph.node
        for index in STATISTICS.get(node.op_type, ())
    }
    return tuple(name for name in drawn if name not in statistics)


def write_step(
    model: onnx.ModelProto,
    directory: Path,
    seed: int,
    objective: Objective,
    parameters: tuple[str, ...],
) -> None:
    """Turn the case in `directory` into a training step: targets, directions, right answers."""
    path = directory / "plan.json"
    plan = json.loads(path.read_text(encoding="utf-8"))
    with np.load(directory / "inputs.npz", allow_pickle=False) as archive:
        stored = dict(archive)
    names = [each["name"] for each in plan["inputs"]]
    sets = [{n: stored[f"{i}.{n}"] for n in names} for i in range(len(stored) // len(names))]
    targets = objective.targets(tuple(plan["outputs"][0]["shape"]), seed, len(sets))
    exact = Exact(model)
    start = {name: exact.weights[name] for name in parameters}
    scales = {name: float(np.sqrt(np.mean(w**2))) for name, w in start.items()}
    signs = _signs(start, seed)
    first: Callable[[Doubles], float] = lambda weights: value(  # noqa: E731
        objective.loss, exact(sets[0], weights), targets[0]
    )
    truth: dict[str, Any] = {
        "0.loss": np.array([first(start)]),
        "0.slopes": slopes(first, start, _directions(signs, start, scales)),
    }
    if differentiable(plan):
        truth["losses"] = np.array(_losses(plan, exact, sets, targets, start, objective))
    plan["training"] = {
        "loss": objective.loss.value,
        "rate": objective.rate,
        "parameters": list(parameters),
        "scales": scales,
        "directions": DIRECTIONS,
        "steps": STEPS,
    }
    path.write_text(json.dumps(plan, allow_nan=False), encoding="utf-8")
    drawn: dict[str, Any] = {f"target.{i}": target for i, target in enumerate(targets)}
    drawn.update({f"signs.{name}": np.packbits(each) for name, each in signs.items()})
    np.savez(directory / FILE, **drawn)
    np.savez(directory / "reference.npz", **truth)


class Exact:
    """A model's one output in double precision, for weights and inputs that are given."""

    def __init__(self, model: onnx.ModelProto) -> None:
        from onnx import numpy_helper

        light, found = tensors.apart(model)
        for tensor in light.graph.initializer:
            if tensor.name not in found:
                found[tensor.name] = numpy_helper.to_array(tensor)
        real = {name: array for name, array in found.items() if array.dtype.kind == "f"}
        _widen(light)
        fed = tensors.with_inputs(light, real)
        self.weights = {name: array.astype(np.float64) for name, array in real.items()}
        self._rest = {n: a for n, a in found.items() if n not in real}
        (self._output,) = (output.name for output in model.graph.output)
        self._evaluator = ReferenceEvaluator(
            tensors.with_inputs(fed, self._rest), new_ops=list(OPERATORS)
        )
        for node in self._evaluator.rt_nodes_:
            node.run = in_time(node.run)

    def __call__(self, inputs: Mapping[str, NDArray[Any]], weights: Doubles) -> NDArray[Any]:
        """The output with some `weights` in place of the model's own.

        Raises:
            OutOfTime: the caller's deadline came (see `probes.workloads.deadline`).
        """
        given = {n: _double(array) for n, array in inputs.items()}
        found: Any = self._evaluator.run(
            [self._output], {**self._rest, **self.weights, **given, **weights}
        )
        output: NDArray[Any] = found[0]
        if output.dtype != np.float64:
            raise TypeError(
                f"the reference fell back to {output.dtype}: differences would be noise"
            )
        return output


def slopes(
    loss: Callable[[Doubles], float],
    start: Doubles,
    directions: Iterable[Doubles],
    span: float = SPAN,
) -> NDArray[np.float64]:
    """Derivatives of the loss at `start` along the directions, by central differences.

    Raises:
        KnownError: closer points tell another slope, so there is none to hold a stack against.

    >>> square = lambda w: float(w["x"] ** 2)
    >>> slopes(square, {"x": np.float64(3.0)}, [{"x": np.float64(1.0)}]).round(6).tolist()
    [6.0]
    """

    def along(direction: Doubles, h: float) -> float:
        ahead, behind = (
            loss({name: array + sign * h * direction[name] for name, array in start.items()})
            for sign in (1, -1)
        )
        return (ahead - behind) / (2 * h)

    told, closer = [], 0.0
    for direction in directions:
        told.append(along(direction, span))
        if len(told) == 1:
            closer = along(direction, span * NARROWER)
    found = np.array(told)
    if abs(closer - found[0]) > AGREE * float(np.abs(found).max()):
        raise KnownError(
            f"the loss has no steady slope: {found[0]:.6g} over one span, {closer:.6g} over less",
            hint="this training step cannot be checked, so it is not measured",
        )
    return found


def _widen(model: onnx.ModelProto) -> None:
    """Let what the graph casts to fp32 become a double."""
    from onnx import TensorProto

    for node in model.graph.node:
        for attribute in node.attribute if node.op_type == "Cast" else ():
            if attribute.name == "to" and attribute.i == TensorProto.FLOAT:
                attribute.i = TensorProto.DOUBLE


def _double(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def _signs(start: Doubles, seed: int) -> dict[str, NDArray[np.bool_]]:
    """Directions before they are scaled: up or down for every element, [DIRECTIONS, elements]."""
    rng = np.random.default_rng([seed, DIRECTIONS])
    return {name: rng.random((DIRECTIONS, array.size)) < 0.5 for name, array in start.items()}


def _directions(
    signs: Mapping[str, NDArray[np.bool_]], start: Doubles, scales: Mapping[str, float]
) -> Iterator[Doubles]:
    """Every weight moves by its tensor's own size, so that no tensor counts for nothing."""
    for k in range(DIRECTIONS):
        yield {
            name: np.where(signs[name][k], scales[name], -scales[name]).reshape(array.shape)
            for name, array in start.items()
        }


def _losses(
    plan: Mapping[str, Any],
    exact: Exact,
    sets: list[dict[str, NDArray[Any]]],
    targets: tuple[NDArray[Any], ...],
    start: Doubles,
    objective: Objective,
) -> list[float]:
    """What SGD meets in its first steps, alternating between the input sets."""

    def step(weights: Mapping[str, Any], index: int) -> tuple[float, Mapping[str, Any]]:
        at = index % len(sets)
        given = {n: _double(array) for n, array in sets[at].items()}
        values = {**exact.weights, **given, **weights}
        return gradients(plan, values, tuple(start), objective.loss, targets[at])

    return descend(step, start, objective.rate, STEPS)
