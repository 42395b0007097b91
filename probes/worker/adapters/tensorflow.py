# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""TensorFlow on the CPU: tf.nn in a tf.function, in channels-last order throughout.

`function` runs the graph by TensorFlow's own executor, `xla` compiles it (jit_compile=True). bf16
and fp16 are casts of weights, inputs and all that comes between, within the function. INT8 is the
SavedModel that the converter saved_model quantised.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import boundary, geometry
from ..artefact import described, folder_of, marked
from ..case import Unsupported
from ..layout import channels_last
from ..lifting import lift
from ..recurrent import trainable
from ..straight import used
from ..training import parameters
from ..walk import check, walk
from ._tensorflow_shapes import Shapes
from ._tensorflow_training import Step

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case, Node
    from ..geometry import Window

MODES = ("function", "xla")
PRECISIONS = ("fp32", "bf16", "fp16", "int8")
MADE = "model"
"""The SavedModel that the converter saved_model writes."""
HALF = {"bf16": "bfloat16", "fp16": "float16"}
TRAINS = ("function", "xla")
LIFTED = frozenset({"Gelu", "Linear", "Swish"})
"""What tf.nn has one call for, or the graph optimiser a fused kernel."""


def open(mode: str, threads: int) -> Stack:
    """Import TensorFlow and give it `threads` threads, within and between operators."""
    import tensorflow

    tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
    tensorflow.config.threading.set_inter_op_parallelism_threads(threads)
    return Stack(tensorflow, mode)


class Stack:
    """One execution mode of TensorFlow."""

    def __init__(self, tensorflow: Any, mode: str) -> None:
        self._tensorflow = tensorflow
        self._mode = mode
        self.version = tensorflow.__version__
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Rewrite the case to channels-last order and make a tf.function of it."""
        if case.precision == "int8":
            return self._quantised(case, folder_of(case))
        return Program(self._tensorflow, *self.function(case))

    def _quantised(self, case: Case, folder: Path) -> Program:
        """The function of the quantised SavedModel, compiled where the mode does."""
        tf, facts = self._tensorflow, described(folder)
        loaded = tf.saved_model.load(str(folder / MADE))
        signature = loaded.signatures["serving_default"]

        def compute(*inputs: Any) -> list[Any]:
            given = {f"x{i}": value for i, value in enumerate(inputs)}
            found = signature(**given)
            return [found[f"y{i}"] for i in range(len(case.outputs))]

        turned = replace(
            case,
            inputs=marked(case.inputs, facts["inputs"]),
            outputs=marked(case.outputs, facts["outputs"]),
        )
        jit = True if self._mode == "xla" else None
        made = Program(tf, turned, tf.function(compute, autograph=False, jit_compile=jit))
        made.loaded = loaded
        return made

    def arrange(self, case: Case) -> Case:
        """The case in channels-last order, with what TensorFlow has one call for."""
        lifted = lift(channels_last(case), LIFTED, turned=False)
        return trainable(lifted, "ifco", biases=1, turned=True)

    def train(self, case: Case) -> Step:
        """Loss, gradient tape and update of the case in one tf.function."""
        case, xla = self.arrange(case), self._mode == "xla"
        table = Operators(self._tensorflow, case, static=xla)
        check(case, table)
        names = parameters(case)
        fixed = {
            n: self._tensorflow.constant(case.weights[n]) for n in used(case) if n not in names
        }

        def forward(trained: Any, inputs: Any) -> Any:
            return walk(case, table, {**fixed, **trained}, inputs)[0]

        return Step(self._tensorflow, case, forward, jit_compile=True if xla else None)

    def function(self, case: Case) -> tuple[Case, Any]:
        """The case in channels-last order, and the tf.function that computes it."""
        tf = self._tensorflow
        case = self.arrange(case)
        table = Operators(tf, case, static=self._mode == "xla")
        check(case, table)
        read = {name for node in case.nodes for name in node.inputs}
        read.update(value.name for value in case.outputs)
        weights = {n: tf.constant(array) for n, array in case.weights.items() if n in read}
        compute = lambda *inputs: walk(case, table, weights, inputs)  # noqa: E731
        if case.precision in HALF:
            half = getattr(tf, HALF[case.precision])

            def narrow(value: Any) -> Any:
                return tf.cast(value, half) if value.dtype == tf.float32 else value

            # The fused kernel wants its factors in fp32, whatever the images are in.
            factors = {name for node in case.nodes if node.op == "BatchNormalization"
                       for name in node.inputs[1:]}  # fmt: skip
            weights = {n: w if n in factors else narrow(w) for n, w in weights.items()}
            compute = lambda *inputs: [  # noqa: E731
                tf.cast(value, tf.float32) if value.dtype == half else value
                for value in walk(case, table, weights, inputs, narrow)
            ]
        return case, tf.function(
            compute,
            autograph=False,
            jit_compile=True if self._mode == "xla" else None,
        )


class Program:
    """A traced function."""

    def __init__(self, tensorflow: Any, case: Case, function: Any) -> None:
        self._tensorflow = tensorflow
        self._case = case
        self._function = function
        self.loaded: Any = None
        """A SavedModel whose variables must outlive loading."""

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors."""
        ordered = boundary.inwards(self._case.inputs, arrays)
        return [self._tensorflow.constant(array) for array in ordered]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the function; returns a list of tensors."""
        return self._function(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays, which share the tensors' memory."""
        return boundary.outwards(self._case.outputs, [tensor.numpy() for tensor in native])


