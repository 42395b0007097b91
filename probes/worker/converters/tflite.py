"""TensorFlow Lite's converter: the function of the tensorflow adapter becomes model.tflite.

The function is in channels-last order, as TensorFlow Lite's kernels want it. Only built-in
operators are allowed: those of TensorFlow itself ("select", "flex") would need a runtime ten times
the size. With inputs to calibrate by, weights and activations are quantised to eight bits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .. import artefact, boundary
from ..adapter import load
from ..case import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..case import Case


QUANTISED = "quantised by the ranges seen on {sets} seeded inputs that are not measured with"


def open() -> Tool:
    """Import TensorFlow."""
    return Tool(load("tensorflow").open("function", 1))


class Tool:
    """TFLiteConverter of an imported TensorFlow."""

    def __init__(self, stack: Any) -> None:
        self._stack = stack
        self.versions = {"tensorflow": stack.version}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write model.tflite, whose one signature names inputs x0, x1 ... and outputs y0, y1 ..."""
        import tensorflow as tf

        turned, function = self._stack.function(case)
        named = tf.function(
            lambda **inputs: {
                f"y{i}": y
                for i, y in enumerate(function(*[inputs[f"x{i}"] for i in range(len(inputs))]))
            },
            autograph=False,
        )
        specs = {
            f"x{i}": tf.TensorSpec(value.shape, value.dtype, f"x{i}")
            for i, value in enumerate(turned.inputs)
        }
        concrete = named.get_concrete_function(**specs)
        converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete], tf.Module())
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS]
        if case.calibration:
            converter.optimizations = [tf.lite.Optimize.DEFAULT]
            converter.representative_dataset = lambda: _named(turned, case)
        try:
            content = converter.convert()
        except Exception as error:
            # ConverterError and others; the names stand in the text: "tf.Erf", "Select TF ops: Erf"
            lacking = _lacking(str(error))
            if not lacking:
                raise
            raise Unsupported(lacking, "no built-in operator of TensorFlow Lite") from error
        (folder / "model.tflite").write_bytes(content)
        artefact.describe(
            folder,
            inputs=[value.channels_last for value in turned.inputs],
            outputs=[value.channels_last for value in turned.outputs],
        )
        return {"notes": [QUANTISED.format(sets=len(case.calibration))]} if case.calibration else {}


def _named(turned: Case, case: Case) -> Iterator[dict[str, Any]]:
    """The inputs to calibrate by, in the function's order of axes and by its names."""
    for each in case.calibration:
        arrays = boundary.inwards(turned.inputs, list(each))
        yield {f"x{i}": array for i, array in enumerate(arrays)}


def _lacking(message: str) -> set[str]:
    r"""TensorFlow operators a failed conversion names.

    >>> sorted(_lacking("Some ops are not supported ...\nTF Select ops: Erfc, Roll\nDetails:"))
    ['Erfc', 'Roll']
    >>> sorted(_lacking("Custom ops: Det\n"))
    ['Det']
    """
    listed = re.findall(r"(?:Select|Flex|Custom) ops: ([\w., ]+)", message)
    return {name.strip() for names in listed for name in names.split(",") if name.strip()}
