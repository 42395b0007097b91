"""Rewriting a case from channels first (NCHW) to channels last (NHWC), once, as a whole.

TensorFlow and JAX compute convolutions on a CPU in channels-last order. The rewritten case keeps
images in that order from operator to operator and changes over only where an operator depends on
the order of elements (Flatten, MatMul, ...), instead of at every convolution. Pure: a case in, a
case out; only the weights' numpy arrays are touched.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .case import Node, Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .case import Case

WINDOWED = frozenset(
    {"Conv", "ConvTranspose", "MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool"}
    | {"BatchNormalization", "InstanceNormalization"}
)
"""Operators that treat axis 1 as channels: they are asked to work in channels-last order."""
POINTWISE = frozenset(
    {"Add", "Sub", "Mul", "Div", "Relu", "Sigmoid", "Clip", "HardSwish", "HardSigmoid", "Identity"}
    | {"Abs", "Cast", "Elu", "Erf", "Exp", "Gelu", "LeakyRelu", "Log", "Max", "Min", "Neg", "Pow"}
    | {"Softplus", "Sqrt", "Swish", "Tanh", "Where"}
)
"""Operators that keep whatever order their first computed input has."""
ALONG_AXIS = frozenset({"Softmax", "LogSoftmax", "Concat", "Split", "ArgMax"})
"""The same, with an `axis` to be renamed; Slice, Pad and Resize speak of several axes."""
SEVERAL = {"Slice": "axes", "Pad": "pads", "Resize": "scales"}
REDUCING = frozenset({"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin"})
"""Over height and width they give one number per channel, whatever the order."""
KERNELS = frozenset({"Conv", "ConvTranspose"})

LAST = "::last"
"""Suffix of the name of a tensor's channels-last form."""


def channels_last(case: Case) -> Case:
    """Rewrite `case`; tensors of rank 2 and below have one order only and stay as they are.

    Inputs and outputs marked `channels_last` are to be handed over in that order.
    """
    return _Rewriting(case).result()


def last_axis(axis: int, rank: int) -> int:
    """Where a channels-first axis lies in channels-last order.

    >>> [last_axis(axis, 4) for axis in (0, 1, 2, 3, -1)]
    [0, 3, 1, 2, 2]
    """
    axis %= rank
    return axis if axis == 0 else rank - 1 if axis == 1 else axis - 1


def moved(shape: tuple[Any, ...]) -> tuple[Any, ...]:
    """The channels-last order of a channels-first shape.

    >>> moved((8, 3, 224, 225))
    (8, 224, 225, 3)
    """
    return (shape[0], *shape[2:], shape[1])


def _rename_axes(operator: str, attributes: dict[str, Any], rank: int) -> None:
    """The attributes of an operator that speaks of several axes, in place."""
    if operator == "Slice":
        attributes["axes"] = [last_axis(axis, rank) for axis in attributes["axes"]]
    elif operator == "Resize":
        attributes["scales"] = list(moved(tuple(attributes["scales"])))
    elif operator == "Pad":
        pads = tuple(attributes["pads"])
        attributes["pads"] = [*moved(pads[:rank]), *moved(pads[rank:])]


