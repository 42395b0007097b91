# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""JAX on the CPU: jax.lax and jax.nn under jax.jit, in channels-last order throughout.

NHWC with HWIO kernels is what Flax uses, and what XLA computes fastest on a CPU (1.3 to 2.3 times
NCHW with OIHW for the convolutions of MobileNetV3). bf16 and fp16 are casts of weights, inputs and
all that comes between, within the compiled function.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

from .. import boundary, geometry
from ..case import Unsupported
from ..layout import channels_last
from ..lifting import lift
from ..recurrent import trainable
from ..straight import used
from ..training import BINARY_CROSS_ENTROPY, CROSS_ENTROPY, MEAN_SQUARED_ERROR, of, parameters
from ..walk import check, walk
from ._jax_shapes import Shapes

if TYPE_CHECKING:
    from ..case import Case, Node

MODES = ("jit",)
PRECISIONS = ("fp32", "bf16", "fp16")
HALF = {"bf16": "bfloat16", "fp16": "float16"}
TRAINS = ("jit",)
LIFTED = frozenset({"Gelu", "Swish"})
"""What jax.nn has one call for; its attention is no better than the parts on a CPU."""


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import JAX for the CPU, its thread pool limited to `threads`.

    XLA's CPU client has no setting for it, but reads NPROC once, when it starts.
    """
    os.environ["NPROC"] = str(threads)
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    jax.devices()
    return Stack(jax)


class Stack:
    """JAX with its one mode."""

    def __init__(self, jax: Any) -> None:
        self._jax = jax
        self.version = jax.__version__
        self.notes = ("threads: set through NPROC, which XLA's CPU client reads at its start",)

    def build(self, case: Case) -> Program:
        """Rewrite the case to channels-last order and jit it; weights are arguments."""
        case, table, weights = self._placed(case)
        if case.precision == "fp32":
            function = self._jax.jit(lambda weights, inputs: walk(case, table, weights, inputs))
            return Program(self._jax, case, function, weights)
        half = getattr(self._jax.numpy, HALF[case.precision])

        def narrow(value: Any) -> Any:
            return value.astype(half) if value.dtype == "float32" else value

        def widen(value: Any) -> Any:
            return value.astype("float32") if value.dtype == half else value

        function = self._jax.jit(
            lambda weights, inputs: list(map(widen, walk(case, table, weights, inputs, narrow)))
        )
        return Program(self._jax, case, function, {n: narrow(a) for n, a in weights.items()})

    def arrange(self, case: Case) -> Case:
        """The case in channels-last order, with what jax.nn has one call for."""
        return trainable(lift(channels_last(case), LIFTED), "ifco", biases=1)

    def train(self, case: Case) -> Step:
        """Loss, gradient and update of the case in one jitted function."""
        case, table, weights = self._placed(case)
        trained = {name: weights.pop(name) for name in parameters(case)}
        rate, lost = of(case).rate, _loss(self._jax, of(case).loss)

        def loss(trained: Any, fixed: Any, inputs: Any, target: Any) -> Any:
            (output,) = walk(case, table, {**fixed, **trained}, inputs)
            return lost(output, target)

        def step(trained: Any, fixed: Any, inputs: Any, target: Any) -> Any:
            value, by = self._jax.value_and_grad(loss)(trained, fixed, inputs, target)
            return value, {name: w - rate * by[name] for name, w in trained.items()}

        # The old weights are given away, as a training loop does: the new ones take their place.
        return Step(self._jax, case, self._jax.jit(step, donate_argnums=0), trained, weights)

    def _placed(self, case: Case) -> tuple[Case, Operators, Any]:
        """The case rewritten, its operators, and the weights that are read, on the device."""
        case = self.arrange(case)
        table = Operators(self._jax, case)
        check(case, table)
        return case, table, self._jax.device_put({n: case.weights[n] for n in used(case)})


def _loss(jax: Any, name: str) -> Any:
    """The loss of that name, as a function of output and target."""
    jnp = jax.numpy

    def cross_entropy(output: Any, target: Any) -> Any:
        scores = jax.nn.log_softmax(output)
        return -jnp.mean(jnp.take_along_axis(scores, target[..., None], -1))

    def mean_squared_error(output: Any, target: Any) -> Any:
        return jnp.mean((output - target) ** 2)

    def binary_cross_entropy(output: Any, target: Any) -> Any:
        return jnp.mean(jax.nn.softplus(output) - target * output)

    return {
        CROSS_ENTROPY: cross_entropy,
        BINARY_CROSS_ENTROPY: binary_cross_entropy,
        MEAN_SQUARED_ERROR: mean_squared_error,
    }[name]


class Step:
    """A jitted training step and the weights it has come to."""

    def __init__(self, jax: Any, case: Case, function: Any, trained: Any, fixed: Any) -> None:
        self._jax = jax
        self._case = case
        self._function = function
        self._trained = trained
        self._fixed = fixed

    def place(self, arrays: list[Any]) -> Any:
        """Inputs, and the target behind them, as JAX arrays."""
        *given, target = arrays
        return self._jax.device_put((boundary.inwards(self._case.inputs, given), target))

    def __call__(self, inputs: Any) -> Any:
        """Dispatch one step; returns the loss."""
        loss, self._trained = self._function(self._trained, self._fixed, *inputs)
        return loss

    def fetch(self, native: Any) -> list[Any]:
        """The loss; waits for it and for the new weights."""
        self._jax.block_until_ready(self._trained)
        return [self._jax.device_get(native)]

    def weights(self) -> dict[str, Any]:
        """The parameters as they are now."""
        return {name: self._jax.device_get(array) for name, array in self._trained.items()}


class Program:
    """A jitted function and its weights."""

    def __init__(self, jax: Any, case: Case, function: Any, weights: Any) -> None:
        self._jax = jax
        self._case = case
        self._function = function
        self._weights = weights

    def place(self, arrays: list[Any]) -> Any:
        """Inputs as JAX arrays."""
        return self._jax.device_put(boundary.inwards(self._case.inputs, arrays))

    def __call__(self, inputs: Any) -> Any:
        """Dispatch; JAX may still be computing when this returns."""
        return self._function(self._weights, inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays; waits for them."""
        arrays = [self._jax.device_get(array) for array in native]
        return boundary.outwards(self._case.outputs, arrays)


