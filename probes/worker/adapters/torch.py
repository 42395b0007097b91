# ruff: noqa: D102, ARG002 - operator methods share one signature, and their name is the operator's
"""PyTorch on the CPU: torch.nn.functional calls, recorded as a torch.fx GraphModule.

Both modes run the same module under inference_mode, in NCHW; `compile` hands it to torch.compile.
bf16 and fp16 are casts of the whole module, INT8 is the quantised module that a converter made: fx
for eager, pt2e for torch.compile. Training is autograd and torch.optim.SGD on the same module; see
`_torch_training`.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from .. import geometry
from ..artefact import folder_of
from ..case import Unsupported
from ..lifting import lift
from ..recurrent import trainable
from ..training import parameters
from ..walk import check, walk
from ._torch_dense import Dense
from ._torch_shapes import Shapes
from ._torch_training import Step

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case, Node, Value
    from ..geometry import Window

MODES = ("eager", "compile")
PRECISIONS = {
    "eager": ("fp32", "bf16", "fp16", "int8"),
    "compile": ("fp32", "bf16", "fp16", "int8"),
}
MADE, EXPORTED = "module.pt", "module.pt2"
"""What the converters fx and pt2e write."""
HALF = {"bf16": "bfloat16", "fp16": "float16"}
TRAINS = ("eager", "compile")


def open(mode: str, threads: int) -> Stack:
    """Import PyTorch and give it `threads` threads."""
    import torch
    import torch.fx

    torch.set_num_threads(threads)
    torch.set_float32_matmul_precision("highest")
    return Stack(torch, mode)


class Stack:
    """One execution mode of PyTorch."""

    def __init__(self, torch: Any, mode: str) -> None:
        self._torch = torch
        self._mode = mode
        self.version = torch.__version__
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Record the case as a module, and compile it in the mode of that name."""
        if case.precision == "int8":
            return self._quantised(folder_of(case))
        recorder = Recorder(self._torch, self.arrange(case))
        module = recorder.module()
        if self._mode == "compile":
            module = self._torch.compile(module, fullgraph=True)
        return Program(self._torch, module, recorder.notes)

    def _quantised(self, folder: Path) -> Program:
        """What a converter left of a case: fx for eager, pt2e for torch.compile."""
        torch = self._torch
        if self._mode == "eager":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that torch.ao is to move to torchao
                # A pickle holds code: it is read from our own cache, where environments lie too.
                return Program(torch, torch.load(str(folder / MADE), weights_only=False))
        importlib.import_module("torch.ao.quantization.fx._decomposed")  # registers the steps
        # Only frozen weights become integers beforehand; else they are converted at each call.
        config: Any = importlib.import_module("torch._inductor.config")
        config.freezing = True
        module = torch.export.load(str(folder / EXPORTED)).module()
        return Program(torch, torch.compile(module))

    def arrange(self, case: Case) -> Case:
        """The case with what PyTorch has one call for."""
        return trainable(lift(case, LIFTED), "ifco", biases=2)

    def train(self, case: Case) -> Step:
        """A training step of the same module, its loss compiled in the mode of that name."""
        case = self.arrange(case)
        module = Recorder(self._torch, case, parameters(case)).module()
        return Step(self._torch, module, case, compiled=self._mode == "compile")


