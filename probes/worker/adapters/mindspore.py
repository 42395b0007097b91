# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""MindSpore on the CPU: primitives of mindspore.ops in a Cell, in NCHW.

Both modes run the same Cell: `graph` compiles it, `pynative` calls its primitives one by one. bf16
and fp16 are casts of the weights and, within the Cell, of inputs and outputs.
"""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import geometry
from ..case import Unsupported
from ..lifting import lift
from ..recurrent import trainable
from ..training import parameters
from ..walk import check, method
from ._mindspore_shapes import Shapes
from ._mindspore_training import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..case import Case, Node

MODES = ("graph", "pynative")
PRECISIONS = ("fp32", "bf16", "fp16")
HALF = {"bf16": "bfloat16", "fp16": "float16"}
TRAINS = ("graph", "pynative")

LIFTED = frozenset({"Gelu", "Linear"})
"""What MindSpore has a primitive for, or multiplies in one go."""
LOWEST = -3.4028234663852886e38
"""The lowest float32: `construct` is text, and has no literal for minus infinity."""


def open(mode: str, threads: int) -> Stack:
    """Import MindSpore for the CPU, held to `threads` CPUs."""
    os.environ.setdefault("GLOG_v", "3")  # it would warn about every operator that it replaces
    note = _hold(threads)
    import mindspore

    graph = mode == "graph"
    mindspore.set_context(mode=mindspore.GRAPH_MODE if graph else mindspore.PYNATIVE_MODE)
    mindspore.set_device("CPU")
    mindspore.device_context.cpu.op_tuning.threads_num(threads)
    return Stack(mindspore, note)


def _hold(threads: int) -> str:
    """Let the process run on `threads` CPUs only; returns a note on it.

    MindSpore 2.10 computes with as many threads as it may use CPUs, whatever `threads_num` says.
    """
    if not hasattr(os, "sched_setaffinity"):
        return "threads: MindSpore uses all CPUs; this system cannot hold it to fewer"
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, allowed[:threads])
    return f"threads: MindSpore has no limit of its own; held to {len(allowed[:threads])} CPUs"


class Stack:
    """MindSpore, in the mode that is set for the whole process."""

    def __init__(self, mindspore: Any, note: str) -> None:
        self._mindspore = mindspore
        self.version = mindspore.__version__
        self.notes = (note,)

    def build(self, case: Case) -> Program:
        """Write the case as a Cell; raises Unsupported where an operator has no counterpart."""
        return Program(self._mindspore, self._cell(self.arrange(case)))

    def arrange(self, case: Case) -> Case:
        """The case with what MindSpore has one primitive for."""
        return trainable(lift(case, LIFTED), "ifco", biases=1)

    def train(self, case: Case) -> Step:
        """A training step of the same Cell, by MindSpore's own cells for it."""
        case = self.arrange(case)
        return Step(self._mindspore, self._cell(case, parameters(case)), case)

    def _cell(self, case: Case, trained: tuple[str, ...] = ()) -> Any:
        """The case as a Cell whose normalisation is that of inference."""
        cell_class: Any = type("Graph", (self._mindspore.nn.Cell,), {})
        cell = cell_class()
        table = Operators(self._mindspore, case, cell)
        check(case, table)
        half = getattr(self._mindspore, HALF.get(case.precision, ""), None)
        cell.half, cell.full = half, self._mindspore.float32
        cell_class.construct = _function(source(case, table))
        read = {name for node in case.nodes for name in node.inputs}
        for position, (weight, array) in enumerate(case.weights.items()):
            if weight not in read:
                continue
            name = f"w{position}"
            tensor = self._mindspore.Tensor(array)
            if half is not None and array.dtype == "float32":
                tensor = tensor.astype(half)
            named = f"t{trained.index(weight)}" if weight in trained else name
            parameter = self._mindspore.Parameter(tensor, named, requires_grad=weight in trained)
            setattr(cell, name, parameter)
        return cell.set_train(False)


