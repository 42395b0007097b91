"""Look into a model of the user: what it computes and what it takes in, without running it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from knowledge.errors import KnownError
from knowledge.schema.base import LocalText, Noun


class Inspection(Noun):
    """What is in an .onnx file."""

    path: Path
    workload: str
    """The id its results are kept under."""
    opset: int
    nodes: int
    inputs: dict[str, tuple[int, ...]]
    operators: dict[str, int]
    """Operator -> how often it is used, most used first."""
    megabytes: float
    """Size of the weights."""


def inspect_model(path: Path, shapes: str = "") -> Inspection:
    """Read the model at `path`, with sizes of its inputs as ``NAME=1x3x224x224``.

    Raises:
        KnownError: the file is missing, damaged, no ONNX model, or leaves dimensions free.
    """
    from probes.workloads.folding import shape_of
    from probes.workloads.lowering import opset_of
    from probes.workloads.model_file import parse_sizes, read_model

    if path.is_dir():
        raise KnownError(f"{path} is a folder", hint="give the path of an .onnx file")
    given = read_model(path.expanduser(), parse_sizes(tuple(shapes.split())))
    graph = given.light.graph
    initial = {tensor.name for tensor in graph.initializer}
    counts = Counter(node.op_type for node in graph.node)
    small = sum(len(tensor.raw_data) for tensor in graph.initializer)
    return Inspection(
        path=path,
        workload=given.workload,
        opset=opset_of(given.light),
        nodes=len(graph.node),
        inputs={
            value.name: tuple(shape_of(value) or ())
            for value in graph.input
            if value.name not in initial
        },
        operators=dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))),
        megabytes=(small + sum(array.nbytes for array in given.arrays.values())) / 1e6,
    )


def workloads() -> dict[str, LocalText]:
    """The built-in workloads with their titles."""
    from probes.workloads.catalog import title, workload_ids

    return {name: title(name) for name in workload_ids()}
