# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""Executing a plan by a table of operators: the part that plan adapters have in common.

An operator table is an object with one method per ONNX operator, named in snake case:
`def hard_swish(self, node, x)`. It gets the node and one argument per input (None where absent)
and returns the output, or a tuple of outputs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .case import Case, Node


def method(operator: str) -> str:
    """Name of the method for an ONNX operator.

    >>> method("GlobalAveragePool"), method("MatMul"), method("LRN")
    ('global_average_pool', 'mat_mul', 'lrn')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", operator).lower()


def check(case: Case, table: Any) -> None:
    """Raise Unsupported, naming every operator of the case that the table lacks."""
    case.require({node.op for node in case.nodes if hasattr(table, method(node.op))})


def walk(case: Case, table: Any, weights: Mapping[str, Any], inputs: Sequence[Any]) -> list[Any]:
    """Apply the table to the case's nodes in order and return the graph's outputs.

    `weights` holds every weight in the framework's terms, `inputs` the graph's inputs in order.
    """
    values: dict[str, Any] = {"": None, **weights}
    for position, value in enumerate(case.inputs):
        values[value.name] = inputs[position]
    for node in case.nodes:
        results = getattr(table, method(node.op))(node, *[values[name] for name in node.inputs])
        if not isinstance(results, tuple):
            results = (results,)
        for position, name in enumerate(node.outputs):
            values[name] = results[position]
    return [values[value.name] for value in case.outputs]


class Arithmetic:
    """Operators that are the same Python in every framework with operator overloading."""

    def identity(self, node: Node, x: Any) -> Any:
        return x

    def add(self, node: Node, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, node: Node, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, node: Node, a: Any, b: Any) -> Any:
        return a * b

    def div(self, node: Node, a: Any, b: Any) -> Any:
        return a / b
