"""Writing a graph of ONNX meaning, node by node, with weights drawn as it grows.

onnx itself is imported only when the finished model is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import onnx
    from numpy.typing import NDArray

OPSET = 17
"""The lowest opset in which every operator used here has its present meaning."""
IR_VERSION = 8


class Graph:
    """A model under construction; tensors are referred to by name."""

    def __init__(self, name: str, rng: np.random.Generator) -> None:
        self.name = name
        self.rng = rng
        self._nodes: list[tuple[str, list[str], str, dict[str, Any]]] = []
        self._weights: dict[str, NDArray[np.float32]] = {}
        self._inputs: list[tuple[str, tuple[int, ...]]] = []
        self._outputs: list[tuple[str, tuple[int, ...] | None]] = []

    def input(self, name: str, shape: tuple[int, ...]) -> str:
        """Declare a float32 input."""
        self._inputs.append((name, shape))
        return name

    def output(self, name: str, shape: tuple[int, ...] | None = None) -> None:
        """Declare a tensor to be an output; a `shape` that is given is checked."""
        self._outputs.append((name, shape))

    def weight(self, name: str, values: NDArray[Any]) -> str:
        """Add a constant."""
        self._weights[name] = np.array(values, dtype=np.float32, order="C")
        return name

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """Add an operation with one output and return the output's name."""
        output = f"{operator.lower()}_{len(self._nodes)}"
        self._nodes.append((operator, list(inputs), output, attributes))
        return output

    def normal(self, name: str, shape: tuple[int, ...], fan_in: int, gain: float = 1.0) -> str:
        """Add a weight drawn from N(0, gain / fan_in), which keeps activations of order one.

        `gain` 2 makes up for a rectifier that halves the variance (He et al. 2015, eq. 10).
        """
        scale = np.sqrt(gain / fan_in)
        return self.weight(name, self.rng.standard_normal(shape, dtype=np.float32) * scale)

    def model(self) -> onnx.ModelProto:
        """The finished model, checked and with all shapes inferred."""
        import onnx  # the operators of a workload are listed without it
        from onnx import TensorProto, helper, numpy_helper

        def declare(
            items: Iterable[tuple[str, tuple[int, ...] | None]],
        ) -> list[onnx.ValueInfoProto]:
            return [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in items]

        graph = helper.make_graph(
            [helper.make_node(op, i, [o], name=o, **a) for op, i, o, a in self._nodes],
            self.name,
            declare(self._inputs),
            declare(self._outputs),
            [numpy_helper.from_array(array, name) for name, array in self._weights.items()],
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
            producer_name="advisor",
        )
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        onnx.checker.check_model(model, full_check=True)
        return model