class Program:
    """A Cell that is ready to be called."""

    def __init__(self, mindspore: Any, cell: Any) -> None:
        self._mindspore = mindspore
        self._cell = cell

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors."""
        return [self._mindspore.Tensor(array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the Cell; returns a tuple of tensors, perhaps still being computed."""
        return self._cell(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays; waits for them."""
        return [tensor.asnumpy() for tensor in native]


def source(case: Case, table: Any) -> str:
    """Python text of `construct`: one line per node, as if written by hand.

    Graph mode translates the text of this method, and cannot unroll a loop over many nodes. A
    variable is used again once its value is not needed any more, so that memory is freed.
    """
    names = {value.name: f"x{i}" for i, value in enumerate(case.inputs)}
    names.update({name: f"self.w{i}" for i, name in enumerate(case.weights)})
    last = {name: i for i, node in enumerate(case.nodes) for name in node.inputs}
    last.update({value.name: len(case.nodes) for value in case.outputs})
    lines = [f"def construct(self, {', '.join(names[value.name] for value in case.inputs)}):"]
    if case.precision != "fp32":
        lines += _casts([names[v.name] for v in case.inputs if v.dtype == "float32"], "half")
    free: list[str] = []
    for position, node in enumerate(case.nodes):
        arguments = [names[name] if name else None for name in node.inputs]
        expression = getattr(table, method(node.op))(node, *arguments)
        lines += [f"    {line}" for line in table.before()]
        for name in dict.fromkeys(filter(None, node.inputs)):
            if last[name] == position and name not in case.weights:
                free.append(names[name])
        targets = []
        for number, name in enumerate(node.outputs):
            unread = name not in last
            target = free.pop() if free and not unread else f"v{position}_{number}"
            names[name] = target
            targets.append(target)
        lines.append(f"    {', '.join(targets)} = {expression}")
    if case.precision != "fp32":
        lines += _casts([names[v.name] for v in case.outputs if v.dtype == "float32"], "full")
    lines.append(f"    return ({', '.join(names[value.name] for value in case.outputs)},)")
    return "\n".join(lines) + "\n"


def _casts(names: list[str], to: str) -> list[str]:
    """Lines of `construct` that cast variables to the type the Cell keeps as `to`."""
    return [f"    {name} = {name}.astype(self.{to})" for name in dict.fromkeys(names)]


def _function(text: str) -> Callable[..., Any]:
    """Compile the text of a function that MindSpore can read again.

    Graph mode looks the source up in its file, hence the file; it lies in the working directory,
    which the session has made the scratch directory.
    """
    descriptor, name = tempfile.mkstemp(".py", "construct-", Path.cwd())
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    space: dict[str, Any] = {"__name__": __name__}  # MindSpore imports the function's module
    exec(compile(text, name, "exec"), space)  # noqa: S102 - made of numbers and our own names
    function: Callable[..., Any] = space["construct"]
    return function


class Operators(Shapes):
    """ONNX operators as expressions over primitives, which become attributes of the Cell.

    Arguments are expressions too: `conv(node, "x0", "self.w0")` is `"self.p0(x0, self.w0)"`.
    """

    def __init__(self, mindspore: Any, case: Case, cell: Any) -> None:
        self._mindspore = mindspore
        self._ops = mindspore.ops
        self._case = case
        self._cell = cell
        self._count = 0
        self._before = []

    def before(self) -> list[str]:
        """Lines that the expression written last builds upon; asked for once."""
        lines, self._before = self._before, []
        return lines

    def _call(self, primitive: Any, *arguments: Any) -> str:
        """Make the primitive an attribute, and write a call of it."""
        name = f"p{self._count}"
        self._count += 1
        setattr(self._cell, name, primitive)
        return f"self.{name}({', '.join(map(str, arguments))})"

    def _constant(self, array: Any) -> str:
        """Make an array of our own an attribute, and write a reference to it."""
        return self._attribute(self._mindspore.Tensor(array))

    def _attribute(self, value: Any) -> str:
        name = f"c{self._count}"
        self._count += 1
        setattr(self._cell, name, value)
        return f"self.{name}"

    def conv(self, node: Node, x: str, weight: str, bias: str | None = None) -> str:
        view = geometry.of_conv(self._case, node)
        out = self._case.shapes[node.outputs[0]]
        flat = len(view.size) == 1
        if len(view.size) > 2:
            raise Unsupported([node.op], "data that are not images")
        if flat:  # an image of height 1
            given, kernel = (self._case.shapes[name] for name in node.inputs[:2])
            x = self._call(self._ops.Reshape(), x, (*given[:2], 1, given[2]))
            weight = self._call(self._ops.Reshape(), weight, (*kernel[:2], 1, kernel[2]))
        before = (1,) if flat else ()
        convolution = self._ops.Conv2D(
            self._case.shapes[node.inputs[1]][0],
            (*before, *view.kernel),
            pad_mode="pad",
            pad=((0, 0) if flat else ()) + tuple(side for pair in view.pads for side in pair),
            stride=(*before, *view.strides),
            dilation=(*before, *view.dilations),
            group=node.attributes.get("group", 1),
        )
        y = self._call(convolution, x, weight)
        y = y if bias is None else self._call(self._ops.BiasAdd(), y, bias)
        return self._call(self._ops.Reshape(), y, out) if flat else y

    def max_pool(self, node: Node, x: str) -> str:
        return self._pool(node, x, self._ops.MaxPool, LOWEST)

    def average_pool(self, node: Node, x: str) -> str:
        view = geometry.of_pool(self._case, node)
        y = self._pool(node, x, self._ops.AvgPool, 0.0)
        if not view.padded:
            return y
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        return self._call(self._ops.Mul(), y, self._constant(scale))

    def _pool(self, node: Node, x: str, primitive: Any, padding: float) -> str:
        view = geometry.of_pool(self._case, node)
        if len(view.size) != 2 or set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations, or data that are not images")
        if view.padded:
            ends = tuple(side for pair in reversed(view.pads) for side in pair)
            x = self._call(self._ops.PadV3(), x, ends, padding)
        return self._call(primitive(view.kernel, view.strides, "valid"), x)

    def global_average_pool(self, node: Node, x: str) -> str:
        axes = tuple(range(2, len(self._case.shapes[node.inputs[0]])))
        return self._call(self._ops.ReduceMean(keep_dims=True), x, axes)

    def batch_normalization(self, node: Node, x: str, *statistics: str) -> str:
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._call(self._ops.BatchNorm(epsilon=epsilon), x, *statistics) + "[0]"

    def relu(self, node: Node, x: str) -> str:
        return self._call(self._ops.ReLU(), x)

    def sigmoid(self, node: Node, x: str) -> str:
        return self._call(self._ops.Sigmoid(), x)

    def hard_swish(self, node: Node, x: str) -> str:
        return self._call(self._ops.HSwish(), x)

    def hard_sigmoid(self, node: Node, x: str) -> str:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        if math.isclose(alpha, 1 / 6, rel_tol=1e-6) and beta == 0.5:
            return self._call(self._ops.HSigmoid(), x)
        line = self._call(self._ops.Add(), self._call(self._ops.Mul(), x, alpha), beta)
        return self._bounded(line, 0.0, 1.0)

    def clip(self, node: Node, x: str, *_: str) -> str:
        return self._bounded(x, *self._case.bounds(node))

    def _bounded(self, x: str, low: float | None, high: float | None) -> str:
        x = x if low is None else self._call(self._ops.Maximum(), x, low)
        return x if high is None else self._call(self._ops.Minimum(), x, high)

    def softmax(self, node: Node, x: str) -> str:
        return self._call(self._ops.Softmax(node.attributes.get("axis", -1)), x)

    def log_softmax(self, node: Node, x: str) -> str:
        return self._call(self._ops.LogSoftmax(node.attributes.get("axis", -1)), x)

    def layer_normalization(self, node: Node, x: str, scale: str, shift: str | None = None) -> str:
        import numpy as np

        axis = node.attributes.get("axis", -1) % len(self._case.shapes[node.inputs[0]])
        if shift is None:
            shift = self._constant(np.zeros(self._case.shapes[node.inputs[1]], np.float32))
        norm = self._ops.LayerNorm(axis, axis, node.attributes.get("epsilon", 1e-5))
        return self._call(norm, x, scale, shift) + "[0]"

    def gelu(self, node: Node, x: str) -> str:
        if node.attributes.get("approximate") == "tanh":
            return self._call(self._ops.GeLU(), x)
        curve = self._call(self._ops.Erf(), self._call(self._ops.Mul(), x, math.sqrt(0.5)))
        half = self._call(self._ops.Mul(), x, 0.5)
        return self._call(self._ops.Mul(), half, self._call(self._ops.Add(), curve, 1.0))

    def swish(self, node: Node, x: str) -> str:
        alpha = node.attributes.get("alpha", 1.0)
        gate = x if alpha == 1 else self._call(self._ops.Mul(), x, alpha)
        return self._call(self._ops.Mul(), x, self._call(self._ops.Sigmoid(), gate))

    def elu(self, node: Node, x: str) -> str:
        if node.attributes.get("alpha", 1.0) != 1:
            raise Unsupported([node.op], "an alpha other than 1")
        return self._call(self._ops.Elu(), x)

    def leaky_relu(self, node: Node, x: str) -> str:
        alpha = node.attributes.get("alpha", 0.01)
        return self._call(self._ops.Maximum(), x, self._call(self._ops.Mul(), x, alpha))

    def softplus(self, node: Node, x: str) -> str:
        return self._call(self._ops.Softplus(), x)

    def global_max_pool(self, node: Node, x: str) -> str:
        axes = tuple(range(2, len(self._case.shapes[node.inputs[0]])))
        return self._call(self._ops.ReduceMax(keep_dims=True), x, axes)

    def conv_transpose(self, node: Node, x: str, weight: str, bias: str | None = None) -> str:
        view = geometry.of_transposed(self._case, node)
        target = self._case.shapes[node.outputs[0]]
        if len(view.strides) != 2 or node.attributes.get("group", 1) != 1 or min(view.end) < 0:
            raise Unsupported([node.op], "groups, output_padding, or data that are not images")
        kernel = self._case.shapes[node.inputs[1]][2:]
        spread = self._ops.Conv2DTranspose(
            self._case.shapes[node.inputs[0]][1], kernel, pad_mode="pad",
            pad=tuple(side for i in (0, 1) for side in (view.begin[i], view.end[i])),
            stride=view.strides, dilation=view.dilations,
        )  # fmt: skip
        y = self._call(spread, x, weight, target)
        return y if bias is None else self._call(self._ops.BiasAdd(), y, bias)

    def linear(self, node: Node, x: str, weight: str, bias: str | None = None) -> str:
        shape = self._case.shapes[node.inputs[0]]
        rows = x if len(shape) == 2 else self._call(self._ops.Reshape(), x, (-1, shape[-1]))
        y = self._call(self._ops.MatMul(transpose_b=True), rows, weight)
        y = y if bias is None else self._call(self._ops.BiasAdd(), y, bias)
        target = self._case.shapes[node.outputs[0]]
        return y if len(shape) == 2 else self._call(self._ops.Reshape(), y, target)

    def mat_mul(self, node: Node, a: str, b: str) -> str:
        left, right = (self._case.shapes[name] for name in node.inputs)
        if len(left) == len(right):
            product = self._ops.MatMul() if len(left) == 2 else self._ops.BatchMatMul()
            return self._call(product, a, b)
        if len(right) != 2:
            raise Unsupported([node.op], "operands of different rank")
        rows = self._call(self._ops.Reshape(), a, (-1, left[-1]))
        rows = self._call(self._ops.MatMul(), rows, b)
        return self._call(self._ops.Reshape(), rows, self._case.shapes[node.outputs[0]])

    def gemm(self, node: Node, a: str, b: str, c: str | None = None) -> str:
        alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
        transposed = [bool(node.attributes.get(name, 0)) for name in ("transA", "transB")]
        product = self._call(self._ops.MatMul(*transposed), a, b)
        product = product if alpha == 1 else self._call(self._ops.Mul(), product, alpha)
        if c is None:
            return product
        c = c if beta == 1 else self._call(self._ops.Mul(), c, beta)
        vector = len(self._case.shapes[node.inputs[2]]) == 1
        return self._call(self._ops.BiasAdd() if vector else self._ops.Add(), product, c)
