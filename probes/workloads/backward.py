"""Gradients of small networks in NumPy, by hand: backward passes of the operators an MLP needs.

No framework's differentiation is in it. A graph with any other operator has no gradients here, and
is held against directional derivatives alone (see `training`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from probes.workloads.objective import Loss, slope, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Values = Mapping[str, Array]

OPERATORS = frozenset({"Add", "Gemm", "MatMul", "Mul", "Relu", "Sub"})


def differentiable(plan: Mapping[str, Any]) -> bool:
    """Whether every operator of the plan has its backward pass here.

    >>> differentiable({"nodes": [{"op": "Gemm"}, {"op": "Relu"}]})
    True
    >>> differentiable({"nodes": [{"op": "Conv"}]})
    False
    """
    return {node["op"] for node in plan["nodes"]} <= OPERATORS


def gradients(
    plan: Mapping[str, Any],
    values: Values,
    parameters: Sequence[str],
    loss: Loss,
    target: NDArray[Any],
) -> tuple[float, dict[str, Array]]:
    """The loss of the plan's output, and its gradient by each parameter.

    Args:
        plan: of operators in OPERATORS, with one output.
        values: weights and inputs by name, in double precision.
        parameters: the weights to differentiate by.
        loss: what is minimised.
        target: of the output.
    """
    known = dict(values)
    for node in plan["nodes"]:
        known[node["outputs"][0]] = _forward(node, [known[n] for n in node["inputs"]])
    (output,) = (each["name"] for each in plan["outputs"])
    found = {output: slope(loss, known[output], target)}
    for node in reversed(plan["nodes"]):
        after = found.get(node["outputs"][0])
        if after is None:
            continue
        given = [known[n] for n in node["inputs"]]
        for name, whole in zip(node["inputs"], _backward(node, given, after), strict=True):
            part = _summed_to(whole, known[name].shape)
            found[name] = found[name] + part if name in found else part
    return value(loss, known[output], target), {
        name: found.get(name, np.zeros_like(known[name])) for name in parameters
    }


def descend(
    step: Callable[[Values, int], tuple[float, Values]], start: Values, rate: float, steps: int
) -> list[float]:
    """The losses that SGD meets on its way: `step` gives loss and gradients at some parameters.

    >>> [round(v, 3) for v in descend(lambda w, i: (w["x"] ** 2, {"x": 2 * w["x"]}),
    ...                               {"x": np.float64(1.0)}, 0.25, 3)]
    [1.0, 0.25, 0.062]
    """
    now, losses = dict(start), []
    for index in range(steps):
        found, by = step(now, index)
        losses.append(float(found))
        now = {name: array - rate * by[name] for name, array in now.items()}
    return losses


def _forward(node: Mapping[str, Any], given: Sequence[Array]) -> Array:
    operator = node["op"]
    if operator == "Relu":
        return np.maximum(given[0], 0.0)
    if operator == "Gemm":
        a, b, alpha, beta = _factors(node, given)
        product: Array = alpha * (a @ b)
        return product + beta * given[2] if len(given) > 2 else product
    by_name: dict[str, Callable[[Array, Array], Array]] = {
        "Add": np.add, "Mul": np.multiply, "Sub": np.subtract, "MatMul": np.matmul
    }  # fmt: skip
    return by_name[operator](given[0], given[1])


def _backward(node: Mapping[str, Any], given: Sequence[Array], after: Array) -> list[Array]:
    """What reaches each input of what arrives at the output, before broadcasting is undone."""
    operator = node["op"]
    if operator == "Relu":
        return [after * (given[0] > 0)]
    if operator == "Gemm":
        a, b, alpha, beta = _factors(node, given)
        by_a, by_b = alpha * (after @ b.T), alpha * (a.T @ after)
        attributes = node["attributes"]
        by_a = by_a.T if attributes.get("transA", 0) else by_a
        by_b = by_b.T if attributes.get("transB", 0) else by_b
        return [by_a, by_b, beta * after][: len(given)]
    first, second = given
    if operator == "MatMul":
        return [after @ np.swapaxes(second, -1, -2), np.swapaxes(first, -1, -2) @ after]
    if operator == "Mul":
        return [after * second, after * first]
    return [after, -after if operator == "Sub" else after]


def _factors(node: Mapping[str, Any], given: Sequence[Array]) -> tuple[Array, Array, float, float]:
    """The two matrices of a Gemm as they are multiplied, and its scalars."""
    attributes = node["attributes"]
    a = given[0].T if attributes.get("transA", 0) else given[0]
    b = given[1].T if attributes.get("transB", 0) else given[1]
    return a, b, float(attributes.get("alpha", 1.0)), float(attributes.get("beta", 1.0))


def _summed_to(array: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: the sum over the axes along which a smaller tensor was repeated.

    >>> _summed_to(np.ones((2, 3)), (1, 3)).tolist(), _summed_to(np.ones((2, 3)), (3,)).tolist()
    ([[2.0, 2.0, 2.0]], [2.0, 2.0, 2.0])
    """
    array = array.sum(tuple(range(array.ndim - len(shape))))
    axes = tuple(i for i, size in enumerate(shape) if size == 1 and array.shape[i] != 1)
    return array.sum(axes, keepdims=True) if axes else array
