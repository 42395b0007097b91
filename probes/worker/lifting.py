"""Finding again what exporters take apart: GELU, SiLU, attention and dense layers.

A framework has one call for each, often a fused kernel, and whoever writes for it uses that call;
so adapters ask for the ones they have. Pure: a case in, a case out. Lifted nodes mean what ONNX
means by Gelu, Swish and Attention (query, key, value, mask; [batch, heads, positions, width]);
`Linear` is (x, weight, bias or none).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .case import Node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from .case import Case


def lift(case: Case, wanted: Iterable[str], *, turned: bool = True) -> Case:
    """Replace every pattern of an operator in `wanted` whose inner values nobody else needs.

    Weights of Linear are [out, in] if `turned`, else as they are: [in, out].
    """
    return _Lifting(case, frozenset(wanted), turned).result()


class _Lifting:
    """The case, who makes and who reads each tensor, and what is to be replaced."""

    def __init__(self, case: Case, wanted: frozenset[str], turned: bool) -> None:
        self._turned = turned
        self._case = case
        self._wanted = wanted
        self._maker = {name: node for node in case.nodes for name in node.outputs}
        self._reads = Counter(name for node in case.nodes for name in node.inputs)
        self._reads.update(value.name for value in case.outputs)
        self._gone: set[str] = set()
        self._weights: dict[str, NDArray[Any]] = {}
        self._shapes: dict[str, tuple[int, ...]] = {}

    def result(self) -> Case:
        made: dict[str, tuple[Node, ...]] = {}
        attempts = {"Gelu": self._gelu, "Swish": self._swish, "Attention": self._attention,
                    "Linear": self._linear}  # fmt: skip
        for node in reversed(self._case.nodes):
            if node.outputs[0] in self._gone:
                continue
            for operator, attempt in attempts.items():
                found = attempt(node) if operator in self._wanted else None
                if found is not None:
                    made[node.outputs[0]] = found
                    break
        nodes: list[Node] = []
        for node in self._case.nodes:
            if node.outputs[0] in made:
                nodes.extend(made[node.outputs[0]])
            elif node.outputs[0] not in self._gone:
                nodes.append(node)
        return replace(
            self._case,
            nodes=tuple(nodes),
            weights={**self._case.weights, **self._weights},
            shapes={**self._case.shapes, **self._shapes},
        )

    # What patterns are made of.

    def _made(self, name: str, *operators: str) -> Node | None:
        """The node that makes `name`, if it is one of these and only one node reads it."""
        node = self._maker.get(name)
        if node is None or node.op not in operators or len(node.outputs) != 1:
            return None
        return node if self._reads[name] == 1 and name not in self._gone else None

    def _scalar(self, name: str) -> float | None:
        array = self._case.weights.get(name)
        return float(array.reshape(-1)[0]) if array is not None and array.size == 1 else None

    def _is(self, name: str, value: float) -> bool:
        found = self._scalar(name)
        return found is not None and math.isclose(found, value, rel_tol=1e-3)

    def _times(self, node: Node | None, value: float) -> str | None:
        """The other factor, if `node` multiplies by `value` (or divides by its inverse)."""
        if node is None:
            return None
        if node.op == "Div" and self._is(node.inputs[1], 1 / value):
            return node.inputs[0]
        return self._other(node, value) if node.op == "Mul" else None

    def _other(self, node: Node, value: float) -> str | None:
        """The input beside the constant `value`."""
        first, second = node.inputs
        if self._is(second, value):
            return first
        return second if self._is(first, value) else None

    def _take(self, *nodes: Node | None) -> None:
        self._gone.update(node.outputs[0] for node in nodes if node is not None)

    # The patterns.

    def _swish(self, node: Node) -> tuple[Node, ...] | None:
        """X times its sigmoid."""
        if node.op != "Mul":
            return None
        for gate, x in (node.inputs, node.inputs[::-1]):
            made = self._made(gate, "Sigmoid")
            if made is not None and made.inputs[0] == x:
                self._take(made)
                return (Node("Swish", (x,), node.outputs),)
        return None

    def _gelu(self, node: Node) -> tuple[Node, ...] | None:
        """Products of x, 1/2 and 1 + erf(x/√2) or 1 + tanh(…), in any order."""
        if node.op != "Mul":
            return None
        factors, inner = list(node.inputs), []
        for name in node.inputs:
            made = self._made(name, "Mul")
            if made is not None:
                factors = [*(n for n in factors if n != name), *made.inputs]
                inner.append(made)
                if len(factors) == 3:
                    break
        halves = [name for name in factors if self._is(name, 0.5)]
        sums = [made for name in factors if (made := self._made(name, "Add")) is not None]
        for plus in sums:
            rest = [n for n in factors if n not in (plus.outputs[0], *halves)]
            if len(factors) == 3 and len(halves) == 1 and len(rest) == 1:
                found = self._curve(plus, rest[0])
                if found is not None:
                    approximate, parts = found
                    self._take(plus, *inner[:1], *parts)
                    return (Node("Gelu", (rest[0],), node.outputs, {"approximate": approximate}),)
        return None

    def _curve(self, plus: Node, x: str) -> tuple[str, list[Node]] | None:
        """Whether 1 + curve is that of a GELU of x; which, and its nodes."""
        name = self._other(plus, 1.0)
        curve = self._made(name, "Erf", "Tanh") if name else None
        if curve is None:
            return None
        scaled = self._made(curve.inputs[0], "Div", "Mul")
        if curve.op == "Erf":
            fits = scaled is not None and self._times(scaled, math.sqrt(0.5)) == x
            return ("none", [curve, scaled]) if fits and scaled else None
        inner = self._times(scaled, math.sqrt(2 / math.pi))
        total = self._made(inner, "Add") if inner else None
        if scaled is None or total is None or x not in total.inputs:
            return None
        name = total.inputs[1] if total.inputs[0] == x else total.inputs[0]
        small = self._made(name, "Mul")
        cube = self._times(small, 0.044715)
        power = self._made(cube, "Mul", "Pow") if cube else None
        if small is None or power is None:
            return None
        parts = [curve, scaled, total, small, power]
        if power.op == "Pow":
            return (
                ("tanh", parts) if power.inputs[0] == x and self._is(power.inputs[1], 3) else None
            )
        square = next((m for n in power.inputs if (m := self._made(n, "Mul")) is not None), None)
        fits = square is not None and set(square.inputs) == {x} and x in power.inputs
        return ("tanh", [*parts, square]) if fits and square else None

    def _attention(self, node: Node) -> tuple[Node, ...] | None:
        """softmax(scale · q kᵀ + mask) v."""
        soft = self._made(node.inputs[0], "Softmax") if node.op == "MatMul" else None
        rank = len(self._case.shapes.get(node.outputs[0], ()))
        if soft is None or rank != 4 or soft.attributes.get("axis", -1) not in (-1, 3):
            return None
        scores, mask, parts = self._made(soft.inputs[0], "Add", "Mul", "Div", "MatMul"), "", [soft]
        if scores is not None and scores.op == "Add":
            parts.append(scores)
            first, second = scores.inputs
            made = self._made(first, "Mul", "Div", "MatMul")
            mask = second if made is not None else first
            scores = made or self._made(second, "Mul", "Div", "MatMul")
        scale = 1.0
        if scores is not None and scores.op in ("Mul", "Div"):
            parts.append(scores)
            found = self._scalar(scores.inputs[1])
            if found is None:
                return None
            scale = found if scores.op == "Mul" else 1 / found
            scores = self._made(scores.inputs[0], "MatMul")
        if scores is None or scores.op != "MatMul":
            return None
        turned = self._made(scores.inputs[1], "Transpose")
        if turned is None:
            return None
        before, key = self._key(turned, node.outputs[0])
        self._take(scores, turned, *parts)
        inputs = (scores.inputs[0], key, node.inputs[1], *((mask,) if mask else ()))
        return (*before, Node("Attention", inputs, node.outputs, {"scale": scale}))

    def _key(self, turned: Node, name: str) -> tuple[tuple[Node, ...], str]:
        """The key, from its transpose: [batch, heads, positions, width] again."""
        perm = list(turned.attributes.get("perm", (3, 2, 1, 0)))
        perm[2], perm[3] = perm[3], perm[2]
        source = turned.inputs[0]
        if perm == [0, 1, 2, 3]:
            return (), source
        key = f"{name}::key"
        self._shapes[key] = tuple(self._case.shapes[source][axis] for axis in perm)
        return (Node("Transpose", (source,), (key,), {"perm": perm}),), key

    def _linear(self, node: Node) -> tuple[Node, ...] | None:
        """A product with a constant matrix over the last axis, and the bias added to it."""
        product, bias = node, ""
        if node.op == "Add":
            for name, other in (node.inputs, node.inputs[::-1]):
                made = self._made(name, "MatMul")
                if made is not None and self._is_bias(other, made):
                    product, bias = made, other
        if product.op != "MatMul" or product.inputs[1] not in self._case.weights:
            return None
        weight = self._case.weights[product.inputs[1]]
        if weight.ndim != 2 or len(self._case.shapes.get(product.inputs[0], ())) < 2:
            return None
        if product is not node:
            self._take(product)
        name = product.inputs[1]
        if self._turned:
            name = f"{name}::turned"
            if name not in self._weights:
                self._weights[name] = weight.T.copy()
                self._shapes[name] = weight.shape[::-1]
        inputs = (product.inputs[0], name, *((bias,) if bias else ()))
        return (Node("Linear", inputs, node.outputs),)

    def _is_bias(self, name: str, product: Node) -> bool:
        array = self._case.weights.get(name)
        return (
            array is not None and array.shape == self._case.shapes.get(product.outputs[0], ())[-1:]
        )
