"""Keeping large tensors apart from the graph that uses them.

A graph without its weights is small: shapes are inferred and constants folded in milliseconds, and
a model may be larger than the 2 GiB that one protocol buffer holds. Weights above `EMBEDDED_BYTES`
lie in a file of their own, which the model, the plan, and other batch sizes share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import external_data_helper, helper, numpy_helper

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

SMALL_BYTES = 1024
"""Tensors up to this size stay in the graph: shapes, axes and scalars among them."""
EMBEDDED_BYTES = 200 * 2**20
"""Models with more weights than this keep them beside the file."""
ALIGNMENT = 64

Arrays = dict[str, "NDArray[Any]"]


def apart(model: onnx.ModelProto) -> tuple[onnx.ModelProto, Arrays]:
    """The model without the data of its large initializers, and those data by name.

    An initializer whose data are elsewhere already stays as it is.
    """
    light, arrays = emptied(model), {}
    for tensor in model.graph.initializer:
        if tensor.data_location == onnx.TensorProto.EXTERNAL or not _is_large(tensor):
            light.graph.initializer.append(tensor)
        else:
            arrays[tensor.name] = numpy_helper.to_array(tensor)
            light.graph.initializer.append(placeholder(tensor))
    return light, arrays


def emptied(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model without initializers; nothing large is copied."""
    light = onnx.ModelProto()
    for field, value in model.ListFields():
        if field.name == "graph":
            continue
        if field.is_repeated:
            getattr(light, field.name).extend(value)
        else:
            setattr(light, field.name, value)
    for field, value in model.graph.ListFields():
        if field.name == "initializer":
            continue
        if field.is_repeated:
            getattr(light.graph, field.name).extend(value)
        else:
            setattr(light.graph, field.name, value)
    return light


def placeholder(tensor: onnx.TensorProto, location: str = "apart") -> onnx.TensorProto:
    """A tensor of the same name, type and shape, with its data elsewhere."""
    made = onnx.TensorProto(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims)
    made.data_location = onnx.TensorProto.EXTERNAL
    made.external_data.add(key="location", value=location)
    return made


def external(model: onnx.ModelProto, folder: Path) -> Arrays:
    """The tensors that a model file keeps in other files of its folder, mapped, not read.

    Raises:
        OSError: a file is not there. ValueError: it is too short, or lies outside of the folder.
    """
    arrays = {}
    for tensor in model.graph.initializer:
        if tensor.data_location == onnx.TensorProto.EXTERNAL:
            arrays[tensor.name] = _mapped(tensor, folder)
    return arrays


def _mapped(tensor: onnx.TensorProto, folder: Path) -> NDArray[Any]:
    about = external_data_helper.ExternalDataInfo(tensor)
    path = (folder / about.location).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ValueError(f"tensor {tensor.name!r} points outside of the model's folder")
    dtype = helper.tensor_dtype_to_np_dtype(tensor.data_type)
    shape, offset = tuple(tensor.dims), about.offset or 0
    if 0 in shape:
        return np.zeros(shape, dtype)
    if path.stat().st_size < offset + int(np.prod(shape)) * dtype.itemsize:
        raise ValueError(f"{about.location} is too short for tensor {tensor.name!r}")
    return np.memmap(path, dtype, "r", offset, shape)


def with_inputs(light: onnx.ModelProto, arrays: Arrays) -> onnx.ModelProto:
    """The same graph with the tensors in `arrays` as inputs, for evaluators that are fed."""
    model = emptied(light)
    given = {value.name for value in model.graph.input}
    for tensor in light.graph.initializer:
        if tensor.name not in arrays:
            model.graph.initializer.append(tensor)
        elif tensor.name not in given:
            value = helper.make_tensor_value_info(tensor.name, tensor.data_type, list(tensor.dims))
            model.graph.input.append(value)
    return model


def embedded(light: onnx.ModelProto, arrays: Arrays) -> onnx.ModelProto:
    """The model with its data within, for weights that are not too many."""
    model = emptied(light)
    for tensor in light.graph.initializer:
        if tensor.name in arrays:
            whole = onnx.TensorProto(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims)
            whole.raw_data = np.ascontiguousarray(arrays[tensor.name]).tobytes()
            model.graph.initializer.append(whole)
        else:
            model.graph.initializer.append(tensor)
    return model


def pointing(
    light: onnx.ModelProto, index: Mapping[str, Mapping[str, Any]], location: str
) -> onnx.ModelProto:
    """The model with its data in the file `location` beside it, where `index` says."""
    model = emptied(light)
    for tensor in light.graph.initializer:
        entry = index.get(tensor.name)
        if entry is None:
            model.graph.initializer.append(tensor)
            continue
        made = placeholder(tensor, location)
        made.external_data.add(key="offset", value=str(entry["offset"]))
        made.external_data.add(key="length", value=str(entry["bytes"]))
        model.graph.initializer.append(made)
    return model


def write(path: Path, arrays: Arrays) -> dict[str, dict[str, Any]]:
    """Write tensors one after the other; returns where each lies, its type and shape."""
    index: dict[str, dict[str, Any]] = {}
    with path.open("wb") as file:
        for name, array in arrays.items():
            file.write(b"\0" * (-file.tell() % ALIGNMENT))
            index[name] = {
                "offset": file.tell(),
                "bytes": array.nbytes,
                "dtype": array.dtype.name,
                "shape": list(array.shape),
            }
            np.ascontiguousarray(array).tofile(file)
    return index


def _is_large(tensor: onnx.TensorProto) -> bool:
    return len(tensor.raw_data) > SMALL_BYTES or int(np.prod(tensor.dims)) > SMALL_BYTES // 4
