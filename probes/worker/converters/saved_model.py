"""TensorFlow's own quantiser: the function of the tensorflow adapter becomes a SavedModel in INT8.

tf.quantization.experimental.quantize_saved_model, static, into XLA's integer operators, which its
executor runs too. Of its other two forms, one computes on floats and the other takes hundreds of
times as long as fp32. Ranges are observed on inputs that are not measured with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import artefact, boundary
from ..adapter import load
from ..case import UnsupportedPrecision

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..case import Case

INTEGER = {"XlaConvV2": "convolutions", "XlaDotV2": "matrix products"}
"""The operators that a product of INT8 becomes."""
MADE = "model"
SIGNATURE = "serving_default"


def open() -> Tool:
    """Import TensorFlow."""
    return Tool(load("tensorflow").open("function", 1))


class Tool:
    """The quantiser of an imported TensorFlow."""

    def __init__(self, stack: Any) -> None:
        self._stack = stack
        self.versions = {"tensorflow": stack.version}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write a SavedModel, whose signature names inputs x0, x1 ... and outputs y0, y1 ...

        Raises:
            UnsupportedPrecision: it quantises no operator of the graph.
        """
        import tensorflow as tf

        turned, function = self._stack.function(case)
        plain = tf.Module()
        specs = {
            f"x{i}": tf.TensorSpec(value.shape, value.dtype, f"x{i}")
            for i, value in enumerate(turned.inputs)
        }
        plain.run = tf.function(_named(function), autograph=False)
        concrete = plain.run.get_concrete_function(**specs)
        source = folder.parent / "plain"
        tf.saved_model.save(plain, str(source), signatures={SIGNATURE: concrete})
        loaded = tf.quantization.experimental.quantize_saved_model(
            str(source),
            str(folder / MADE),
            _options(tf),
            representative_dataset=list(_calibration(turned, case)),
        )
        counts = _integer(loaded.signatures[SIGNATURE].graph.as_graph_def())
        if not counts:
            why = "TensorFlow's quantiser quantises no operator of the graph"
            raise UnsupportedPrecision("int8", why, {node.op for node in case.nodes})
        artefact.describe(
            folder,
            inputs=[value.channels_last for value in turned.inputs],
            outputs=[value.channels_last for value in turned.outputs],
        )
        told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        sets = len(case.calibration)
        note = f"quantised by the ranges seen on {sets} seeded inputs that are not measured with"
        return {"notes": [f"{note}: {told}"]}


def _named(function: Any) -> Any:
    """The function with its inputs and outputs by name."""

    def run(**inputs: Any) -> dict[str, Any]:
        found = function(*[inputs[f"x{i}"] for i in range(len(inputs))])
        return {f"y{i}": value for i, value in enumerate(found)}

    return run


def _options(tf: Any) -> Any:
    experimental = tf.quantization.experimental
    options = experimental.QuantizationOptions(
        quantization_method=experimental.QuantizationMethod(
            preset_method=experimental.QuantizationMethod.METHOD_STATIC_RANGE_INT8
        ),
        tags=["serve"],
        signature_keys=[SIGNATURE],
        enable_per_channel_quantization=True,
    )
    options.op_set = (
        options.DESCRIPTOR.fields_by_name["op_set"].enum_type.values_by_name["XLA"].number
    )
    return options


def _calibration(turned: Case, case: Case) -> Iterator[dict[str, Any]]:
    """The inputs to calibrate by, in the function's order of axes and by its names."""
    for each in case.calibration:
        arrays = boundary.inwards(turned.inputs, list(each))
        yield {f"x{i}": array for i, array in enumerate(arrays)}


def _integer(graph: Any) -> dict[str, int]:
    """How many products of a graph and its functions are of integers."""
    counts: dict[str, int] = {}
    for node in [*graph.node, *(node for f in graph.library.function for node in f.node_def)]:
        if node.op in INTEGER:
            counts[INTEGER[node.op]] = counts.get(INTEGER[node.op], 0) + 1
    return counts
