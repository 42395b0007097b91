"""The encoder in TensorFlow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import EPSILON, RATE, Sizes, batch, weights
from ._frameworks import tensorflow_with

if TYPE_CHECKING:
    from collections.abc import Callable


def encode(tf: Any, sizes: Sizes, w: dict[str, Any], x: Any) -> Any:
    """Logits of inputs [batch, positions, width]."""

    def dense(x: Any, name: str) -> Any:
        return tf.matmul(x, w[name]) + w[f"{name}_bias"]

    def norm(x: Any, name: str) -> Any:
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        shift = w[f"{name}_bias"]
        return tf.nn.batch_normalization(x, mean, variance, shift, w[name], EPSILON)

    def attention(x: Any, layer: int) -> Any:
        parts = tf.split(dense(x, f"{layer}/qkv"), 3, -1)
        q, k, v = (tf.transpose(tf.reshape(p, sizes.split), (0, 2, 1, 3)) for p in parts)
        scores = tf.matmul(q, k, transpose_b=True) * sizes.split[-1] ** -0.5
        mixed = tf.transpose(tf.matmul(tf.nn.softmax(scores), v), (0, 2, 1, 3))
        return dense(tf.reshape(mixed, x.shape), f"{layer}/out")

    for layer in range(sizes.layers):
        x = x + attention(norm(x, f"{layer}/norm1"), layer)
        h = tf.nn.relu(dense(norm(x, f"{layer}/norm2"), f"{layer}/up"))
        x = x + dense(h, f"{layer}/down")
    return tf.matmul(tf.reduce_mean(x, 1), w["classes"])


def forward(sizes: Sizes, threads: int, *, graph: bool = True) -> Callable[[], Any]:
    """Inference as a tf.function, or eager: a call gives the logits on the host."""
    tf = tensorflow_with(threads)
    w = {name: tf.constant(array) for name, array in weights(sizes).items()}
    x = tf.constant(batch(sizes)[0])
    if not graph:
        return lambda: encode(tf, sizes, w, x).numpy()
    function = tf.function(lambda x: encode(tf, sizes, w, x), autograph=False)
    return lambda: function(x).numpy()


def training(sizes: Sizes, threads: int) -> Callable[[], float]:
    """A step of gradient descent as a tf.function, which gives its loss."""
    tf = tensorflow_with(threads)
    w = {name: tf.Variable(array) for name, array in weights(sizes).items()}
    x, labels = (tf.constant(array) for array in batch(sizes))

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def step(x: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            logits = encode(tf, sizes, w, x)
            each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            loss = tf.reduce_mean(each)
        for variable, gradient in zip(w.values(), tape.gradient(loss, list(w.values()))):
            variable.assign_sub(RATE * gradient)
        return loss

    return lambda: float(step(x, labels).numpy())
