"""A Transformer layer operator by operator against PyTorch's fused one: inference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import torch_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """nn.TransformerEncoderLayer with its fast path off or on, warmed up."""
    torch = torch_with(threads)
    torch.backends.mha.set_fastpath_enabled(variant == "fused")
    layer = torch.nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True).eval()
    x = torch.randn(8, 64, 256)

    def call() -> object:
        with torch.inference_mode():
            return layer(x).numpy()

    for _ in range(3):
        call()
    return call
