"""The encoder in ONNX Runtime; layer normalisation is in single steps, as exporters write it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._encoder import EPSILON, Sizes, batch, weights
from ._frameworks import onnx_session
from ._onnx import Graph

if TYPE_CHECKING:
    from collections.abc import Callable


def model(sizes: Sizes) -> bytes:
    """From x [batch, positions, width] to logits."""
    import numpy as np

    graph, w = Graph(), weights(sizes)
    split, joined = (np.asarray(shape, np.int64) for shape in (sizes.split, sizes[:3]))
    scale = np.asarray(sizes.split[-1] ** -0.5, np.float32)

    def dense(x: str, name: str) -> str:
        return graph.add("Add", graph.add("MatMul", x, w[name]), w[f"{name}_bias"])

    def norm(x: str, name: str) -> str:
        centred = graph.add("Sub", x, graph.add("ReduceMean", x, axes=(-1,)))
        squared = graph.add("Pow", centred, np.asarray(2, np.float32))
        variance = graph.add("ReduceMean", squared, axes=(-1,))
        spread = graph.add("Sqrt", graph.add("Add", variance, np.asarray(EPSILON, np.float32)))
        scaled = graph.add("Mul", graph.add("Div", centred, spread), w[name])
        return graph.add("Add", scaled, w[f"{name}_bias"])

    def part(x: str, n: int, perm: tuple[int, ...]) -> str:
        ends = (np.asarray([sizes.width * k], np.int64) for k in (n, n + 1))
        piece = graph.add("Slice", x, *ends, np.asarray([-1], np.int64))
        return graph.add("Transpose", graph.add("Reshape", piece, split), perm=perm)

    x = "x"
    for layer in range(sizes.layers):
        h = dense(norm(x, f"{layer}/norm1"), f"{layer}/qkv")
        q, v = part(h, 0, (0, 2, 1, 3)), part(h, 2, (0, 2, 1, 3))
        scores = graph.add("Mul", graph.add("MatMul", q, part(h, 1, (0, 2, 3, 1))), scale)
        mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), v)
        mixed = graph.add("Reshape", graph.add("Transpose", mixed, perm=(0, 2, 1, 3)), joined)
        x = graph.add("Add", x, dense(mixed, f"{layer}/out"))
        h = graph.add("Relu", dense(norm(x, f"{layer}/norm2"), f"{layer}/up"))
        x = graph.add("Add", x, dense(h, f"{layer}/down"))
    x = graph.add("ReduceMean", x, axes=(1,), keepdims=0)
    return graph.model({"x": sizes[:3]}, [graph.add("MatMul", x, w["classes"])])


def forward(sizes: Sizes, threads: int, **options: Any) -> Callable[[], Any]:
    """Inference: a call gives the logits; `options` are those of `onnx_session`."""
    session, (x, _) = onnx_session(model(sizes), threads, **options), batch(sizes)
    return lambda: session.run(None, {"x": x})[0]