class Operators(Shapes):
    """ONNX operators in jax.lax, jax.nn and jax.numpy."""

    def __init__(self, jax: Any, case: Case) -> None:
        self._jnp = self._math = jax.numpy
        self._nn = jax.nn
        self._lax = jax.lax
        self._case = case

    def conv(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_conv(self._case, node)
        axes = "DHW"[-len(view.size) :]
        y = self._lax.conv_general_dilated(
            x,
            weight,
            view.strides,
            view.pads,
            rhs_dilation=view.dilations,
            dimension_numbers=(f"N{axes}C", f"{axes}IO", f"N{axes}C"),
            feature_group_count=node.attributes.get("group", 1),
        )
        return y if bias is None else y + bias

    def conv_transpose(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_transposed(self._case, node)
        if node.attributes.get("group", 1) != 1:
            raise Unsupported([node.op], "groups")
        axes = "DHW"[-len(view.strides) :]
        reach = [(k - 1) * view.dilations[i] for i, k in enumerate(weight.shape[:-2])]
        pads = [(r - view.begin[i], r - view.end[i]) for i, r in enumerate(reach)]
        y = self._lax.conv_general_dilated(
            x,
            self._jnp.flip(weight, tuple(range(len(reach)))),
            (1,) * len(reach),
            pads,
            lhs_dilation=view.strides,
            rhs_dilation=view.dilations,
            dimension_numbers=(f"N{axes}C", f"{axes}OI", f"N{axes}C"),
        )
        return y if bias is None else y + bias

    def max_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        return self._reduce_window(x, -math.inf, self._lax.max, view)

    def average_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        if set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations")
        mean = self._reduce_window(x, 0.0, self._lax.add, view) / math.prod(view.kernel)
        if not view.padded:
            return mean
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        return mean * scale[..., None]

    def _reduce_window(self, x: Any, start: float, reducer: Any, view: geometry.Window) -> Any:
        return self._lax.reduce_window(
            x,
            start,
            reducer,
            (1, *view.kernel, 1),
            (1, *view.strides, 1),
            ((0, 0), *view.pads, (0, 0)),
            window_dilation=(1, *view.dilations, 1),
        )

    def global_average_pool(self, node: Node, x: Any) -> Any:
        return self._jnp.mean(x, axis=tuple(range(1, x.ndim - 1)), keepdims=True)

    def global_max_pool(self, node: Node, x: Any) -> Any:
        return self._jnp.max(x, axis=tuple(range(1, x.ndim - 1)), keepdims=True)

    def instance_normalization(self, node: Node, x: Any, scale: Any, shift: Any) -> Any:
        return self._normalise(node, x, tuple(range(1, x.ndim - 1))) * scale + shift

    def layer_normalization(self, node: Node, x: Any, scale: Any, shift: Any = None) -> Any:
        axis = node.attributes.get("axis", -1) % x.ndim
        y = self._normalise(node, x, tuple(range(axis, x.ndim))) * scale
        return y if shift is None else y + shift

    def _normalise(self, node: Node, x: Any, axes: tuple[int, ...]) -> Any:
        mean = self._jnp.mean(x, axes, keepdims=True)
        variance = self._jnp.var(x, axes, keepdims=True)
        return (x - mean) * self._lax.rsqrt(variance + node.attributes.get("epsilon", 1e-5))

    def batch_normalization(
        self, node: Node, x: Any, scale: Any, shift: Any, mean: Any, variance: Any
    ) -> Any:
        factor = scale * self._lax.rsqrt(variance + node.attributes.get("epsilon", 1e-5))
        return (x - mean) * factor + shift

    def relu(self, node: Node, x: Any) -> Any:
        return self._nn.relu(x)

    def sigmoid(self, node: Node, x: Any) -> Any:
        return self._nn.sigmoid(x)

    def hard_swish(self, node: Node, x: Any) -> Any:
        return self._nn.hard_swish(x)

    def hard_sigmoid(self, node: Node, x: Any) -> Any:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        return self._jnp.clip(alpha * x + beta, 0.0, 1.0)

    def erf(self, node: Node, x: Any) -> Any:
        return self._lax.erf(x)

    def gelu(self, node: Node, x: Any) -> Any:
        return self._nn.gelu(x, approximate=node.attributes.get("approximate") == "tanh")

    def swish(self, node: Node, x: Any) -> Any:
        return x * self._nn.sigmoid(node.attributes.get("alpha", 1.0) * x)

    def leaky_relu(self, node: Node, x: Any) -> Any:
        return self._nn.leaky_relu(x, node.attributes.get("alpha", 0.01))

    def elu(self, node: Node, x: Any) -> Any:
        return self._nn.elu(x, node.attributes.get("alpha", 1.0))

    def softplus(self, node: Node, x: Any) -> Any:
        return self._nn.softplus(x)

    def log_softmax(self, node: Node, x: Any) -> Any:
        return self._nn.log_softmax(x, axis=node.attributes.get("axis", -1))

    def clip(self, node: Node, x: Any, *_: Any) -> Any:
        return self._jnp.clip(x, *self._case.bounds(node))

    def softmax(self, node: Node, x: Any) -> Any:
        return self._nn.softmax(x, axis=node.attributes.get("axis", -1))

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        return self._jnp.matmul(a, b)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
        a = a.T if node.attributes.get("transA", 0) else a
        b = b.T if node.attributes.get("transB", 0) else b
        product = alpha * (a @ b)
        return product if c is None else product + beta * c
