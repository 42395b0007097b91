# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""Executing a plan by a table of operators: the part that plan adapters have in common.

An operator table is an object with one method per ONNX operator, named in snake case:
`def hard_swish(self, node, x)`. It gets the node and one argument per input (None where absent)
and returns the output, or a tuple of outputs.
"""

from __future__ import annotations

import keyword
import re
from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .case import Case, Node


def method(operator: str) -> str:
    """Name of the method for an ONNX operator.

    >>> method("GlobalAveragePool"), method("MatMul"), method("LRN"), method("And")
    ('global_average_pool', 'mat_mul', 'lrn', 'and_')
    """
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", operator).lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def check(case: Case, table: Any) -> None:
    """Raise Unsupported, naming every operator of the case that the table lacks.

    A table's DYNAMIC are the operators that cope with lengths that depend on the data.
    """
    known = {node.op for node in case.nodes if hasattr(table, method(node.op))}
    case.require(known, getattr(table, "DYNAMIC", ()))


def walk(
    case: Case,
    table: Any,
    weights: Mapping[str, Any],
    inputs: Sequence[Any],
    narrow: Callable[[Any], Any] = lambda value: value,
) -> list[Any]:
    """Apply the table to the case's nodes in order and return the graph's outputs.

    `weights` holds every weight in the framework's terms, `inputs` the graph's inputs in order.
    `narrow` is applied to every input and result: a reduced precision must not widen on its way,
    where an operator brings constants of its own.
    """
    values: dict[str, Any] = {"": None, **weights}
    for position, value in enumerate(case.inputs):
        values[value.name] = narrow(inputs[position])
    for node in case.nodes:
        results = getattr(table, method(node.op))(node, *[values[name] for name in node.inputs])
        if not isinstance(results, tuple):
            results = (results,)
        for position, name in enumerate(node.outputs):
            if name:
                values[name] = narrow(results[position])
    return [values[value.name] for value in case.outputs]


def _unary(name: str) -> Any:
    """An operator that is a function of the same name in every framework."""

    def operator(self: Arithmetic, _: Node, x: Any) -> Any:
        return getattr(self._math, name)(x)

    return operator


def _binary(name: str) -> Any:
    def operator(self: Arithmetic, _: Node, a: Any, b: Any) -> Any:
        return getattr(self._math, name)(a, b)

    return operator


class Arithmetic:
    """Operators that are the same Python in every framework with operator overloading.

    `_math` is where the framework keeps its elementwise functions, `_case` the graph.
    """

    _math: Any
    _case: Case | None = None

    def identity(self, node: Node, x: Any) -> Any:
        return x

    def add(self, node: Node, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, node: Node, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, node: Node, a: Any, b: Any) -> Any:
        return a * b

    def div(self, node: Node, a: Any, b: Any) -> Any:
        whole = self._case is not None and self._case.whole_numbers(node.outputs[0])
        return a // b if whole else a / b

    def neg(self, node: Node, x: Any) -> Any:
        return -x

    def reciprocal(self, node: Node, x: Any) -> Any:
        return 1.0 / x

    def sum(self, node: Node, *parts: Any) -> Any:
        return reduce(lambda a, b: a + b, parts)

    def max(self, node: Node, *parts: Any) -> Any:
        return reduce(self._math.maximum, parts)

    def min(self, node: Node, *parts: Any) -> Any:
        return reduce(self._math.minimum, parts)

    def equal(self, node: Node, a: Any, b: Any) -> Any:
        return a == b

    def greater(self, node: Node, a: Any, b: Any) -> Any:
        return a > b

    def greater_or_equal(self, node: Node, a: Any, b: Any) -> Any:
        return a >= b

    def less(self, node: Node, a: Any, b: Any) -> Any:
        return a < b

    def less_or_equal(self, node: Node, a: Any, b: Any) -> Any:
        return a <= b

    abs = _unary("abs")
    ceil = _unary("ceil")
    cos = _unary("cos")
    erf = _unary("erf")
    exp = _unary("exp")
    floor = _unary("floor")
    log = _unary("log")
    sign = _unary("sign")
    sin = _unary("sin")
    sqrt = _unary("sqrt")
    tanh = _unary("tanh")
    not_ = _unary("logical_not")
    and_ = _binary("logical_and")
    or_ = _binary("logical_or")
    pow = _binary("pow")
