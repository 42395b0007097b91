"""PyTorch's dense layers in INT8, quantised dynamically: no calibration is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..case import UnsupportedPrecision

if TYPE_CHECKING:
    from ..case import Case, Node

DENSE = frozenset({"Gemm", "Linear", "MatMul"})
CONVOLVING = frozenset({"Conv", "ConvTranspose", "LSTM"})


class Dense:
    """For a table of operators: weights per output channel, activations quantised per call."""

    _torch: Any
    _case: Any

    def __init__(self, torch: Any, case: Case, constant: Any, packed: Any) -> None:
        # mypy: a mixin does not know the table it is mixed into.
        super().__init__(torch, case, constant)  # type: ignore[call-arg]
        self._packed = packed
        self._count = 0
        products = [node for node in case.nodes if node.op in DENSE]
        self._products = len(products)
        others = {node.op for node in case.nodes} & CONVOLVING
        if others or not any(map(self._fits, products)):
            why = "the probe quantises PyTorch's convolutions and layers of constant weights alone"
            raise UnsupportedPrecision("int8", why, others or {node.op for node in case.nodes})

    def note(self) -> str:
        """How much of the model is quantised."""
        return f"quantised dynamically: {self._count} of {self._products} matrix products"

    def _fits(self, node: Node) -> bool:
        """Whether it multiplies by a constant matrix, plainly."""
        weight = self._case.weights.get(node.inputs[1])
        bias = node.inputs[2] if len(node.inputs) > 2 else ""
        plain = all(node.attributes.get(name, 1) == 1 for name in ("alpha", "beta"))
        known = not bias or (bias in self._case.weights and self._case.weights[bias].ndim == 1)
        turned = bool(node.attributes.get("transA", 0))
        return weight is not None and weight.ndim == 2 and plain and known and not turned

    def _dense(self, node: Node, x: Any, *, turned: bool) -> Any:
        """X times the transpose of the weights [out, in], which are `turned` or not yet."""
        torch, weights = self._torch, self._case.weights
        weight = torch.tensor(weights[node.inputs[1]])
        weight = weight if turned else weight.t().contiguous()
        bias = node.inputs[2] if len(node.inputs) > 2 else ""
        scales = (weight.abs().amax(1) / 127).clamp(min=1e-12)
        zeros = torch.zeros(len(scales), dtype=torch.long)
        whole = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
        shift = torch.tensor(weights[bias]) if bias else None
        self._count += 1
        packed = self._packed(torch.ops.quantized.linear_prepack(whole, shift))
        return torch.ops.quantized.linear_dynamic(x, packed, True)

    def _plainly(self, name: str, node: Node, *given: Any) -> Any:
        """The operator as the table beside this class has it, in fp32."""
        return getattr(super(), name)(node, *given)

    def linear(self, node: Node, x: Any, weight: Any, bias: Any = None) -> Any:
        if not self._fits(node):
            return self._plainly("linear", node, x, weight, bias)
        return self._dense(node, x, turned=True)

    def mat_mul(self, node: Node, a: Any, b: Any) -> Any:
        if not self._fits(node):
            return self._plainly("mat_mul", node, a, b)
        return self._dense(node, a, turned=False)

    def gemm(self, node: Node, a: Any, b: Any, c: Any = None) -> Any:
        if not self._fits(node):
            return self._plainly("gemm", node, a, b, c)
        return self._dense(node, a, turned=bool(node.attributes.get("transB", 0)))
