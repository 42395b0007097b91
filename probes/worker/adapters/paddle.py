# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""PaddlePaddle on the CPU: paddle.nn.functional calls in a Layer, in NCHW.

`dynamic` calls the Layer as it is; `static` turns it into a program by paddle.jit.to_static.
"""

from __future__ import annotations

import math
import os
import warnings
from typing import TYPE_CHECKING, Any

from .. import geometry
from ..case import Unsupported
from ..lifting import lift
from ..recurrent import trainable
from ..straight import Straight, used
from ..training import parameters
from ._paddle_shapes import Shapes
from ._paddle_training import Step

if TYPE_CHECKING:
    from ..case import Case, Node
    from ..geometry import Window

MODES = ("dynamic", "static")
TRAINS = ("dynamic", "static")


def open(mode: str, threads: int) -> Stack:
    """Import PaddlePaddle for the CPU; it reads how many threads it has when it is imported."""
    os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = str(threads)
    # Errors only; MindSpore's level of silence (GLOG_v=3) would make it tell of every operator.
    os.environ.update(GLOG_v="0", GLOG_minloglevel="2")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on ccache, which nothing here needs
        import paddle

    paddle.set_device("cpu")
    paddle.base.core.set_num_threads(threads)
    return Stack(paddle, mode)


class Stack:
    """One execution mode of PaddlePaddle."""

    def __init__(self, paddle: Any, mode: str) -> None:
        self._paddle = paddle
        self._mode = mode
        self.version = paddle.__version__
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Write the case as a Layer, and make a static program of it in the mode of that name."""
        layer = _layer(self._paddle, self.arrange(case))
        if self._mode == "static":
            specs = [
                self._paddle.static.InputSpec(value.shape, value.dtype) for value in case.inputs
            ]
            layer = self._paddle.jit.to_static(
                layer, input_spec=[specs], full_graph=True, backend=None
            )
        return Program(self._paddle, layer)

    def arrange(self, case: Case) -> Case:
        """The case with what PaddlePaddle has one call for."""
        return trainable(lift(case, LIFTED), "ifco", biases=2)

    def train(self, case: Case) -> Step:
        """A training step of the same Layer, its loss a static program in the mode of that name."""
        case = self.arrange(case)
        layer = _layer(self._paddle, case, parameters(case))
        return Step(self._paddle, layer, case, static=self._mode == "static")