class Program:
    """A module that is ready to be called."""

    def __init__(self, torch: Any, module: Any, notes: tuple[str, ...] = ()) -> None:
        self._torch = torch
        self._module = module
        self.notes = notes

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors."""
        return [self._torch.from_numpy(array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the module; returns a tuple of tensors."""
        with self._torch.inference_mode():
            return self._module(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays, which share the tensors' memory."""
        return [tensor.numpy() for tensor in native]


class Recorder:
    """Turns a case into a GraphModule: straight Python code over buffers, as if written by hand."""

    def __init__(self, torch: Any, case: Case, trained: tuple[str, ...] = ()) -> None:
        self._torch = torch
        self._case = case
        self._trained = trained
        self._root = torch.nn.Module()
        self._graph = torch.fx.Graph()
        self._tracer = torch.fx.proxy.GraphAppendingTracer(self._graph)
        self._half = getattr(torch, HALF[case.precision]) if case.precision in HALF else None
        self.notes: tuple[str, ...] = ()

    def module(self) -> Any:
        """The module; raises Unsupported where an operator has no counterpart here."""
        table = self._table()
        check(self._case, table)
        inputs = [
            self._inwards(value, self._proxy(self._graph.placeholder(f"x{position}")))
            for position, value in enumerate(self._case.inputs)
        ]
        read = {name for node in self._case.nodes for name in node.inputs}
        read.update(value.name for value in self._case.outputs)
        weights = {
            n: self.parameter(n, a) if n in self._trained else self.buffer(a)
            for n, a in self._case.weights.items()
            if n in read
        }
        outputs = walk(self._case, table, weights, inputs)
        if isinstance(table, Dense):
            self.notes = (table.note(),)
        if self._half is not None:
            outputs = [
                proxy.float() if self._case.outputs[position].dtype == "float32" else proxy
                for position, proxy in enumerate(outputs)
            ]
        self._graph.output(tuple(proxy.node for proxy in outputs))
        self._graph.eliminate_dead_code()
        module = self._torch.fx.GraphModule(self._root, self._graph).eval()
        return module if self._half is None else module.to(self._half)

    def _table(self) -> Operators:
        if self._case.precision == "int8":
            return Quantised(self._torch, self._case, self.buffer, self.packed)
        table = Operators(self._torch, self._case, self.buffer)
        if self._trained:
            table.keep_all()
        return table

    def _inwards(self, value: Value, proxy: Any) -> Any:
        """An input as the graph computes with it: callers have fp32, and the cast is timed."""
        cast = self._half is not None and value.dtype == "float32"
        return proxy.to(self._half) if cast else proxy

    def packed(self, weights: Any) -> Any:
        """Keep weights that a quantised layer has packed, and return what stands for them."""
        name = f"p{len(self._root.__dict__)}"
        setattr(self._root, name, weights)
        return self._proxy(self._graph.get_attr(name))

    def buffer(self, array: Any) -> Any:
        """Register a constant and return what stands for it while recording."""
        name = f"w{len(self._root._buffers)}"
        self._root.register_buffer(name, self._torch.tensor(array))
        return self._proxy(self._graph.get_attr(name))

    def parameter(self, name: str, array: Any) -> Any:
        """Register a weight that is trained and return what stands for it while recording."""
        attribute = f"t{self._trained.index(name)}"
        self._root.register_parameter(
            attribute, self._torch.nn.Parameter(self._torch.tensor(array))
        )
        return self._proxy(self._graph.get_attr(attribute))

    def _proxy(self, node: Any) -> Any:
        return self._torch.fx.Proxy(node, self._tracer)


LIFTED = frozenset({"Attention", "Gelu", "Linear", "Swish"})
"""What torch.nn.functional has one call for."""
ALIASING = frozenset(
    {"Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose"}
    | {"Cast", "Expand", "Gather", "LSTM", "Slice", "Split"}
)
"""Operators whose output may share memory with their input."""


def _spare(case: Case) -> set[str]:
    """Tensors that an activation may overwrite: computed, with memory of their own, read once."""
    reads = Counter(name for node in case.nodes for name in node.inputs)
    reads.update(value.name for value in case.outputs)
    made = {name for node in case.nodes if node.op not in ALIASING for name in node.outputs}
    return {name for name in made if reads[name] == 1}


class Operators(Shapes):
    """ONNX operators in torch.nn.functional; `constant` places an array of our own making."""

    DYNAMIC = frozenset({"NonMaxSuppression", "Gather", "Cast", "Squeeze", "Slice"})

    def __init__(self, torch: Any, case: Case, constant: Any) -> None:
        self._torch = self._math = torch
        self._f = torch.nn.functional
        self._case = case
        self._constant = constant
        self._spare = _spare(case)

    def keep_all(self) -> None:
        """Let no activation overwrite its input: gradients are computed from it."""
        self._spare = set()

    def conv(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_conv(self._case, node)
        x, padding = self._pad(x, view, 0.0)
        convolve = getattr(self._torch, f"conv{len(view.size)}d")
        groups = node.attributes.get("group", 1)
        return convolve(x, weight, bias, view.strides, padding, view.dilations, groups)

    def _pad(self, x: Any, view: Window, value: float, most: int | None = None) -> tuple[Any, Any]:
        """Leave padding to the operator where it can do it (alike on both sides, up to `most`)."""
        if view.symmetric and (most is None or max(view.begin) <= most):
            return x, view.begin
        ends = [side for pair in reversed(view.pads) for side in pair]
        return self._f.pad(x, ends, value=value), (0,) * len(view.size)

    def conv_transpose(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        view = geometry.of_transposed(self._case, node)
        convolve = getattr(self._torch, f"conv_transpose{len(view.strides)}d")
        groups = node.attributes.get("group", 1)
        if all(0 <= extra < view.strides[i] for i, extra in enumerate(view.extra)):
            return convolve(
                x, weight, bias, view.strides, view.begin, view.extra, groups, view.dilations
            )
        if min(view.end) < 0:
            raise Unsupported([node.op], "output_padding here")
        y = convolve(x, weight, bias, view.strides, 0, 0, groups, view.dilations)
        spans = [slice(begin, begin + view.target[i]) for i, begin in enumerate(view.begin)]
        return y[(slice(None), slice(None), *spans)]

    def max_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        x, padding = self._pad(x, view, -math.inf, most=min(view.kernel) // 2)
        pool = getattr(self._torch, f"max_pool{len(view.size)}d")
        return pool(x, view.kernel, view.strides, padding, view.dilations)

    def average_pool(self, node: Node, x: Any) -> Any:
        view = geometry.of_pool(self._case, node)
        if set(view.dilations) != {1}:
            raise Unsupported([node.op], "dilations")
        pool = getattr(self._f, f"avg_pool{len(view.size)}d")
        if not view.padded:
            return pool(x, view.kernel, view.strides)
        scale = geometry.average_scale(view, bool(node.attributes.get("count_include_pad", 0)))
        x, _ = self._pad(x, view, 0.0, most=-1)
        return pool(x, view.kernel, view.strides) * self._constant(scale)

    def global_max_pool(self, node: Node, x: Any) -> Any:
        spatial = len(self._case.shapes[node.inputs[0]]) - 2
        return getattr(self._f, f"adaptive_max_pool{spatial}d")(x, 1)

    def global_average_pool(self, node: Node, x: Any) -> Any:
        spatial = len(self._case.shapes[node.inputs[0]]) - 2
        return getattr(self._f, f"adaptive_avg_pool{spatial}d")(x, 1)

    def batch_normalization(
        self, node: Node, x: Any, scale: Any, shift: Any, mean: Any, variance: Any
    ) -> Any:
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.batch_norm(x, mean, variance, scale, shift, False, eps=epsilon)

    def instance_normalization(self, node: Node, x: Any, scale: Any, shift: Any) -> Any:
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.instance_norm(x, weight=scale, bias=shift, eps=epsilon)

    def layer_normalization(self, node: Node, x: Any, scale: Any, shift: Any = None) -> Any:
        shape = self._case.shapes[node.inputs[0]]
        axis = node.attributes.get("axis", -1) % len(shape)
        if self._case.shapes[node.inputs[1]] != shape[axis:]:
            raise Unsupported([node.op], "a scale of another shape")
        epsilon = node.attributes.get("epsilon", 1e-5)
        return self._f.layer_norm(x, shape[axis:], scale, shift, epsilon)

    def gelu(self, node: Node, x: Any) -> Any:
        return self._f.gelu(x, approximate=node.attributes.get("approximate", "none"))

    def swish(self, node: Node, x: Any) -> Any:
        if node.attributes.get("alpha", 1.0) != 1:
            return x * self._torch.sigmoid(node.attributes["alpha"] * x)
        return self._f.silu(x, node.inputs[0] in self._spare)

    def leaky_relu(self, node: Node, x: Any) -> Any:
        return self._f.leaky_relu(x, node.attributes.get("alpha", 0.01))

    def elu(self, node: Node, x: Any) -> Any:
        return self._f.elu(x, node.attributes.get("alpha", 1.0))

    def softplus(self, node: Node, x: Any) -> Any:
        return self._f.softplus(x)

    def attention(self, node: Node, q: Any, k: Any, v: Any, mask: Any = None, *rest: Any) -> Any:
        shape = self._case.shapes[node.inputs[0]]
        if rest or len(shape) != 4 or len(node.outputs) > 1 or "softcap" in node.attributes:
            raise Unsupported([node.op], "a cache, joined heads, or a cap")
        scale = node.attributes.get("scale", shape[-1] ** -0.5)
        causal = bool(node.attributes.get("is_causal", 0))
        return self._f.scaled_dot_product_attention(
            q, k, v, attn_mask=mask, is_causal=causal, scale=scale
        )

    def linear(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        return self._f.linear(x, weight, bias)

    def relu(self, node: Node, x: Any) -> Any:
        return self._f.relu(x, node.inputs[0] in self._spare)

    def sigmoid(self, node: Node, x: Any) -> Any:
        return self._torch.sigmoid(x)

    def hard_swish(self, node: Node, x: Any) -> Any:
        return self._f.hardswish(x, node.inputs[0] in self._spare)

    def hard_sigmoid(self, node: Node, x: Any) -> Any:
        alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
        if math.isclose(alpha, 1 / 6, rel_tol=1e-6) and beta == 0.5:
            return self._f.hardsigmoid(x, node.inputs[0] in self._spare)
        return self._torch.clamp(alpha * x + beta, 0.0, 1.0)

    def clip(self, node: Node, x: Any, *_: Any) -> Any:
        return self._torch.clamp(x, *self._case.bounds(node))

    def softmax(self, node: Node, x: Any) -> Any:
        return self._f.softmax(x, node.attributes.get("axis", -1))

    def log_softmax(self, node: Node, x: Any) -> Any:
        return self._f.log_softmax(x, node.attributes.get("axis", -1))

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        return self._torch.matmul(a, b)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        alpha, beta = node.attributes.get("alpha", 1.0), node.attributes.get("beta", 1.0)
        a = a.t() if node.attributes.get("transA", 0) else a
        vector = c is None or len(self._case.shapes[node.inputs[2]]) == 1
        if node.attributes.get("transB", 0) and alpha == 1 and beta == 1 and vector:
            return self._f.linear(a, b, c)
        b = b.t() if node.attributes.get("transB", 0) else b
        product = alpha * (a @ b)
        return product if c is None else product + beta * c


class Quantised(Dense, Operators):
    """The same with dense layers in INT8."""
