# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""Keras on the CPU, on the back end that the mode names: keras.ops calls in a Model.

Runs by `predict_on_batch`, trains by `train_on_batch`. Data are in channels-last order, the default
of Keras, but for PyTorch: there every convolution would turn them round.
"""

from __future__ import annotations

import math
import os
import tempfile
from dataclasses import replace
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any

from .. import boundary, geometry
from ..case import Unsupported
from ..layout import KERNELS, channels_last
from ..lifting import lift
from ..recurrent import trainable
from ..straight import Straight, used
from ..training import parameters
from ._keras_shapes import Shapes
from ._keras_training import Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..case import Case, Node
    from ..geometry import Window

LIFTED = frozenset({"Gelu", "Swish"})
"""What keras.ops has one call for; its attention wants the heads in another order."""

MODES = ("torch", "jax", "tensorflow", "openvino")
TRAINS = ("torch", "jax", "tensorflow")
UNTRAINED = {"openvino": "Keras has no gradients on OpenVINO"}

TITLES = {
    "torch": "PyTorch", "jax": "JAX", "tensorflow": "TensorFlow", "openvino": "OpenVINO"
}  # fmt: skip


def open(mode: str, threads: int) -> Stack:
    """Import Keras on a back end that has `threads` threads."""
    os.environ["KERAS_BACKEND"] = mode
    notes = _limit(mode, threads)
    # The user's own keras.json must change nothing, and none is to be left behind.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KERAS_HOME"] = folder
        import keras

    return Stack(keras, mode, notes)


def _limit(mode: str, threads: int) -> tuple[str, ...]:
    """Hold the back end to `threads` threads; returns what is to be said of it."""
    if mode == "torch":
        import torch

        torch.set_num_threads(threads)
    elif mode == "jax":
        os.environ.update(NPROC=str(threads), JAX_PLATFORMS="cpu")
        return ("threads: set through NPROC, which XLA's CPU client reads at its start",)
    elif mode == "tensorflow":
        import tensorflow

        tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
        tensorflow.config.threading.set_inter_op_parallelism_threads(threads)
    elif mode == "openvino":
        import openvino

        # Keras passes no settings on, and OpenVINO would compute in bf16 where the CPU can.
        settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
        openvino.compile_model = partial(openvino.compile_model, config=settings)
        return ("threads and fp32: set as defaults of openvino.compile_model, Keras sets neither",)
    return ()


class Stack:
    """Keras on one back end."""

    def __init__(self, keras: Any, mode: str, notes: tuple[str, ...]) -> None:
        self._keras = keras
        keras.config.set_floatx("float32")
        keras.config.set_image_data_format("channels_first" if mode == "torch" else "channels_last")
        self.version = keras.__version__
        found = metadata.version("tensorflow-cpu" if mode == "tensorflow" else mode)
        self.notes = (f"back end: {TITLES[mode]} {found}", *notes)

    def build(self, case: Case) -> Program:
        """Write the case as a Model, in the order of data that suits the back end."""
        case = self.arrange(case)
        return Program(self._keras, case, _model(self._keras, case))

    def arrange(self, case: Case) -> Case:
        """The case in the order of data that suits the back end, its weights as Keras has them."""
        if self._keras.config.image_data_format() == "channels_last":
            case = channels_last(case)
        case = trainable(lift(case, LIFTED), "ifco", biases=1, turned=True)
        return _with_kernels(case, Operators(self._keras, case, Straight()))

    def train(self, case: Case) -> Step:
        """The same Model, compiled with a loss and SGD."""
        case = self.arrange(case)
        return Step(self._keras, case, _model(self._keras, case, parameters(case)))


class Program:
    """A Model that predicts."""

    def __init__(self, keras: Any, case: Case, model: Any) -> None:
        self._keras = keras
        self._case = case
        self._model = model
        self.notes = (f"jit_compile=auto, which Keras takes as {model.jit_compile} here",)

    def place(self, arrays: list[Any]) -> Any:
        """Inputs as tensors of the back end."""
        ordered = boundary.inwards(self._case.inputs, arrays)
        # The trainer of the OpenVINO back end takes numpy arrays only.
        own = self._keras.config.backend() == "openvino"
        tensors = ordered if own else [self._keras.ops.convert_to_tensor(a) for a in ordered]
        return tensors if len(tensors) > 1 else tensors[0]

    def __call__(self, inputs: Any) -> Any:
        """Predict; returns numpy arrays."""
        return self._model.predict_on_batch(inputs)

    def fetch(self, native: Any) -> list[Any]:
        """The outputs in the order of the original case."""
        # The OpenVINO back end takes a single output out of its tuple.
        arrays = native if isinstance(native, (list, tuple)) else [native]
        return boundary.outwards(self._case.outputs, arrays)


def _model(keras: Any, case: Case, trained: tuple[str, ...] = ()) -> Any:
    """A Model that holds the weights and computes the case; `named` are its variables by weight."""
    recording = Straight()
    table = Operators(keras, case, recording)
    run = recording.function(case, table)

    class Graph(keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.named = {
                name: table.held[name]
                if name in table.held
                else _held(keras, case.weights[name], trainable=name in trained)
                for name in used(case)
            }
            self.held = list(self.named.values())
            self.parts = table.layers
            self.built = True

        def call(self, inputs: Any) -> Any:
            several = isinstance(inputs, (list, tuple))
            return run(self.held, *(inputs if several else (inputs,)))

    return Graph()


def _held(keras: Any, array: Any, *, trainable: bool) -> Any:
    """A weight as a variable; what only says shapes and indices stays a constant."""
    if array.dtype.kind != "f":
        return array
    return keras.Variable(array, trainable=trainable, dtype=str(array.dtype))


def _with_kernels(case: Case, table: Operators) -> Case:
    """The case with the weights of convolutions as Keras has them, under names of their own."""
    nodes, weights, shapes = [], dict(case.weights), dict(case.shapes)
    for node in case.nodes:
        names = list(node.inputs)
        for index, form in ((1, table.kernel), (2, table.bias)) if node.op in KERNELS else ():
            array = case.constant(node, index)
            if array is not None:
                names[index] = f"{node.inputs[index]}::{node.outputs[0]}"
                weights[names[index]] = form(node, array)
                # What it was says how the window lies, whatever Keras makes of it.
                shapes[names[index]] = array.shape
        nodes.append(replace(node, inputs=tuple(names)))
    return replace(case, nodes=tuple(nodes), weights=weights, shapes=shapes)


class Operators(Shapes):
    """ONNX operators in keras.ops."""

    def __init__(self, keras: Any, case: Case, recording: Straight) -> None:
        self._keras = keras
        self._ops = self._math = recording.namespace(keras.ops)
        self._case = case
        self._recording = recording
        self._channels = 1 if keras.config.image_data_format() == "channels_first" else -1
        self.layers = []
        self.held: dict[str, Any] = {}

    def conv(self, node: Node, x: Any, kernel: Any, bias: Any = None) -> Any:
        view = geometry.of_conv(self._case, node)
        x, padding = self._pad(x, view, 0.0)
        operator = self._ops.depthwise_conv if self._depthwise(node) else self._ops.conv
        y = operator(x, kernel, strides=view.strides, dilation_rate=view.dilations, padding=padding)
        return y if bias is None else self._ops.add(y, bias)

    def _depthwise(self, node: Node) -> bool:
        """Whether the back ends' kernel for it will do: that wants one stride for all axes."""
        strides = geometry.of_conv(self._case, node).strides
        channels = self._case.shapes[node.inputs[0]][self._channels]
        return 1 < node.attributes.get("group", 1) == channels and len(set(strides)) == 1

    def kernel(self, node: Node, array: NDArray[Any]) -> NDArray[Any]:
        """A Conv's weight as [..., in, out]; for a depthwise one [..., in, outputs per channel].

        That of a ConvTranspose is [..., out, in].
        """
        if not node.channels_last:
            array = array.transpose(*range(2, array.ndim), 1, 0)
        if node.op == "Conv" and self._depthwise(node):
            group = node.attributes["group"]
            array = array.reshape(*array.shape[:-2], group, array.shape[-1] // group)
        return array

    def bias(self, node: Node, array: NDArray[Any]) -> NDArray[Any]:
        """A Conv's bias in a shape that can be added to its result."""
        axes = len(self._shape(node)) - 2
        return array if node.channels_last else array.reshape(-1, *[1] * axes)

    def _around(self, view: Window) -> tuple[tuple[int, int], ...]:
        """What to pad, axis by axis."""
        none = (0, 0)
        return (none, none, *view.pads) if self._channels == 1 else (none, *view.pads, none)

    def _pad(self, x: Any, view: Window, value: float) -> tuple[Any, str]:
        """Pad where the operator's own "valid" and "same" do not mean this."""
        if not view.padded:
            return x, "valid"
        if view.pads == geometry.same_upper(view):
            return x, "same"
        return self._ops.pad(x, self._around(view), constant_values=value), "valid"

    def conv_transpose(self, node: Node, x: Any, kernel: Any, bias: Any = None) -> Any:
        view = geometry.of_transposed(self._case, node)
        if node.attributes.get("group", 1) != 1 or min(view.end) < 0:
            raise Unsupported([node.op], "groups, or output_padding here")
        y = self._ops.conv_transpose(
            x, kernel, strides=view.strides, dilation_rate=view.dilations, padding="valid"
        )
        spans = [slice(begin, begin + view.target[i]) for i, begin in enumerate(view.begin)]
        every = slice(None)
        y = y[(every, every, *spans) if self._channels == 1 else (every, *spans, every)]
        return y if bias is None else self._ops.add(y, bias)

    def max_pool(self, node: Node, x: Any) -> Any:
        return self._pool(self._ops.max_pool, node, x, -math.inf)

    def average_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        if not view.padded or set(view.dilations) != {1}:
            return self._pool(self._ops.average_pool, node, x, 0.0)
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        scale = scale if self._channels == 1 else scale[..., None]
        x = self._ops.pad(x, self._around(view))
        y = self._ops.average_pool(x, pool_size=view.kernel, strides=view.strides)
        return self._ops.multiply(y, scale)

    def _pool(self, operator: Any, node: Node, x: Any, value: float) -> Any:
        view = geometry.of_pool(self._case, node)
        if set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations")
        x, padding = self._pad(x, view, value)
        return operator(x, pool_size=view.kernel, strides=view.strides, padding=padding)

    def _spatial(self, node: Node) -> tuple[int, ...]:
        """The axes of height and width."""
        first = 2 if self._channels == 1 else 1
        return tuple(range(first, first + len(self._shape(node)) - 2))

    def global_average_pool(self, node: Node, x: Any) -> Any:
        return self._ops.mean(x, axis=self._spatial(node), keepdims=True)

    def global_max_pool(self, node: Node, x: Any) -> Any:
        return self._ops.max(x, axis=self._spatial(node), keepdims=True)

    def batch_normalization(
        self, node: Node, x: Any, scale: Any, shift: Any, mean: Any, variance: Any
    ) -> Any:
        axis = self._channels if len(self._shape(node)) > 2 else -1
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._ops.batch_normalization(
            x, mean, variance, axis=axis, offset=shift, scale=scale, epsilon=epsilon
        )

    def instance_normalization(self, node: Node, x: Any, scale: Any, shift: Any) -> Any:
        axes, ops = self._spatial(node), self._ops
        mean, variance = ops.mean(x, axes, keepdims=True), ops.var(x, axes, keepdims=True)
        if self._channels == 1:
            shape = (-1, *[1] * len(axes))
            scale, shift = ops.reshape(scale, shape), ops.reshape(shift, shape)
        spread = ops.rsqrt(ops.add(variance, node.attributes.get("epsilon", 1e-5)))
        y = ops.multiply(ops.subtract(x, mean), ops.multiply(spread, scale))
        return ops.add(y, shift)

    def layer_normalization(self, node: Node, x: Any, scale: Any, shift: Any = None) -> Any:
        shape = self._shape(node)
        axis = node.attributes.get("axis", -1) % len(shape)
        if self._case.shapes[node.inputs[1]] != shape[axis:]:
            raise Unsupported([node.op], "a scale of another shape")
        axes = list(range(axis, len(shape))) if axis < len(shape) - 1 else -1
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._ops.layer_normalization(x, scale, shift, axes, epsilon)

    def gelu(self, node: Node, x: Any) -> Any:
        return self._ops.gelu(x, node.attributes.get("approximate", "none") == "tanh")

    def swish(self, node: Node, x: Any) -> Any:
        if node.attributes.get("alpha", 1.0) == 1:
            return self._ops.silu(x)
        inner = self._ops.multiply(x, node.attributes["alpha"])
        return self._ops.multiply(x, self._ops.sigmoid(inner))

    def leaky_relu(self, node: Node, x: Any) -> Any:
        return self._ops.leaky_relu(x, node.attributes.get("alpha", 0.01))

    def elu(self, node: Node, x: Any) -> Any:
        return self._ops.elu(x, node.attributes.get("alpha", 1.0))

    def softplus(self, node: Node, x: Any) -> Any:
        return self._ops.softplus(x)

    def relu(self, node: Node, x: Any) -> Any:
        return self._ops.relu(x)

    def sigmoid(self, node: Node, x: Any) -> Any:
        return self._ops.sigmoid(x)

    def hard_swish(self, node: Node, x: Any) -> Any:
        return self._ops.hard_silu(x)

    def hard_sigmoid(self, node: Node, x: Any) -> Any:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        if math.isclose(alpha, 1 / 6, rel_tol=1e-6) and beta == 0.5:
            return self._ops.hard_sigmoid(x)
        return self._ops.clip(self._ops.add(self._ops.multiply(x, alpha), beta), 0.0, 1.0)

    def clip(self, node: Node, x: Any, *_: Any) -> Any:
        low, high = self._case.bounds(node)
        x = x if low is None else self._ops.maximum(x, low)
        return x if high is None else self._ops.minimum(x, high)

    def softmax(self, node: Node, x: Any) -> Any:
        return self._ops.softmax(x, node.attributes.get("axis", -1))

    def log_softmax(self, node: Node, x: Any) -> Any:
        return self._ops.log_softmax(x, node.attributes.get("axis", -1))

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        return self._ops.matmul(a, b)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        ops, alpha = self._ops, node.attributes.get("alpha", 1.0)
        a = ops.transpose(a) if node.attributes.get("transA", 0) else a
        b = ops.transpose(b) if node.attributes.get("transB", 0) else b
        product = ops.matmul(a, b)
        product = product if alpha == 1 else ops.multiply(product, alpha)
        if c is None:
            return product
        beta = node.attributes.get("beta", 1.0)
        return ops.add(product, c if beta == 1 else ops.multiply(c, beta))
