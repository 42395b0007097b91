"""The user's own model: an .onnx file, with sizes for the dimensions it leaves free.

Everything that can be wrong with a file is a KnownError in one line. Data of large tensors are not
read here but mapped, so a model may be larger than memory allows copies of.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import onnx
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from probes.workloads import tensors
from probes.workloads.case import CaseFiles, Shared, digest_of, kept, write_case
from probes.workloads.folding import FREE_INITIALIZERS, shape_of
from probes.workloads.lowering import free_dimensions, opset_of

if TYPE_CHECKING:
    from pathlib import Path

    from probes.workloads.tensors import Arrays

PREFIX = "model:"
"""Workload ids that begin with it stand for models of the user."""
Sizes = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class GivenModel:
    """A model with static inputs: its graph, and its large tensors apart from it."""

    path: Path
    digest: str
    """12 hex characters over the file, its data, and the sizes given."""
    content: str
    """The same without the sizes."""
    light: onnx.ModelProto
    arrays: Arrays

    @property
    def workload(self) -> str:
        """What its results are kept under."""
        return PREFIX + self.digest


def read_model(path: Path, sizes: Sizes) -> GivenModel:
    """Read a model and set the sizes of its inputs.

    Raises:
        KnownError: the file is missing, empty, damaged or too old, its data are not there, or the
            inputs are not fixed by `sizes`.
    """
    model = _parsed(path)
    light, arrays = tensors.apart(model)
    try:
        arrays.update(tensors.external(model, path.parent))
    except (OSError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        where = getattr(error, "filename", None) or path.name
        raise KnownError(
            f"data of {path.name} cannot be read: {where}: {told}",
            hint="a model with external data needs its data files beside it",
        ) from error
    opset_of(light)
    _set_sizes(light, sizes)
    _check(path, light, arrays)
    light = onnx.shape_inference.infer_shapes(light, data_prop=True)
    content = _content(path, arrays)
    whole = hashlib.sha256(f"{content} {sorted(sizes.items())}".encode()).hexdigest()
    return GivenModel(path, whole[:12], content[:16], light, arrays)


def case_of(given: GivenModel, seed: int, cache_dir: Path) -> CaseFiles:
    """The case of a user's model, written on first use.

    Raises:
        KnownError: it cannot be lowered, or its right outputs not be computed.
    """
    digest = digest_of(given.light, seed)[:12]
    shared = Shared(given.content, frozenset(given.arrays))
    return kept(
        f"model-{given.digest}-{digest}",
        f"{given.digest}{digest}",
        cache_dir,
        lambda folder: write_case(given.light, folder, seed, arrays=given.arrays, shared=shared),
    )


def parse_sizes(texts: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Sizes of inputs, as given on the command line.

    Raises:
        KnownError: a text is not NAME=SIZExSIZE, or names an input again.

    >>> parse_sizes(("image=1x3x224x224", "scale="))
    {'image': (1, 3, 224, 224), 'scale': ()}
    """
    found: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, equals, sizes = text.rpartition("=")
        if not equals or not name or not re.fullmatch(r"([1-9]\d*(x[1-9]\d*)*)?", sizes):
            raise KnownError(
                f"input shape {text!r} is not NAME=1x3x224x224",
                hint="give the name of an input and its sizes, for example image=1x3x224x224",
            )
        if name in found:
            raise KnownError(f"input {name!r} is given two shapes", hint="give it one")
        found[name] = tuple(int(size) for size in sizes.split("x") if size)
    return found


def _parsed(path: Path) -> onnx.ModelProto:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise KnownError(
            f"{path} cannot be read: {error.strerror}", hint="give the path of an .onnx file"
        ) from error
    if not content:
        raise KnownError(f"{path} is empty", hint="export it again, or download it again")
    try:
        model: onnx.ModelProto = onnx.ModelProto.FromString(content)
    except DecodeError as error:
        raise KnownError(
            f"{path} is not an ONNX model, or is damaged",
            hint="give an .onnx file; export or download it again if it is one",
        ) from error
    if not model.graph.node or not model.opset_import:
        raise KnownError(f"{path} holds no graph", hint="export it again, or download it again")
    return model


def _set_sizes(light: onnx.ModelProto, sizes: Sizes) -> None:
    """Write the sizes into the inputs, and drop what was inferred for free ones."""
    initial = {tensor.name for tensor in light.graph.initializer}
    inputs = {value.name: value for value in light.graph.input if value.name not in initial}
    for name, size in sizes.items():
        if name not in inputs:
            raise KnownError(f"the model has no input {name!r}", hint=did_you_mean(name, inputs))
        _set_size(inputs[name], size)
    for value in inputs.values():
        if not value.type.HasField("tensor_type"):
            raise KnownError(
                f"input {value.name!r} of the model is no tensor",
                hint="models that take sequences, maps or optional values cannot be measured",
            )
    del light.graph.value_info[:]
    for output in light.graph.output:
        shape = shape_of(output)
        if shape is None or -1 in shape:
            output.type.tensor_type.ClearField("shape")
    free = free_dimensions(light)
    if free:
        told = "; ".join(f"{name} is [{', '.join(dims)}]" for name, dims in free.items())
        options = (
            f"--input-shape {name}=" + "x".join(d if d.isdigit() else "1" for d in dims)
            for name, dims in free.items()
        )
        raise KnownError(
            f"inputs of the model have free dimensions: {told}",
            hint=f"give each its sizes, for example {' '.join(options)}",
        )


def _set_size(value: onnx.ValueInfoProto, size: tuple[int, ...]) -> None:
    known = shape_of(value)
    if known is not None:
        fits = len(known) == len(size) and all(
            is_ in (-1, given) for is_, given in zip(known, size, strict=True)
        )
        if not fits:
            dims = ", ".join("?" if d == -1 else str(d) for d in known)
            raise KnownError(
                f"{'x'.join(map(str, size))} does not fit input {value.name!r}, which is [{dims}]",
                hint="dimensions that the model fixes must stay as they are",
            )
    shape = value.type.tensor_type.shape
    del shape.dim[:]
    shape.SetInParent()
    for length in size:
        shape.dim.add(dim_value=length)


def _check(path: Path, light: onnx.ModelProto, arrays: Arrays) -> None:
    """What the onnx package says of the graph; operators of other domains it leaves alone."""
    checked = tensors.with_inputs(light, arrays)
    checked.ir_version = max(checked.ir_version, FREE_INITIALIZERS)
    for output in checked.graph.output:
        output.type.tensor_type.shape.SetInParent()  # the checker wants one, and looks no further
    try:
        onnx.checker.check_model(checked)
    except onnx.checker.ValidationError as error:
        told = " ".join(str(error).split())[:200]
        raise KnownError(
            f"{path.name} is not a valid ONNX model: {told}", hint="export it again"
        ) from error


def _content(path: Path, arrays: Arrays) -> str:
    """Digest of the file and of all data that lie outside of it."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 24):
            digest.update(piece)
    for name, array in sorted(arrays.items()):
        if getattr(array, "filename", None) is not None:
            digest.update(name.encode())
            digest.update(array.reshape(-1).view("uint8").data)
    return digest.hexdigest()
