"""A residual network of dense layers, seeded alike in PyTorch and TensorFlow, in training.

Six equal blocks (dense, layer norm, GELU, added to their input) and ten classes. Compilers see few
different kernels in it, so that compiling takes no minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import tensorflow_with, torch_with

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS, WIDTH, BLOCKS, CLASSES = 256, 256, 6, 10
RATE, EPSILON = 0.01, 1e-5


def arrays() -> tuple[list[Any], Any, Any]:
    """Weights of the blocks and of the classes, inputs [rows, width], labels [rows]."""
    import numpy as np

    rng = np.random.default_rng(0)
    sizes = [WIDTH] * BLOCKS + [CLASSES]
    weights = [rng.normal(0, WIDTH**-0.5, (WIDTH, n)).astype(np.float32) for n in sizes]
    x = rng.normal(size=(ROWS, WIDTH)).astype(np.float32)
    return weights, x, rng.integers(CLASSES, size=ROWS)


def torch_training(threads: int, *, compiled: bool) -> Callable[[], float]:
    """A step of gradient descent in PyTorch, eager or by torch.compile; gives its loss."""
    torch = torch_with(threads)
    from torch import nn
    from torch.nn import functional

    weights, x, labels = arrays()
    x, labels = torch.from_numpy(x), torch.from_numpy(labels)

    class Block(nn.Module):  # type: ignore[misc]
        def __init__(self, weight: Any) -> None:
            super().__init__()
            self.dense = nn.Linear(WIDTH, WIDTH)
            self.dense.weight.data = torch.from_numpy(weight.T.copy())
            self.dense.bias.data.zero_()
            self.norm = nn.LayerNorm(WIDTH, EPSILON)

        def forward(self, x: Any) -> Any:
            return x + functional.gelu(self.norm(self.dense(x)))

    top = nn.Linear(WIDTH, CLASSES, bias=False)
    top.weight.data = torch.from_numpy(weights[-1].T.copy())
    model = nn.Sequential(*[Block(weight) for weight in weights[:-1]], top)
    run = torch.compile(model) if compiled else model
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)

    def step() -> float:
        optimizer.zero_grad()
        loss = functional.cross_entropy(run(x), labels)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step


def tensorflow_training(threads: int) -> Callable[[], float]:
    """The same step as a tf.function."""
    tf = tensorflow_with(threads)
    weights, x, labels = arrays()
    x, labels = tf.constant(x), tf.constant(labels)
    dense = [tf.Variable(weight) for weight in weights]
    bias = [tf.Variable(tf.zeros(WIDTH)) for _ in range(BLOCKS)]
    scale = [tf.Variable(tf.ones(WIDTH)) for _ in range(BLOCKS)]
    shift = [tf.Variable(tf.zeros(WIDTH)) for _ in range(BLOCKS)]
    variables = [*dense, *bias, *scale, *shift]

    def logits(x: Any) -> Any:
        for n in range(BLOCKS):
            h = tf.matmul(x, dense[n]) + bias[n]
            mean, variance = tf.nn.moments(h, [-1], keepdims=True)
            h = tf.nn.batch_normalization(h, mean, variance, shift[n], scale[n], EPSILON)
            x = x + tf.nn.gelu(h)
        return tf.matmul(x, dense[-1])

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def step(x: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits(x))
            loss = tf.reduce_mean(each)
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(RATE * gradient)
        return loss

    return lambda: float(step(x, labels).numpy())
