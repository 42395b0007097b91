"""Writing a graph of ONNX meaning, node by node, with weights drawn as it grows.

Without a random generator the weights are declared but not drawn: operators, shapes and costs of a
large network are then there in milliseconds. onnx is imported when the model is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import onnx
    from numpy.typing import NDArray

OPSET = 17
"""The lowest opset in which every operator used here has its present meaning."""
IR_VERSION = 8
SEEDED = "seeded"
"""Where the data of a weight lie that is declared and not drawn: nowhere yet."""


@dataclass(frozen=True)
class Declared:
    """A float32 weight that was not drawn; `recipe` says how it would be."""

    shape: tuple[int, ...]
    recipe: str


@dataclass(frozen=True)
class _Output:
    name: str
    shape: tuple[int | None, ...] | None
    dtype: str


class Graph:
    """A model under construction; tensors are referred to by name."""

    def __init__(self, name: str, rng: np.random.Generator | None) -> None:
        self.name = name
        self.rng = rng
        self._nodes: list[tuple[str, list[str], list[str], dict[str, Any]]] = []
        self._weights: dict[str, NDArray[Any] | Declared] = {}
        self._drawn: set[str] = set()
        self._inputs: list[tuple[str, tuple[int, ...], str]] = []
        self._outputs: list[_Output] = []

    def input(self, name: str, shape: tuple[int, ...], dtype: str = "float32") -> str:
        """Declare an input; integers are drawn below the size of the table they index."""
        self._inputs.append((name, shape, dtype))
        return name

    def output(
        self, name: str, shape: tuple[int | None, ...] | None = None, dtype: str = "float32"
    ) -> None:
        """Declare a tensor to be an output; a `shape` that is given is checked."""
        self._outputs.append(_Output(name, shape, dtype))

    def weight(self, name: str, values: NDArray[Any]) -> str:
        """Add a float32 constant."""
        return self.constant(name, np.array(values, dtype=np.float32, order="C"))

    def constant(self, name: str, values: NDArray[Any]) -> str:
        """Add a constant of the array's own type."""
        self._weights[name] = values
        return name

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """Add an operation with one output and return the output's name."""
        (output,) = self.nodes(operator, *inputs, outputs=1, **attributes)
        return output

    def nodes(self, operator: str, *inputs: str, outputs: int, **attributes: Any) -> list[str]:
        """Add an operation with several outputs and return their names."""
        stem = f"{operator.lower()}_{len(self._nodes)}"
        names = [stem if i == 0 else f"{stem}_{i}" for i in range(outputs)]
        self._nodes.append((operator, list(inputs), list(names), attributes))
        return names

    def normal(self, name: str, shape: tuple[int, ...], fan_in: float, gain: float = 1.0) -> str:
        """Add a weight drawn from N(0, gain / fan_in), which keeps activations of order one.

        `gain` 2 makes up for a rectifier that halves the variance (He et al. 2015, eq. 10).
        """
        scale = float(np.sqrt(gain / fan_in))
        if self.rng is None:
            return self._declare(name, shape, f"normal {scale!r}")
        drawn = self.rng.standard_normal(shape, dtype=np.float32)
        drawn *= np.float32(scale)
        self._drawn.add(name)
        return self.constant(name, drawn)

    def uniform(self, name: str, shape: tuple[int, ...] | int, low: float, high: float) -> str:
        """Add a weight drawn evenly between `low` and `high`."""
        if self.rng is None:
            size = shape if isinstance(shape, tuple) else (shape,)
            return self._declare(name, size, f"uniform {low!r} {high!r}")
        self._drawn.add(name)
        return self.weight(name, self.rng.uniform(low, high, shape))

    def _declare(self, name: str, shape: tuple[int, ...], recipe: str) -> str:
        self._weights[name] = Declared(shape, recipe)
        return name

    def model(self) -> onnx.ModelProto:
        """The model, checked and with all shapes inferred; drawn weights lie within it."""
        import onnx  # the operators of a workload are listed without it

        model = onnx.shape_inference.infer_shapes(self._bare(), strict_mode=True)
        onnx.checker.check_model(_with_weights_as_inputs(model), full_check=True)
        for tensor in model.graph.initializer:
            values = self._weights[tensor.name]
            if isinstance(values, np.ndarray) and not tensor.raw_data:
                del tensor.external_data[:]
                tensor.data_location = onnx.TensorProto.DEFAULT
                tensor.raw_data = values.tobytes()
        return model

    def _bare(self) -> onnx.ModelProto:
        """The model with drawn weights declared only: cheap to hand over to onnx and back."""
        from onnx import helper, numpy_helper

        tensors = [
            numpy_helper.from_array(values, name)
            if isinstance(values, np.ndarray) and name not in self._drawn
            else _declared(name, values)
            for name, values in self._weights.items()
        ]
        graph = helper.make_graph(
            [helper.make_node(op, i, o, name=o[0], **a) for op, i, o, a in self._nodes],
            self.name,
            [_info(name, dtype, shape) for name, shape, dtype in self._inputs],
            [_info(each.name, each.dtype, each.shape) for each in self._outputs],
            tensors,
        )
        return helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
            producer_name="advisor",
        )


def _info(name: str, dtype: str, shape: tuple[int | None, ...] | None) -> onnx.ValueInfoProto:
    from onnx import helper

    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    return helper.make_tensor_value_info(name, kind, shape)


def _declared(name: str, values: NDArray[Any] | Declared) -> onnx.TensorProto:
    """A tensor without data; its description is how it is drawn."""
    import onnx

    recipe = values.recipe if isinstance(values, Declared) else ""  # the data say it themselves
    tensor = onnx.TensorProto(name=name, dims=values.shape, doc_string=recipe)
    tensor.data_type = onnx.TensorProto.FLOAT
    tensor.data_location = onnx.TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", SEEDED
    return tensor


def _with_weights_as_inputs(bare: onnx.ModelProto) -> onnx.ModelProto:
    """The same graph for the checker, which would look for the data of declared weights."""
    import onnx
    from onnx import helper

    model = onnx.ModelProto()
    model.CopyFrom(bare)
    declared = [t for t in bare.graph.initializer if t.external_data]
    kept = [t for t in bare.graph.initializer if not t.external_data]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    model.graph.input.extend(
        helper.make_tensor_value_info(t.name, t.data_type, list(t.dims)) for t in declared
    )
    return model
