"""The encoder in MindSpore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import EPSILON, RATE, Sizes, batch, weights
from ._frameworks import mindspore_with

if TYPE_CHECKING:
    from collections.abc import Callable


def cell(sizes: Sizes) -> Any:
    """The encoder as a Cell: inputs [batch, positions, width] to logits."""
    from mindspore import Parameter, Tensor, nn, ops

    class Layer(nn.Cell):  # type: ignore[misc]
        def __init__(self, arrays: dict[str, Any]) -> None:
            super().__init__()
            for name, array in arrays.items():
                setattr(self, name, Parameter(Tensor(array), name=name))
            self.norm = ops.LayerNorm(-1, -1, EPSILON)
            self.shape = (sizes.batch, sizes.positions, sizes.width)
            self.split = sizes.split
            self.scale = sizes.split[-1] ** -0.5

        def construct(self, x: Any) -> Any:
            h = self.norm(x, self.norm1, self.norm1_bias)[0]
            h = ops.matmul(h, self.qkv) + self.qkv_bias
            q, k, v = ops.split(h, self.shape[2], 2)
            q = ops.transpose(q.reshape(self.split), (0, 2, 1, 3))
            k = ops.transpose(k.reshape(self.split), (0, 2, 3, 1))
            v = ops.transpose(v.reshape(self.split), (0, 2, 1, 3))
            mixed = ops.matmul(ops.softmax(ops.matmul(q, k) * self.scale, -1), v)
            h = ops.transpose(mixed, (0, 2, 1, 3)).reshape(self.shape)
            x = x + ops.matmul(h, self.out) + self.out_bias
            h = self.norm(x, self.norm2, self.norm2_bias)[0]
            h = ops.relu(ops.matmul(h, self.up) + self.up_bias)
            return x + ops.matmul(h, self.down) + self.down_bias

    class Encoder(nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            made = weights(sizes)
            self.classes = Parameter(Tensor(made.pop("classes")), name="classes")
            by_layer: dict[str, dict[str, Any]] = {}
            for name, array in made.items():
                layer, _, rest = name.partition("/")
                by_layer.setdefault(layer, {})[rest] = array
            self.layers = nn.SequentialCell([Layer(arrays) for arrays in by_layer.values()])

        def construct(self, x: Any) -> Any:
            return ops.matmul(self.layers(x).mean(1), self.classes)

    return Encoder()


def forward(sizes: Sizes, threads: int, *, graph: bool = False) -> Callable[[], Any]:
    """Inference in PyNative or graph mode: a call gives the logits on the host."""
    mindspore = mindspore_with(threads, graph=graph)
    model, x = cell(sizes), mindspore.Tensor(batch(sizes)[0])
    return lambda: model(x).asnumpy()


def training(sizes: Sizes, threads: int, *, graph: bool = True) -> Callable[[], float]:
    """A step of gradient descent, which gives its loss, in graph or PyNative mode."""
    mindspore = mindspore_with(threads, graph=graph)
    from mindspore import Tensor, nn

    model, entropy = cell(sizes), nn.CrossEntropyLoss()
    optimizer = nn.SGD(model.trainable_params(), learning_rate=RATE)
    x, labels = (Tensor(array) for array in batch(sizes))

    def loss(x: Any, labels: Any) -> Any:
        return entropy(model(x), labels)

    slopes = mindspore.value_and_grad(loss, None, optimizer.parameters)

    def step(x: Any, labels: Any) -> Any:
        value, gradients = slopes(x, labels)
        optimizer(gradients)
        return value

    run = mindspore.jit(step) if graph else step
    return lambda: float(run(x, labels).asnumpy())
