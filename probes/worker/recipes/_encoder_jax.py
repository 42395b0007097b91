"""The encoder in JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import EPSILON, RATE, Sizes, batch, weights
from ._frameworks import jax_with

if TYPE_CHECKING:
    from collections.abc import Callable


def encode(jax: Any, sizes: Sizes, w: dict[str, Any], x: Any) -> Any:
    """Logits of inputs [batch, positions, width]."""

    def dense(x: Any, name: str) -> Any:
        return x @ w[name] + w[f"{name}_bias"]

    def norm(x: Any, name: str) -> Any:
        scaled = jax.nn.standardize(x, axis=-1, epsilon=EPSILON)
        return scaled * w[name] + w[f"{name}_bias"]

    def attention(x: Any, layer: int) -> Any:
        parts = jax.numpy.split(dense(x, f"{layer}/qkv"), 3, -1)
        q, k, v = (part.reshape(sizes.split).transpose(0, 2, 1, 3) for part in parts)
        scores = q @ k.swapaxes(-1, -2) * sizes.split[-1] ** -0.5
        mixed = (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        return dense(mixed, f"{layer}/out")

    for layer in range(sizes.layers):
        x = x + attention(norm(x, f"{layer}/norm1"), layer)
        h = jax.nn.relu(dense(norm(x, f"{layer}/norm2"), f"{layer}/up"))
        x = x + dense(h, f"{layer}/down")
    return x.mean(1) @ w["classes"]


def forward(sizes: Sizes, threads: int) -> Callable[[], Any]:
    """Inference operator by operator: a call gives the logits on the host."""
    import numpy as np

    jax = jax_with(threads)
    w, x = jax.device_put(weights(sizes)), jax.numpy.asarray(batch(sizes)[0])
    return lambda: np.asarray(encode(jax, sizes, w, x))


def training(sizes: Sizes, threads: int) -> Callable[[], float]:
    """A step of gradient descent under jit, which gives its loss."""
    jax = jax_with(threads)
    x, labels = (jax.numpy.asarray(array) for array in batch(sizes))

    def loss(w: Any, x: Any, labels: Any) -> Any:
        logs = jax.nn.log_softmax(encode(jax, sizes, w, x))
        return -jax.numpy.take_along_axis(logs, labels[:, None], 1).mean()

    def step(w: Any, x: Any, labels: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(w, x, labels)
        return value, {name: w[name] - RATE * gradients[name] for name in w}

    compiled = jax.jit(step, donate_argnums=0)
    kept = [jax.device_put(weights(sizes))]

    def call() -> float:
        value, kept[0] = compiled(kept[0], x, labels)
        jax.block_until_ready(kept[0])
        return float(value)

    return call
