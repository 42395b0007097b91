"""An image classifier as an ONNX model, in float32 and quantised to eight bits.

Random convolutions, then a readout fitted to the seeded images by least squares. Quantised means:
static, weights per output channel and with seven bits (eight overflow in the kernels of CPUs
without VNNI), activations by their range on other images; ONNX Runtime turns the pairs of
QuantizeLinear and DequantizeLinear into kernels on integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ._frameworks import onnx_session
from ._images import CLASSES, images
from ._onnx import Graph

if TYPE_CHECKING:
    from collections.abc import Iterable

SIZE, NOISE = 32, 1.5
CONVOLUTIONS = ((3, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2), (128, 128, 1))
"""Channels before and after, stride."""
TRAINED, CALIBRATED = 1500, 128
LARGEST = 63


class Classifier(NamedTuple):
    """Both models, as the content of their files."""

    fp32: bytes
    int8: bytes


def classifier(threads: int) -> Classifier:
    """Fit the readout and write both models."""
    import numpy as np

    rng = np.random.default_rng(0)
    kernels = [
        rng.normal(0, (2 / (9 * before)) ** 0.5, (after, before, 3, 3)).astype(np.float32)
        for before, after, _ in CONVOLUTIONS
    ]
    taught = images(TRAINED, SIZE, 1, noise=NOISE)
    (features,) = run(_model(kernels, None, Plain()), threads, taught.pixels)
    readout = _readout(features, taught.labels)
    fp32 = _model(kernels, readout, Plain())
    calibration = images(CALIBRATED, SIZE, 3, noise=NOISE).pixels
    spied = run(_model(kernels, readout, Plain(), spy=True), threads, calibration)
    ranges = [(float(values.min()), float(values.max())) for values in [calibration, *spied]]
    return Classifier(fp32, _model(kernels, readout, Quantised(ranges)))


def run(model: bytes, threads: int, pixels: Any) -> list[Any]:
    """All outputs of a model for many images."""
    import numpy as np

    session = onnx_session(model, threads)
    parts = [session.run(None, {"pixels": part}) for part in np.array_split(pixels, 8)]
    return [np.concatenate(each) for each in zip(*parts)]


class Plain:
    """Leaves everything as it is, and knows what could have been quantised."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def activation(self, graph: Graph, name: str) -> str:  # noqa: ARG002
        """The name of what stands for the activation `name`."""
        self.seen.append(name)
        return name

    def kernel(self, graph: Graph, array: Any, axis: int) -> str:  # noqa: ARG002
        """The name of what stands for weights whose output channels lie along `axis`."""
        return graph.tensor(array)


class Quantised(Plain):
    """Rounds activations to unsigned, weights to signed integers of eight bits."""

    def __init__(self, ranges: Iterable[tuple[float, float]]) -> None:
        super().__init__()
        self._ranges = iter(ranges)

    def activation(self, graph: Graph, name: str) -> str:
        """A pair of nodes that rounds to 256 steps over the range seen."""
        import numpy as np

        low, high = next(self._ranges)
        low, high = min(low, 0.0), max(high, 0.0)
        step = np.float32((high - low) / 255)
        zero = np.uint8(round(-low / float(step)))
        pair = (graph.tensor(np.asarray(step)), graph.tensor(np.asarray(zero)))
        return graph.add("DequantizeLinear", graph.add("QuantizeLinear", name, *pair), *pair)

    def kernel(self, graph: Graph, array: Any, axis: int) -> str:
        """Integers and a node that scales them."""
        import numpy as np

        others = tuple(n for n in range(array.ndim) if n != axis)
        steps = np.abs(array).max(others, keepdims=True) / np.float32(LARGEST)
        rounded = np.rint(array / steps).astype(np.int8)
        zeros = np.zeros(array.shape[axis], np.int8)
        return graph.add("DequantizeLinear", rounded, steps.ravel(), zeros, axis=axis)


def _readout(features: Any, labels: Any) -> Any:
    """Weights [features, classes] by ridge regression on the classes."""
    import numpy as np

    wanted = np.eye(CLASSES)[labels] - 1 / CLASSES
    x = features.astype(np.float64)
    solved = np.linalg.solve(x.T @ x + 100 * np.eye(x.shape[1]), x.T @ wanted)
    return solved.astype(np.float32)


def _model(kernels: list[Any], readout: Any, way: Plain, *, spy: bool = False) -> bytes:
    """The model from pixels to logits, or to features where there is no readout yet.

    `spy` makes outputs of the activations that are to be quantised, in order, less the pixels.
    """
    graph = Graph()
    x = way.activation(graph, "pixels")
    for array, (_, _, stride) in zip(kernels, CONVOLUTIONS):
        kernel, strides = way.kernel(graph, array, 0), (stride, stride)
        x = graph.add("Relu", graph.add("Conv", x, kernel, pads=(1, 1, 1, 1), strides=strides))
        x = way.activation(graph, x)
    x = graph.add("AveragePool", x, kernel_shape=(4, 4), strides=(4, 4))
    x = way.activation(graph, graph.add("Flatten", x))
    if readout is not None:
        x = graph.add("MatMul", x, way.kernel(graph, readout, 1))
    return graph.model({"pixels": ("n", 3, SIZE, SIZE)}, way.seen[1:] if spy else [x])
