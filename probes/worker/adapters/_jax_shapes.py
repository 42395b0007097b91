# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""JAX's operators on shapes, indices and sequences; the others are in jax.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import Direction, read_lstm
from ..walk import Arithmetic

if TYPE_CHECKING:
    from ..case import Case, Node


class Shapes(Arithmetic):
    """ONNX operators in jax.numpy and jax.lax."""

    _jnp: Any
    _nn: Any
    _lax: Any
    _case: Case

    def reshape(self, node: Node, x: Any, *_: Any) -> Any:
        return x.reshape(self._case.shapes[node.outputs[0]])

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: Any) -> Any:
        return self._jnp.broadcast_to(x, self._case.shapes[node.outputs[0]])

    def tile(self, node: Node, x: Any) -> Any:
        return self._jnp.tile(x, node.attributes["repeats"])

    def transpose(self, node: Node, x: Any) -> Any:
        return self._jnp.transpose(x, node.attributes.get("perm"))

    def concat(self, node: Node, *parts: Any) -> Any:
        return self._jnp.concatenate(parts, axis=node.attributes["axis"])

    def split(self, node: Node, x: Any) -> Any:
        axis, ends, end = node.attributes["axis"], [], 0
        for name in node.outputs[:-1]:
            end += self._case.shapes[name][axis]
            ends.append(end)
        return tuple(self._jnp.split(x, ends, axis))

    def slice(self, node: Node, x: Any) -> Any:
        spans, attributes = [slice(None)] * x.ndim, node.attributes
        for i, axis in enumerate(attributes["axes"]):
            spans[axis] = slice(
                attributes["starts"][i], attributes["ends"][i], attributes["steps"][i]
            )
        return x[tuple(spans)]

    def gather(self, node: Node, x: Any, indices: Any) -> Any:
        axis = node.attributes.get("axis", 0)
        constant = self._case.weights.get(node.inputs[1])
        if constant is not None and constant.ndim == 0:
            return self._lax.index_in_dim(x, int(constant), axis % x.ndim, keepdims=False)
        return self._jnp.take(x, indices if constant is None else constant, axis, mode="wrap")

    def gather_elements(self, node: Node, x: Any, indices: Any) -> Any:
        return self._jnp.take_along_axis(x, indices, node.attributes.get("axis", 0))

    def where(self, node: Node, condition: Any, a: Any, b: Any) -> Any:
        return self._jnp.where(condition, a, b)

    def cast(self, node: Node, x: Any) -> Any:
        narrow = {"int64": "int32", "uint64": "uint32", "float64": "float32"}
        to = node.attributes["to"]
        return x.astype(narrow.get(to, to))

    def pad(self, node: Node, x: Any) -> Any:
        pads, mode = node.attributes["pads"], node.attributes["mode"]
        around = [(pads[i], pads[i + x.ndim]) for i in range(x.ndim)]
        if mode == "constant":
            return self._jnp.pad(x, around, constant_values=node.attributes["value"])
        return self._jnp.pad(x, around, mode=mode)

    def _reduce(self, name: str, node: Node, x: Any) -> Any:
        axes, kept = tuple(node.attributes["axes"]), bool(node.attributes["keepdims"])
        return getattr(self._jnp, name)(x, axis=axes, keepdims=kept)

    def reduce_mean(self, node: Node, x: Any) -> Any:
        return self._reduce("mean", node, x)

    def reduce_sum(self, node: Node, x: Any) -> Any:
        return self._reduce("sum", node, x)

    def reduce_max(self, node: Node, x: Any) -> Any:
        return self._reduce("max", node, x)

    def reduce_min(self, node: Node, x: Any) -> Any:
        return self._reduce("min", node, x)

    def arg_max(self, node: Node, x: Any) -> Any:
        if node.attributes.get("select_last_index", 0):
            raise Unsupported([node.op], "the last of equals")
        kept = bool(node.attributes.get("keepdims", 1))
        return self._jnp.argmax(x, node.attributes.get("axis", 0), keepdims=kept)

    def top_k(self, node: Node, x: Any) -> Any:
        axis = node.attributes.get("axis", -1) % x.ndim
        if axis != x.ndim - 1 or not node.attributes.get("largest", 1):
            raise Unsupported([node.op], "the least, or another axis than the last")
        return tuple(self._lax.top_k(x, node.attributes["k"]))

    def cum_sum(self, node: Node, x: Any) -> Any:
        if node.attributes.get("exclusive", 0) or node.attributes.get("reverse", 0):
            raise Unsupported([node.op], "exclusive or reverse")
        return self._jnp.cumsum(x, node.attributes["axis"])

    def einsum(self, node: Node, *parts: Any) -> Any:
        return self._jnp.einsum(node.attributes["equation"], *parts)

    def resize(self, node: Node, x: Any) -> Any:
        source, target = (self._case.shapes[name] for name in (node.inputs[0], node.outputs[0]))
        factors = resampling.whole_factors(node, source, target)
        for axis in resampling.changed_axes(node, source, target):
            there = (node.attributes, source[axis], target[axis], node.attributes["scales"][axis])
            if factors is not None:
                x = self._jnp.repeat(x, factors[axis], axis)
            elif node.attributes["mode"] == "nearest":
                x = self._jnp.take(x, resampling.nearest(*there), axis)
            else:
                mixed = self._jnp.tensordot(x, resampling.mixture(*there), ((axis,), (1,)))
                x = self._jnp.moveaxis(mixed, -1, axis)
        return x

    def lstm(self, node: Node, x: Any, *rest: Any) -> Any:
        """lax.scan over the steps, the product with the inputs taken out of the loop."""
        lstm = read_lstm(self._case, node, "ifco")
        batch = x.shape[1]
        results = []
        for i, direction in enumerate(lstm.directions):
            start = [
                rest[at][i] if len(rest) > at and rest[at] is not None
                else self._jnp.zeros((batch, lstm.units), x.dtype)
                for at in (4, 5)
            ]  # fmt: skip
            results.append(self._scan(direction, x, start))
        stacked = [self._jnp.stack(parts, axis) for axis, parts in zip((1, 0, 0), zip(*results))]  # noqa: B905
        return tuple(stacked)

    def gated_lstm(self, node: Node, x: Any, given: Any, recurrent: Any, bias: Any) -> Any:
        """The same scan over weights that are trained."""
        start = self._jnp.zeros((x.shape[1], recurrent.shape[1]), x.dtype)
        rows, _, _ = self._steps(self._given(x, given, bias), recurrent.T, [start, start])
        return rows[:, None]

    def _scan(self, direction: Direction, x: Any, start: list[Any]) -> tuple[Any, Any, Any]:
        given = self._given(x, direction.given, direction.given_bias + direction.recurrent_bias)
        recurrent = self._jnp.asarray(direction.recurrent.T)
        return self._steps(given, recurrent, start, backwards=direction.backwards)

    def _given(self, x: Any, weight: Any, bias: Any) -> Any:
        """What the inputs bring to the gates of all steps."""
        return self._jnp.einsum("sbf,gf->sbg", x, weight) + bias

    def _steps(
        self, given: Any, recurrent: Any, start: list[Any], *, backwards: bool = False
    ) -> tuple[Any, Any, Any]:

        def step(state: tuple[Any, Any], row: Any) -> Any:
            hidden, cell = state
            i, f, c, o = self._jnp.split(row + hidden @ recurrent, 4, -1)
            cell = self._nn.sigmoid(f) * cell + self._nn.sigmoid(i) * self._jnp.tanh(c)
            hidden = self._nn.sigmoid(o) * self._jnp.tanh(cell)
            return (hidden, cell), hidden

        (hidden, cell), rows = self._lax.scan(step, tuple(start), given, reverse=backwards)
        return rows, hidden, cell
