"""A residual convolutional network as arrays: the same weights in every framework and runtime.

Convolution, batch norm, ReLU; the input is added where the shapes allow it. One image, ten classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import onnx_session, openvino_model, tensorflow_with, torch_with
from ._onnx import Graph

if TYPE_CHECKING:
    from collections.abc import Callable

LAYERS = ((3, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2), (128, 128, 1))
"""Channels before and after, and the stride."""
SIDE, CLASSES, EPSILON = 112, 10, 1e-5


def arrays() -> tuple[list[tuple[Any, ...]], Any, Any]:
    """By layer its kernel [out, in, 3, 3], scale, shift, mean and variance; classes; an image."""
    import numpy as np

    rng, layers = np.random.default_rng(0), []
    for before, after, _ in LAYERS:
        kernel = rng.normal(0, (2 / (9 * before)) ** 0.5, (after, before, 3, 3))
        norm = (rng.uniform(0.5, 1.5, after), *rng.normal(0, 0.1, (2, after)))
        made = (kernel, *norm, rng.uniform(0.5, 1.5, after))
        layers.append(tuple(np.asarray(array, np.float32) for array in made))
    classes = rng.normal(0, 0.1, (LAYERS[-1][1], CLASSES)).astype(np.float32)
    return layers, classes, rng.normal(size=(1, 3, SIDE, SIDE)).astype(np.float32)


def torch_forward(threads: int, *, compiled: bool = False) -> Callable[[], Any]:
    """PyTorch, eager or by torch.compile."""
    torch = torch_with(threads)
    from torch.nn import functional

    layers, classes, image = arrays()
    tensors = [tuple(torch.from_numpy(a) for a in layer) for layer in layers]
    top, image = torch.from_numpy(classes), torch.from_numpy(image)

    def forward(x: Any) -> Any:
        for (kernel, scale, shift, mean, variance), (*_, stride) in zip(tensors, LAYERS):
            y = functional.conv2d(x, kernel, stride=stride, padding=1)
            y = functional.batch_norm(y, mean, variance, scale, shift, eps=EPSILON)
            x = functional.relu(y + x if y.shape == x.shape else y)
        return x.mean((2, 3)) @ top

    run = torch.compile(forward) if compiled else forward

    def call() -> Any:
        with torch.inference_mode():
            return run(image).numpy()

    return call


def tensorflow_forward(threads: int) -> Callable[[], Any]:
    """TensorFlow as a tf.function; images have their channels last, as it is faster there."""
    tf = tensorflow_with(threads)
    layers, classes, image = arrays()
    kernels = [tf.constant(kernel.transpose(2, 3, 1, 0)) for kernel, *_ in layers]
    norms = [tuple(map(tf.constant, norm)) for _, *norm in layers]
    top, image = tf.constant(classes), tf.constant(image.transpose(0, 2, 3, 1))

    def forward(x: Any) -> Any:
        for kernel, (scale, shift, mean, variance), (*_, stride) in zip(kernels, norms, LAYERS):
            y = tf.nn.conv2d(x, kernel, stride, [[0, 0], [1, 1], [1, 1], [0, 0]])
            y = tf.compat.v1.nn.fused_batch_norm(
                y, scale, shift, mean, variance, epsilon=EPSILON, is_training=False
            )[0]
            x = tf.nn.relu(y + x if y.shape == x.shape else y)
        return tf.matmul(tf.reduce_mean(x, (1, 2)), top)

    function = tf.function(forward, autograph=False)
    return lambda: function(image).numpy()


def onnxruntime_forward(threads: int) -> Callable[[], Any]:
    """ONNX Runtime, with its optimisations."""
    session, image = onnx_session(model(), threads), arrays()[2]
    return lambda: session.run(None, {"image": image})[0]


def openvino_forward(threads: int) -> Callable[[], Any]:
    """OpenVINO, compiled for latency."""
    run, image = openvino_model(model(), threads), arrays()[2]
    return lambda: run({"image": image})


def model() -> bytes:
    """The network as an ONNX model, operator by operator, as an exporter writes it."""
    layers, classes, _ = arrays()
    graph, x = Graph(), "image"
    for (kernel, *norm), (before, after, stride) in zip(layers, LAYERS):
        y = graph.add("Conv", x, kernel, pads=(1, 1, 1, 1), strides=(stride, stride))
        y = graph.add("BatchNormalization", y, *norm, epsilon=EPSILON)
        y = graph.add("Add", y, x) if (before, 1) == (after, stride) else y
        x = graph.add("Relu", y)
    x = graph.add("Flatten", graph.add("GlobalAveragePool", x))
    return graph.model({"image": (1, 3, SIDE, SIDE)}, [graph.add("MatMul", x, classes)])
