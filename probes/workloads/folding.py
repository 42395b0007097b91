"""Static shapes, and what follows from them: arithmetic on shapes is done before anything is built.

Exporters write the shapes of a model with free dimensions as a graph of their own (Shape, Gather,
Concat, Reshape). Once the inputs have sizes these are numbers, and frameworks want numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from probes.workloads.tensors import Arrays

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

LARGEST_BYTES = 64 * 2**20
"""Results above this stay computed by the graph."""
KEPT = frozenset(
    {"DequantizeLinear", "QuantizeLinear", "DynamicQuantizeLinear", "Constant", "Dropout"}
    | {"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike"}
    | {"Multinomial", "Bernoulli", "If", "Loop", "Scan"}
)
"""Operators that are not replaced by what they give: the point of a quantised model, say."""
ROUNDS = 60
FREE_INITIALIZERS = 4
"""The IR version before which every initializer had to be listed among the inputs too."""

Shapes = dict[str, "list[int] | None"]


class Folded:
    """A graph's nodes that are left, its constants, and the shape and type of every tensor.

    A shape is None where the rank is unknown; -1 stands for a length that depends on the data.
    Nothing is made of weights that are `trained`.
    """

    def __init__(
        self, light: onnx.ModelProto, arrays: Arrays, trained: frozenset[str] = frozenset()
    ) -> None:
        self._model = onnx.ModelProto()
        self._model.CopyFrom(light)
        self._model.ir_version = max(light.ir_version, FREE_INITIALIZERS)
        self._arrays = arrays
        self._trained = trained
        self.constants: Arrays = {}
        self.shapes: Shapes = {}
        self.dtypes: dict[str, str] = {}
        self._declare_inputs()
        self._fold()

    @property
    def nodes(self) -> list[onnx.NodeProto]:
        """What is left to compute, in order."""
        return list(self._model.graph.node)

    def _declare_inputs(self) -> None:
        """Initializers are constants, though old models list them among the inputs."""
        graph = self._model.graph
        for tensor in graph.initializer:
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                found = self._arrays.get(tensor.name)
            else:
                found = numpy_helper.to_array(tensor)
            if found is not None:
                self.constants[tensor.name] = found
        names = {tensor.name for tensor in graph.initializer}
        given = [value for value in graph.input if value.name not in names]
        del graph.input[:]
        graph.input.extend(given)

    def _fold(self) -> None:
        for _ in range(ROUNDS):
            self._infer()
            if not self._replace():
                return

    def _infer(self) -> None:
        inferred = onnx.shape_inference.infer_shapes(self._model, data_prop=True)
        graph = inferred.graph
        for value in (*graph.input, *graph.value_info, *graph.output):
            self.shapes[value.name] = shape_of(value)
            self.dtypes[value.name] = dtype_of(value)
        for tensor in graph.initializer:
            self.shapes[tensor.name] = list(tensor.dims)
            self.dtypes[tensor.name] = dtype_name(tensor.data_type)

    def _replace(self) -> bool:
        """Turn nodes with a known result into constants; whether shapes may follow from it."""
        left, found = [], False
        for node in self._model.graph.node:
            results = self._results(node)
            if results is None:
                left.append(node)
                continue
            found = True
            for name, value in results.items():
                self._add(name, value)
        del self._model.graph.node[:]
        self._model.graph.node.extend(left)
        return found

    def _add(self, name: str, value: NDArray[Any]) -> None:
        self.constants[name] = value
        if value.nbytes <= LARGEST_BYTES // 64:
            tensor = numpy_helper.from_array(np.asarray(value, order="C"), name)
        else:
            tensor = onnx.TensorProto(name=name, dims=value.shape)
            tensor.data_type = helper.np_dtype_to_tensor_dtype(value.dtype)
            tensor.data_location = onnx.TensorProto.EXTERNAL
            tensor.external_data.add(key="location", value="folded")
        self._model.graph.initializer.append(tensor)

    def _results(self, node: onnx.NodeProto) -> dict[str, NDArray[Any]] | None:
        """What the node gives, if that is known already."""
        if node.op_type == "Constant" and not node.domain:
            return {node.output[0]: constant(node)}
        if node.op_type == "Shape" and not node.domain:
            return self._shape(node)
        if node.domain not in ("", "ai.onnx") or node.op_type in KEPT:
            return None
        if any(a.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS)
               for a in node.attribute):  # fmt: skip
            return None
        known = self.constants.keys() - self._trained
        if not all(not name or name in known for name in node.input):
            return None
        return self._evaluated(node)

    def _shape(self, node: onnx.NodeProto) -> dict[str, NDArray[Any]] | None:
        shape = self.shapes.get(node.input[0])
        if shape is None or -1 in shape:
            return None
        span = {a.name: a.i for a in node.attribute}
        part = shape[span.get("start", 0) : span.get("end", len(shape))]
        return {node.output[0]: np.array(part, dtype=np.int64)}

    def _evaluated(self, node: onnx.NodeProto) -> dict[str, NDArray[Any]] | None:
        feed = {name: self.constants[name] for name in node.input if name}
        sizes = [self.shapes.get(name) for name in node.output if name]
        if any(s is not None and np.prod(s) * 4 > LARGEST_BYTES for s in sizes):
            return None
        inputs = [
            helper.make_tensor_value_info(
                name, helper.np_dtype_to_tensor_dtype(array.dtype), list(array.shape)
            )
            for name, array in feed.items()
        ]
        outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
        graph = helper.make_graph([node], "one", inputs, outputs)
        model = helper.make_model(graph, opset_imports=self._model.opset_import)
        try:
            results = ReferenceEvaluator(model).run(None, feed)
        except Exception:
            return None  # whatever it is, the node stays and a framework may know better
        made = dict(zip((o.name for o in outputs), results, strict=True))
        plain = all(isinstance(v, np.ndarray | np.generic) for v in made.values())
        return {n: np.asarray(v) for n, v in made.items()} if plain else None


def shape_of(value: onnx.ValueInfoProto) -> list[int] | None:
    """Lengths of the axes, -1 for one that is not fixed; None without a rank."""
    kind = value.type.tensor_type
    if not kind.HasField("shape"):
        return None
    return [int(d.dim_value) if d.HasField("dim_value") else -1 for d in kind.shape.dim]


def dtype_of(value: onnx.ValueInfoProto) -> str:
    """Name of the numpy type, "" where there is none."""
    return dtype_name(value.type.tensor_type.elem_type)


def dtype_name(kind: int) -> str:
    """Name of the numpy type of an ONNX element type, "" where there is none.

    >>> dtype_name(onnx.TensorProto.INT64), dtype_name(0)
    ('int64', '')
    """
    try:
        return helper.tensor_dtype_to_np_dtype(kind).name
    except KeyError:
        return ""


def constant(node: onnx.NodeProto) -> NDArray[Any]:
    """Value of a Constant node, in whatever attribute it is written."""
    attribute = node.attribute[0]
    value = helper.get_attribute_value(attribute)
    if isinstance(value, onnx.TensorProto):
        array: NDArray[Any] = numpy_helper.to_array(value)
        return array
    kinds: Mapping[str, Any] = {"value_int": np.int64, "value_ints": np.int64}
    if attribute.name.startswith("value_string") or attribute.name == "sparse_value":
        return np.array(value, dtype=object)
    return np.array(value, dtype=kinds.get(attribute.name, np.float32))