class _Rewriting:
    """The case being read, and the pieces of the one being written."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._weights: dict[str, NDArray[Any]] = {}
        self._shapes: dict[str, tuple[int, ...]] = {}
        self._known: set[str] = set()
        """Tensors there are by now; one of unknown rank has no shape."""
        self._nodes: list[Node] = []
        self._inputs: dict[str, Value | None] = dict.fromkeys(v.name for v in case.inputs)
        self._images = any(
            n.op in WINDOWED and len(case.shapes.get(n.inputs[0], ())) > 2 for n in case.nodes
        )

    def result(self) -> Case:
        for node in self._case.nodes:
            if self._prefers_last(node):
                self._rewrite(node)
            else:
                inputs = tuple(self._first(name) for name in node.inputs)
                self._append(replace(node, inputs=inputs), node.outputs)
        outputs = tuple(self._output(value) for value in self._case.outputs)
        dtypes = dict(self._case.dtypes)
        dtypes.update({name + LAST: kind for name, kind in self._case.dtypes.items()})
        return replace(
            self._case,
            dtypes=dtypes,
            inputs=tuple(self._inputs[v.name] or v for v in self._case.inputs),
            outputs=outputs,
            nodes=tuple(self._nodes),
            shapes=self._shapes,
            weights=self._weights,
        )

    def _prefers_last(self, node: Node) -> bool:
        """Whether the node is to work in channels-last order."""
        names = [name for name in (*node.inputs, *node.outputs) if name]
        if not all(map(self._case.is_static, names)):
            return False
        if node.op in REDUCING:
            axes = sorted(node.attributes.get("axes", ()))
            spatial = list(range(2, len(self._case.shapes[node.inputs[0]])))
            return axes == spatial != [] and node.inputs[0] + LAST in self._shapes
        rank = len(self._case.shapes[node.outputs[0]])
        if rank < 3 or node.op in WINDOWED:
            return rank > 2
        return self._keeps_order(node) and self._comes_last(node, rank)

    def _keeps_order(self, node: Node) -> bool:
        """Whether the node is the same in both orders, with its axes renamed."""
        if node.op == "ArgMax" and not node.attributes.get("keepdims", 1):
            return False
        return node.op in POINTWISE | ALONG_AXIS or SEVERAL.get(node.op) in node.attributes

    def _comes_last(self, node: Node, rank: int) -> bool:
        """Whether the first computed input is there in channels-last order."""
        computed = [name for name in node.inputs if name and name not in self._case.weights]
        if not computed or any(len(self._case.shapes[name]) != rank for name in computed):
            return False
        first = computed[0]
        if first in self._inputs and self._inputs[first] is None:
            return self._images
        return first + LAST in self._shapes

    def _rewrite(self, node: Node) -> None:
        attributes = dict(node.attributes)
        rank = len(self._case.shapes[node.outputs[0]])
        if node.op in REDUCING:
            self._reduce(node)
            return
        if node.op in WINDOWED:
            rest = [self._kernel(name) if node.op in KERNELS and i == 0 else self._first(name)
                    for i, name in enumerate(node.inputs[1:])]  # fmt: skip
            inputs = (self._last(node.inputs[0], rank), *rest)
        elif node.op == "Clip":
            inputs = (self._last(node.inputs[0], rank), *map(self._first, node.inputs[1:]))
        else:
            inputs = tuple(self._last(name, rank) for name in node.inputs)
        if node.op in ALONG_AXIS:
            usual = 0 if node.op in ("Split", "ArgMax") else -1
            attributes["axis"] = last_axis(attributes.get("axis", usual), rank)
        _rename_axes(node.op, attributes, rank)
        outputs = tuple(name + LAST for name in node.outputs)
        self._append(Node(node.op, inputs, outputs, attributes, channels_last=True), node.outputs)

    def _reduce(self, node: Node) -> None:
        """Means over height and width; without these axes there is one order only."""
        kept = bool(node.attributes.get("keepdims", 1))
        axes = [axis - 1 for axis in node.attributes["axes"]]
        outputs = tuple(name + LAST for name in node.outputs) if kept else node.outputs
        made = Node(node.op, (node.inputs[0] + LAST,), outputs, {**node.attributes, "axes": axes},
                    channels_last=kept)  # fmt: skip
        self._append(made, node.outputs)

    def _append(self, node: Node, originals: tuple[str, ...]) -> None:
        self._nodes.append(node)
        for position, original in enumerate(originals):
            if original:
                shape = self._case.shapes.get(original)
                name = node.outputs[position]
                if shape is not None:
                    self._shapes[name] = moved(shape) if node.channels_last else shape
                self._known.add(name)

    def _first(self, name: str) -> str:
        """The tensor in the order of the original case."""
        if not name or name in self._shapes or name in self._known:
            return name
        if name in self._case.weights:
            return self._weight(name, self._case.weights[name])
        if name in self._inputs and self._inputs[name] is None:
            return self._take_input(name, last=False)
        shape = self._case.shapes[name]
        self._turn(name + LAST, name, (0, len(shape) - 1, *range(1, len(shape) - 1)), shape)
        return name

    def _last(self, name: str, rank: int) -> str:
        """The tensor in channels-last order, broadcast against rank `rank` where it is a weight."""
        other = name + LAST
        if not name or other in self._shapes:
            return other if name else name
        if name in self._case.weights:
            array = self._case.weights[name]
            if array.size == 1:
                return self._first(name)
            array = array.reshape((1,) * (rank - array.ndim) + array.shape)
            return self._weight(other, array.transpose(0, *range(2, rank), 1).copy())
        if name in self._inputs and self._inputs[name] is None:
            return self._take_input(name, last=True)
        shape = self._case.shapes[name]
        self._turn(name, other, (0, *range(2, len(shape)), 1), moved(shape))
        return other

    def _kernel(self, name: str) -> str:
        """A convolution's weight, from [out, in, ...] to [..., in, out]."""
        array = self._case.weights.get(name)
        if array is None:
            axes = (*range(2, len(self._case.shapes[name])), 1, 0)
            shape = tuple(self._case.shapes[name][axis] for axis in axes)
            self._turn(self._first(name), name + "::kernel", axes, shape)
            return name + "::kernel"
        return self._weight(name + "::kernel", array.transpose(*range(2, array.ndim), 1, 0).copy())

    def _weight(self, name: str, array: NDArray[Any]) -> str:
        self._weights[name] = array
        self._shapes[name] = array.shape
        return name

    def _take_input(self, name: str, *, last: bool) -> str:
        """Decide, at its first use, in which order a graph input is to be handed over."""
        value = next(v for v in self._case.inputs if v.name == name)
        if last:
            value = replace(value, name=name + LAST, shape=moved(value.shape), channels_last=True)
        self._inputs[name] = value
        self._shapes[value.name] = value.shape
        return value.name

    def _turn(
        self, source: str, target: str, axes: tuple[int, ...], shape: tuple[int, ...]
    ) -> None:
        """Change the order of axes; a mere Reshape where only axes of length 1 move."""
        kept = [axis for axis in axes if self._shapes[source][axis] != 1]
        still = kept == sorted(kept)
        node = Node("Reshape" if still else "Transpose", (source,), (target,), {"perm": axes})
        self._nodes.append(node)
        self._shapes[target] = shape

    def _output(self, value: Value) -> Value:
        """A graph output in the order it is computed in: to turn a numpy view costs nothing."""
        other = value.name + LAST
        if value.name in self._shapes or value.name in self._known or other not in self._shapes:
            return replace(value, name=self._first(value.name))
        return replace(value, name=other, shape=moved(value.shape), channels_last=True)
