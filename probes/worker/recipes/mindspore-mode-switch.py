"""How often MindSpore changes between graph and PyNative mode within one process, of four times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import mindspore_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHANGES = 4


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A cell that is run after every change; one that gives the right numbers counts."""
    mindspore = mindspore_with(threads, graph=False)
    import numpy as np
    from mindspore import Tensor, nn, ops

    class Doubled(nn.Cell):  # type: ignore[misc]
        def construct(self, x: Any) -> Any:
            return ops.relu(x) * 2

    x = np.arange(-4, 4, dtype=np.float32)
    wanted = np.maximum(x, 0) * 2

    def call() -> int:
        right = 0
        for change in range(CHANGES):
            graph = change % 2 == 0
            mode = mindspore.GRAPH_MODE if graph else mindspore.PYNATIVE_MODE
            mindspore.set_context(mode=mode)
            in_place = mindspore.get_context("mode") == mode
            right += bool(in_place and np.array_equal(Doubled()(Tensor(x)).asnumpy(), wanted))
        return right

    return call