class Program:
    """A Layer that is ready to be called."""

    def __init__(self, paddle: Any, layer: Any) -> None:
        self._paddle = paddle
        self._layer = layer

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors."""
        return [self._paddle.to_tensor(array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the Layer; returns a tuple of tensors."""
        with self._paddle.no_grad():
            return self._layer(inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays."""
        return [tensor.numpy() for tensor in native]


LIFTED = frozenset({"Gelu", "Swish"})
"""What paddle.nn.functional has one call for; its attention is made of the same parts."""


def _layer(paddle: Any, case: Case, trained: tuple[str, ...] = ()) -> Any:
    """A Layer that holds the weights and computes the case; `trained` ones are parameters `t0`…"""
    recording = Straight()
    table = Operators(paddle, case, recording)
    # The function is taken as it is: there are no branches on data to be translated.
    run = paddle.jit.not_to_static(recording.function(case, table))
    names = {
        f"t{trained.index(name)}" if name in trained else f"w{i}": name
        for i, name in enumerate(used(case))
    }

    class Graph(paddle.nn.Layer):  # type: ignore[misc]
        def forward(self, inputs: Any) -> Any:
            return run([getattr(self, name) for name in names], *inputs)

    layer = Graph()
    for name, weight in names.items():
        array = case.weights[weight]
        if weight in table.held:
            layer.add_parameter(name, table.held[weight])
        elif name.startswith("t"):
            start = paddle.nn.initializer.Assign(array)
            kind = str(array.dtype)
            layer.add_parameter(
                name, layer.create_parameter(array.shape, dtype=kind, default_initializer=start)
            )
        else:
            layer.register_buffer(name, paddle.to_tensor(array))
    for index, part in enumerate(table.layers):
        layer.add_sublayer(f"l{index}", part)
    layer.eval()
    return layer


class Operators(Shapes):
    """ONNX operators in paddle.nn.functional."""

    DYNAMIC = frozenset({"NonMaxSuppression", "Gather", "Cast", "Squeeze", "Slice"})

    def __init__(self, paddle: Any, case: Case, recording: Straight) -> None:
        self._own = paddle
        self._paddle = self._math = recording.namespace(paddle)
        self._f = recording.namespace(paddle.nn.functional)
        self._case = case
        self._recording = recording
        self.layers = []
        self.held = {}

    def conv(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_conv(self._case, node)
        x, padding = self._pad(x, view, 0.0)
        convolve = getattr(self._f, f"conv{len(view.size)}d")
        groups = node.attributes.get("group", 1)
        strides, dilations = list(view.strides), list(view.dilations)
        return convolve(x, weight, bias, strides, padding, dilations, groups)

    def _pad(self, x: Any, view: Window, value: float) -> tuple[Any, list[int]]:
        """Leave padding to the operator where it can do it: alike on both sides."""
        if view.symmetric:
            return x, list(view.begin)
        return self._around(x, view.pads, value=value), [0] * len(view.size)

    def conv_transpose(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_transposed(self._case, node)
        convolve = getattr(self._f, f"conv{len(view.strides)}d_transpose")
        groups = node.attributes.get("group", 1)
        strides, dilations = list(view.strides), list(view.dilations)
        if all(0 <= extra < view.strides[i] for i, extra in enumerate(view.extra)):
            begin, extra = list(view.begin), list(view.extra)
            return convolve(x, weight, bias, strides, begin, extra, groups=groups,
                            dilation=dilations)  # fmt: skip
        if min(view.end) < 0:
            raise Unsupported([node.op], "output_padding here")
        y = convolve(x, weight, bias, strides, groups=groups, dilation=dilations)
        ends = [begin + view.target[i] for i, begin in enumerate(view.begin)]
        return self._paddle.slice(y, list(range(2, 2 + len(ends))), list(view.begin), ends)

    def max_pool(self, node: Node, x: Any) -> Any:
        return self._pool("max", node, x, -math.inf)

    def average_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        if not view.padded:
            return self._pool("avg", node, x, 0.0)
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        x = self._around(x, view.pads, value=0.0)
        pool = getattr(self._f, f"avg_pool{len(view.size)}d")
        return pool(x, list(view.kernel), list(view.strides)) * self._constant(scale)

    def _pool(self, kind: str, node: Node, x: Any, value: float) -> Any:
        view = geometry.of_pool(self._case, node)
        if set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations")
        x, padding = self._pad(x, view, value)
        pool = getattr(self._f, f"{kind}_pool{len(view.size)}d")
        return pool(x, list(view.kernel), list(view.strides), padding)

    def global_average_pool(self, node: Node, x: Any) -> Any:
        spatial = len(self._shape(node)) - 2
        return getattr(self._f, f"adaptive_avg_pool{spatial}d")(x, 1)

    def global_max_pool(self, node: Node, x: Any) -> Any:
        spatial = len(self._shape(node)) - 2
        return getattr(self._f, f"adaptive_max_pool{spatial}d")(x, 1)

    def batch_normalization(
        self, node: Node, x: Any, scale: Any, shift: Any, mean: Any, variance: Any
    ) -> Any:
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.batch_norm(x, mean, variance, scale, shift, False, epsilon=epsilon)

    def instance_normalization(self, node: Node, x: Any, scale: Any, shift: Any) -> Any:
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.instance_norm(x, weight=scale, bias=shift, eps=epsilon)

    def layer_normalization(self, node: Node, x: Any, scale: Any, shift: Any = None) -> Any:
        shape = self._shape(node)
        axis = node.attributes.get("axis", -1) % len(shape)
        if self._case.shapes[node.inputs[1]] != shape[axis:]:
            raise Unsupported([node.op], "a scale of another shape")
        # Scale and shift lie flat in PaddlePaddle's own layer too.
        flat = len(shape) - axis == 1
        scale = scale if flat else self._paddle.reshape(scale, [-1])
        shift = shift if flat or shift is None else self._paddle.reshape(shift, [-1])
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.layer_norm(x, list(shape[axis:]), scale, shift, epsilon)

    def gelu(self, node: Node, x: Any) -> Any:
        return self._f.gelu(x, node.attributes.get("approximate", "none") == "tanh")

    def swish(self, node: Node, x: Any) -> Any:
        if node.attributes.get("alpha", 1.0) != 1:
            return x * self._f.sigmoid(node.attributes["alpha"] * x)
        return self._f.silu(x)

    def leaky_relu(self, node: Node, x: Any) -> Any:
        return self._f.leaky_relu(x, node.attributes.get("alpha", 0.01))

    def elu(self, node: Node, x: Any) -> Any:
        return self._f.elu(x, node.attributes.get("alpha", 1.0))

    def softplus(self, node: Node, x: Any) -> Any:
        return self._f.softplus(x)

    def relu(self, node: Node, x: Any) -> Any:
        return self._f.relu(x)

    def sigmoid(self, node: Node, x: Any) -> Any:
        return self._f.sigmoid(x)

    def hard_swish(self, node: Node, x: Any) -> Any:
        return self._f.hardswish(x)

    def hard_sigmoid(self, node: Node, x: Any) -> Any:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        return self._f.hardsigmoid(x, alpha, beta)

    def clip(self, node: Node, x: Any, *_: Any) -> Any:
        return self._paddle.clip(x, *self._case.bounds(node))

    def softmax(self, node: Node, x: Any) -> Any:
        return self._f.softmax(x, node.attributes.get("axis", -1))

    def log_softmax(self, node: Node, x: Any) -> Any:
        return self._f.log_softmax(x, node.attributes.get("axis", -1))

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        return self._paddle.matmul(a, b)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
        transposed = [bool(node.attributes.get(name, 0)) for name in ("transA", "transB")]
        product = self._paddle.matmul(a, b, *transposed)
        product = product if alpha == 1 else product * alpha
        return product if c is None else product + (c if beta == 1 else c * beta)
