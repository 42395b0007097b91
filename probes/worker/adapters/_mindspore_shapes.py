# ruff: noqa: ARG002 - operator methods share one signature, and their name is the operator's
"""MindSpore's elementwise primitives, and those on shapes, indices and sequences.

Like all of its operators they are text: see mindspore.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import resampling
from ..case import Unsupported
from ..recurrent import read_lstm

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..case import Case, Node


def _primitive(name: str) -> Any:
    """An operator that is a primitive without settings, of the inputs in order."""

    def operator(self: Shapes, _: Node, *inputs: str) -> str:
        return self._call(getattr(self._ops, name)(), *inputs)

    return operator


class Shapes:
    """ONNX operators as calls of mindspore.ops primitives."""

    _mindspore: Any
    _ops: Any
    _case: Case
    _call: Callable[..., str]
    """Makes a primitive an attribute, and writes a call of it."""
    _constant: Callable[[Any], str]
    """Makes an array an attribute, and writes a reference to it."""
    _attribute: Callable[[Any], str]

    abs = _primitive("Abs")
    add = _primitive("Add")
    ceil = _primitive("Ceil")
    cos = _primitive("Cos")
    erf = _primitive("Erf")
    exp = _primitive("Exp")
    floor = _primitive("Floor")
    log = _primitive("Log")
    mul = _primitive("Mul")
    neg = _primitive("Neg")
    pow = _primitive("Pow")
    reciprocal = _primitive("Reciprocal")
    sign = _primitive("Sign")
    sin = _primitive("Sin")
    sqrt = _primitive("Sqrt")
    sub = _primitive("Sub")
    tanh = _primitive("Tanh")
    equal = _primitive("Equal")
    greater = _primitive("Greater")
    greater_or_equal = _primitive("GreaterEqual")
    less = _primitive("Less")
    less_or_equal = _primitive("LessEqual")
    and_ = _primitive("LogicalAnd")
    or_ = _primitive("LogicalOr")
    not_ = _primitive("LogicalNot")

    def identity(self, node: Node, x: str) -> str:
        return x

    def div(self, node: Node, a: str, b: str) -> str:
        whole = self._case.whole_numbers(node.outputs[0])
        return self._call(self._ops.FloorDiv() if whole else self._ops.Div(), a, b)

    def _folded(self, primitive: Any, parts: tuple[str, ...]) -> str:
        y = parts[0]
        for part in parts[1:]:
            y = self._call(primitive(), y, part)
        return y

    def sum(self, node: Node, *parts: str) -> str:
        return self._folded(self._ops.Add, parts)

    def max(self, node: Node, *parts: str) -> str:
        return self._folded(self._ops.Maximum, parts)

    def min(self, node: Node, *parts: str) -> str:
        return self._folded(self._ops.Minimum, parts)

    def _shape(self, node: Node) -> tuple[int, ...]:
        return self._case.shapes[node.inputs[0]]

    def reshape(self, node: Node, x: str, *_: str) -> str:
        return self._call(self._ops.Reshape(), x, self._case.shapes[node.outputs[0]])

    flatten = squeeze = unsqueeze = reshape

    def expand(self, node: Node, x: str) -> str:
        return self._call(self._ops.BroadcastTo(self._case.shapes[node.outputs[0]]), x)

    def tile(self, node: Node, x: str) -> str:
        return self._call(self._ops.Tile(), x, tuple(node.attributes["repeats"]))

    def transpose(self, node: Node, x: str) -> str:
        backwards = tuple(reversed(range(len(self._shape(node)))))
        axes = tuple(node.attributes.get("perm", backwards))
        return self._call(self._ops.Transpose(), x, axes)

    def concat(self, node: Node, *parts: str) -> str:
        return self._call(self._ops.Concat(node.attributes["axis"]), f"({', '.join(parts)},)")

    def split(self, node: Node, x: str) -> str:
        axis = node.attributes["axis"] % len(self._shape(node))
        sizes = [self._case.shapes[name][axis] for name in node.outputs]
        if len(set(sizes)) == 1:
            return self._call(self._ops.Split(axis, len(sizes)), x)
        spans, start = [], 0
        for size in sizes:
            spans.append(self._strided(x, self._shape(node), {axis: (start, start + size, 1)}))
            start += size
        return f"({', '.join(spans)},)"

    def slice(self, node: Node, x: str) -> str:
        named = node.attributes
        triples = zip(named["starts"], named["ends"], named["steps"])  # noqa: B905 - Python 3.9
        if min(named["steps"]) < 0:
            raise Unsupported([node.op], "negative steps")
        return self._strided(x, self._shape(node), dict(zip(named["axes"], triples)))  # noqa: B905

    def _strided(self, x: str, shape: tuple[int, ...], spans: dict[int, Any]) -> str:
        full = [spans.get(axis, (0, size, 1)) for axis, size in enumerate(shape)]
        begin, end, step = (tuple(each[i] for each in full) for i in range(3))
        return self._call(self._ops.StridedSlice(), x, begin, end, step)

    def gather(self, node: Node, x: str, indices: str) -> str:
        axis = node.attributes.get("axis", 0) % len(self._shape(node))
        constant = self._case.weights.get(node.inputs[1])
        if constant is not None and constant.ndim == 0:
            size = self._shape(node)[axis]
            at = int(constant) % size
            part = self._strided(x, self._shape(node), {axis: (at, at + 1, 1)})
            return self._call(self._ops.Reshape(), part, self._case.shapes[node.outputs[0]])
        return self._call(self._ops.Gather(), x, indices, axis)

    def gather_elements(self, node: Node, x: str, indices: str) -> str:
        return self._call(self._ops.GatherD(), x, node.attributes.get("axis", 0), indices)

    def where(self, node: Node, condition: str, a: str, b: str) -> str:
        target = self._case.shapes[node.outputs[0]]
        wide = [
            text if self._case.shapes[name] == target
            else self._call(self._ops.BroadcastTo(target), text)
            for name, text in zip(node.inputs, (condition, a, b))  # noqa: B905 - Python 3.9
        ]  # fmt: skip
        return self._call(self._ops.Select(), *wide)

    def cast(self, node: Node, x: str) -> str:
        kind = self._attribute(self._type(node.attributes["to"]))
        return self._call(self._ops.Cast(), x, kind)

    def _type(self, name: str) -> Any:
        return getattr(self._mindspore, "bool_" if name == "bool" else name)

    def pad(self, node: Node, x: str) -> str:
        pads, mode = node.attributes["pads"], node.attributes["mode"]
        rank = len(self._shape(node))
        axes = range(rank) if mode == "constant" else range(2, rank)
        if mode != "constant" and any(pads[i] or pads[i + rank] for i in (0, 1)):
            raise Unsupported([node.op], f"mode {mode} on channels")
        ends = tuple(side for i in reversed(axes) for side in (pads[i], pads[i + rank]))
        if mode == "constant":
            return self._call(self._ops.PadV3(), x, ends, node.attributes["value"])
        return self._call(self._ops.PadV3(mode), x, ends, "None")

    def _reduce(self, primitive: Any, node: Node, x: str) -> str:
        axes = tuple(node.attributes["axes"])
        return self._call(primitive(keep_dims=bool(node.attributes["keepdims"])), x, axes)

    def reduce_mean(self, node: Node, x: str) -> str:
        return self._reduce(self._ops.ReduceMean, node, x)

    def reduce_sum(self, node: Node, x: str) -> str:
        return self._reduce(self._ops.ReduceSum, node, x)

    def reduce_max(self, node: Node, x: str) -> str:
        return self._reduce(self._ops.ReduceMax, node, x)

    def reduce_min(self, node: Node, x: str) -> str:
        return self._reduce(self._ops.ReduceMin, node, x)

    def arg_max(self, node: Node, x: str) -> str:
        if node.attributes.get("select_last_index", 0):
            raise Unsupported([node.op], "the last of equals")
        found = self._ops.ArgMaxWithValue(
            node.attributes.get("axis", 0), bool(node.attributes.get("keepdims", 1))
        )
        return self._call(found, x) + "[0]"

    def top_k(self, node: Node, x: str) -> str:
        axis = node.attributes.get("axis", -1) % len(self._shape(node))
        if axis != len(self._shape(node)) - 1 or not node.attributes.get("largest", 1):
            raise Unsupported([node.op], "the least, or another axis than the last")
        return self._call(self._ops.TopK(sorted=True), x, node.attributes["k"])

    def cum_sum(self, node: Node, x: str) -> str:
        exclusive, reverse = (bool(node.attributes.get(n, 0)) for n in ("exclusive", "reverse"))
        return self._call(self._ops.CumSum(exclusive, reverse), x, node.attributes["axis"])

    def resize(self, node: Node, x: str) -> str:
        source, target = self._shape(node), self._case.shapes[node.outputs[0]]
        axes = resampling.changed_axes(node, source, target)
        factors = resampling.whole_factors(node, source, target)
        if factors is not None and set(axes) <= {2, 3} and len(source) == 4:
            return self._call(self._ops.ResizeNearestNeighbor(target[2:]), x)
        for axis in axes:
            there = (node.attributes, source[axis], target[axis], node.attributes["scales"][axis])
            if node.attributes["mode"] == "nearest":
                index = self._constant(resampling.nearest(*there))
                x = self._call(self._ops.Gather(), x, index, axis)
            elif axis == len(source) - 1:
                matrix = self._constant(resampling.mixture(*there))
                x = self._mixed(x, matrix, source, target, axis)
            else:
                matrix = self._constant(resampling.mixture(*there))
                order = [*(i for i in range(len(source)) if i != axis), axis]
                turned = self._call(self._ops.Transpose(), x, tuple(order))
                shapes = [tuple(s[i] for i in order) for s in (source, target)]
                turned = self._mixed(turned, matrix, shapes[0], shapes[1], len(source) - 1, axis)
                back = tuple(order.index(i) for i in range(len(source)))
                x = self._call(self._ops.Transpose(), turned, back)
            source = (*source[:axis], target[axis], *source[axis + 1 :])
        return x

    def _mixed(
        self, x: str, matrix: str, source: tuple[int, ...], target: tuple[int, ...], last: int,
        axis: int = -1,
    ) -> str:  # fmt: skip
        """The last axis of x times a matrix [new, old]."""
        rows = self._call(self._ops.Reshape(), x, (-1, source[last]))
        rows = self._call(self._ops.MatMul(transpose_b=True), rows, matrix)
        return self._call(self._ops.Reshape(), rows, (*source[:last], target[last]))

    def lstm(self, node: Node, x: str, *rest: str) -> str:
        import numpy as np

        lstm = read_lstm(self._case, node, "ifco")
        steps, batch, features = self._shape(node)
        count = len(lstm.directions)
        if any(d.backwards != bool(i) for i, d in enumerate(lstm.directions)):
            raise Unsupported([node.op], "backwards only")
        ways = lstm.directions
        flat = [d.given.reshape(-1) for d in ways] + [d.recurrent.reshape(-1) for d in ways]
        flat += [d.given_bias + d.recurrent_bias for d in ways]
        packed = self._constant(np.concatenate(flat).reshape(-1, 1, 1).astype(np.float32))
        zeros = np.zeros((count, batch, lstm.units), np.float32)
        start = [
            rest[at] if len(rest) > at and rest[at] is not None else self._constant(zeros)
            for at in (4, 5)
        ]
        cell = self._ops.LSTM(features, lstm.units, 1, True, count == 2, 0.0)
        made = self._call(cell, x, *start, packed)
        name = made.partition("(")[0].replace("self.", "made_")
        self._before.append(f"{name} = {made}")
        y = self._call(self._ops.Reshape(), f"{name}[0]", (steps, batch, count, lstm.units))
        y = self._call(self._ops.Transpose(), y, (0, 2, 1, 3))
        results = (y, f"{name}[1]", f"{name}[2]")[: len(node.outputs)]
        return results[0] if len(results) == 1 else f"({', '.join(results)})"

    def gated_lstm(self, node: Node, x: str, given: str, recurrent: str, bias: str) -> str:
        """The same primitive; its weights are packed at every step, as nn.LSTM does on a CPU."""
        import numpy as np

        steps, batch, features = self._case.shapes[node.inputs[0]]
        units = self._case.shapes[node.inputs[2]][1]
        column = self._ops.Reshape()
        parts = [self._call(column, each, (-1, 1, 1)) for each in (given, recurrent, bias)]
        packed = self._call(self._ops.Concat(0), f"({', '.join(parts)})")
        start = self._constant(np.zeros((1, batch, units), np.float32))
        cell = self._ops.LSTM(features, units, 1, True, False, 0.0)
        made = self._call(cell, x, start, start, packed)
        return self._call(column, f"{made}[0]", (steps, 1, batch, units))

    _before: list[str]
    """Lines to be written before the one that a node's expression makes."""
