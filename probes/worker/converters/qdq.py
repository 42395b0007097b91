"""ONNX Runtime's own quantiser: static, with QuantizeLinear and DequantizeLinear around operators.

Deterministic: the inputs to calibrate by are seeded. Weights are signed, per output channel and
with seven bits (eight overflow in the kernels of CPUs without VNNI), activations unsigned with
their range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..case import UnsupportedPrecision

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..case import Case


def open() -> Tool:
    """Import the quantiser, which needs the onnx package too."""
    import onnx
    import onnxruntime.quantization

    return Tool(onnx, onnxruntime)


class Tool:
    """onnxruntime.quantization."""

    def __init__(self, onnx: Any, onnxruntime: Any) -> None:
        self._onnx = onnx
        self._onnxruntime = onnxruntime
        self.versions = {"onnx": onnx.__version__, "onnxruntime": onnxruntime.__version__}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write model.onnx, quantised; raises UnsupportedPrecision where no operator can be."""
        quantization = self._onnxruntime.quantization
        simple = self._simplified(case, folder)
        target = folder / "model.onnx"
        quantization.quantize_static(
            str(simple),
            str(target),
            _Reader([value.name for value in case.inputs], case.calibration),
            per_channel=True,
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
        )
        for left in folder.glob("simple*"):
            left.unlink()
        kinds = [
            node.op_type
            for node in self._onnx.load(str(target), load_external_data=False).graph.node
        ]
        if "QuantizeLinear" not in kinds:
            raise UnsupportedPrecision("int8", "ONNX Runtime quantises no operator of the graph")
        sets = len(case.calibration)
        note = (
            f"quantised by the ranges seen on {sets} seeded inputs that are not measured with, "
            "weights per channel in 7 bits"
        )
        return {"notes": [note]}

    def _simplified(self, case: Case, folder: Path) -> Path:
        """The model with batch normalisations folded into convolutions, as the quantiser wants."""
        ort, path = self._onnxruntime, folder / "simple.onnx"
        options = ort.SessionOptions()
        options.optimized_model_filepath = str(path)
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.log_severity_level = 3
        # Weights that lie beside the model would be looked for beside its copy.
        whole = folder / "simple-whole.onnx"
        self._onnx.save(self._onnx.load(str(case.model)), str(whole))
        ort.InferenceSession(str(whole), options, providers=["CPUExecutionProvider"])
        return path


class _Reader:
    """What the quantiser takes calibration inputs from."""

    def __init__(self, names: list[str], sets: tuple[tuple[Any, ...], ...]) -> None:
        feeds = [{name: each[i] for i, name in enumerate(names)} for each in sets]
        self._feeds: Iterator[dict[str, Any]] = iter(feeds)

    def get_next(self) -> dict[str, Any] | None:
        """The next inputs by name; None at the end."""
        return next(self._feeds, None)