class Operators(Shapes):
    """ONNX operators in tf.nn and tf."""

    DYNAMIC = frozenset({"NonMaxSuppression", "Gather", "Cast", "Squeeze", "Slice"})

    def __init__(self, tensorflow: Any, case: Case, *, static: bool = False) -> None:
        self._tf = tensorflow
        self._nn = tensorflow.nn
        self._math = tensorflow.math
        self._case = case
        self.static = static
        # Grappler fuses what follows a convolution into it, and the fused CPU kernel has no groups:
        # behind these, bias and normalisation are written in a way that it does not recognise.
        self._grouped = {node.outputs[0] for node in case.nodes if self._is_grouped(node)}

    def conv(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_conv(self._case, node)
        if len(view.size) == 2:
            y = self._conv2d(x, weight, view, node.attributes.get("group", 1))
        elif node.attributes.get("group", 1) == 1:
            x, strides = self._pad(x, view, 0.0), list(view.strides)
            y = self._nn.convolution(x, weight, strides, "VALID", dilations=list(view.dilations))
        else:
            raise Unsupported([node.op], "groups on data that are not images")
        if bias is None:
            return y
        return y + bias if node.outputs[0] in self._grouped else self._nn.bias_add(y, bias)

    def _is_grouped(self, node: Node) -> bool:
        return node.op == "Conv" and node.attributes.get("group", 1) > 1

    def _conv2d(self, x: Any, weight: Any, view: Window, groups: int) -> Any:
        channels = x.shape[-1]
        padding = self._padding(view)
        if groups == 1 or groups != channels or view.strides[0] != view.strides[1]:
            return self._nn.conv2d(x, weight, view.strides, padding, dilations=view.dilations)
        # A depthwise kernel is [height, width, channels, outputs per channel].
        weight = self._tf.reshape(weight, (*view.kernel, channels, weight.shape[-1] // channels))
        strides = (1, *view.strides, 1)
        return self._nn.depthwise_conv2d(x, weight, strides, padding, dilations=view.dilations)

    def _padding(self, view: Window) -> Any:
        """The padding argument of tf.nn: its kernels are tuned for VALID and SAME."""
        if not view.padded:
            return "VALID"
        if view.pads == geometry.same_upper(view):
            return "SAME"
        return ((0, 0), *view.pads, (0, 0))

    def _pad(self, x: Any, view: Window, value: float) -> Any:
        if not view.padded:
            return x
        return self._tf.pad(x, ((0, 0), *view.pads, (0, 0)), constant_values=value)

    def conv_transpose(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_transposed(self._case, node)
        if node.attributes.get("group", 1) != 1 or min(view.end) < 0 or set(view.dilations) != {1}:
            raise Unsupported([node.op], "groups, dilations, or output_padding here")
        shape = (x.shape[0], *view.full, weight.shape[-2])
        y = self._nn.conv_transpose(x, weight, shape, view.strides, "VALID")
        if any((*view.begin, *view.end)):
            spans = [slice(begin, begin + view.target[i]) for i, begin in enumerate(view.begin)]
            y = y[(slice(None), *spans)]
        return y if bias is None else self._nn.bias_add(y, bias)

    def max_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        same = view.pads == geometry.same_upper(view) and set(view.dilations) == {1}
        x = x if same else self._pad(x, view, -math.inf)
        return self._nn.pool(
            x,
            view.kernel,
            "MAX",
            view.strides,
            "SAME" if same else "VALID",
            dilations=view.dilations,
        )

    def average_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        if set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations")
        mean = self._nn.pool(self._pad(x, view, 0.0), view.kernel, "AVG", view.strides, "VALID")
        if not view.padded:
            return mean
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        return mean * scale[..., None]

    def global_average_pool(self, node: Node, x: Any) -> Any:
        return self._tf.reduce_mean(x, axis=list(range(1, len(x.shape) - 1)), keepdims=True)

    def global_max_pool(self, node: Node, x: Any) -> Any:
        return self._tf.reduce_max(x, axis=list(range(1, len(x.shape) - 1)), keepdims=True)

    def instance_normalization(self, node: Node, x: Any, scale: Any, shift: Any) -> Any:
        return self._normalise(node, x, list(range(1, len(x.shape) - 1)), scale, shift)

    def layer_normalization(self, node: Node, x: Any, scale: Any, shift: Any = None) -> Any:
        axis = node.attributes.get("axis", -1) % len(x.shape)
        return self._normalise(node, x, list(range(axis, len(x.shape))), scale, shift)

    def _normalise(self, node: Node, x: Any, axes: list[int], scale: Any, shift: Any) -> Any:
        mean, variance = self._nn.moments(x, axes, keepdims=True)
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._nn.batch_normalization(x, mean, variance, shift, scale, epsilon)

    def batch_normalization(
        self, node: Node, x: Any, scale: Any, shift: Any, mean: Any, variance: Any
    ) -> Any:
        epsilon = node.attributes.get("epsilon", 1e-5)
        if len(x.shape) == 4 and node.inputs[0] not in self._grouped:
            normalised, *_ = self._tf.compat.v1.nn.fused_batch_norm(
                x, scale, shift, mean, variance, epsilon, is_training=False
            )
            return normalised
        return self._nn.batch_normalization(x, mean, variance, shift, scale, epsilon)

    def relu(self, node: Node, x: Any) -> Any:
        return self._nn.relu(x)

    def sigmoid(self, node: Node, x: Any) -> Any:
        return self._nn.sigmoid(x)

    def hard_swish(self, node: Node, x: Any) -> Any:
        return x * self._nn.relu6(x + 3.0) * (1 / 6)

    def hard_sigmoid(self, node: Node, x: Any) -> Any:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        if math.isclose(alpha, 1 / 6, rel_tol=1e-6) and beta == 0.5:
            return self._nn.relu6(x + 3.0) * (1 / 6)
        return self._tf.clip_by_value(alpha * x + beta, 0.0, 1.0)

    def gelu(self, node: Node, x: Any) -> Any:
        return self._nn.gelu(x, approximate=node.attributes.get("approximate") == "tanh")

    def swish(self, node: Node, x: Any) -> Any:
        alpha = node.attributes.get("alpha", 1.0)
        return x * self._tf.sigmoid(x if alpha == 1 else alpha * x)

    def leaky_relu(self, node: Node, x: Any) -> Any:
        return self._nn.leaky_relu(x, node.attributes.get("alpha", 0.01))

    def elu(self, node: Node, x: Any) -> Any:
        alpha = node.attributes.get("alpha", 1.0)
        y = self._nn.elu(x)
        return y if alpha == 1 else self._tf.where(x < 0, alpha * y, y)

    def softplus(self, node: Node, x: Any) -> Any:
        return self._nn.softplus(x)

    def log_softmax(self, node: Node, x: Any) -> Any:
        return self._nn.log_softmax(x, axis=node.attributes.get("axis", -1))

    def linear(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        """In two dimensions: products of more are taken apart into many small ones.

        The weight is [in, out], as in keras: matmul with the other takes 1.8 times as long.
        """
        rows = x if len(x.shape) == 2 else self._tf.reshape(x, (-1, x.shape[-1]))
        y = self._tf.matmul(rows, weight)
        y = y if bias is None else self._nn.bias_add(y, bias)
        return y if len(x.shape) == 2 else self._tf.reshape(y, (*x.shape[:-1], weight.shape[1]))

    def clip(self, node: Node, x: Any, *_: Any) -> Any:
        low, high = self._case.bounds(node)
        x = x if low is None else self._tf.maximum(x, low)
        return x if high is None else self._tf.minimum(x, high)

    def softmax(self, node: Node, x: Any) -> Any:
        return self._nn.softmax(x, axis=node.attributes.get("axis", -1))

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        return self._tf.matmul(a, b)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
        product = self._tf.matmul(
            a,
            b,
            transpose_a=bool(node.attributes.get("transA", 0)),
            transpose_b=bool(node.attributes.get("transB", 0)),
        )
        product = product if alpha == 1 else alpha * product
        return product if c is None else product + (c if beta == 1 else beta * c)
