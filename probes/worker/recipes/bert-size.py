"""BERT-base against a network of TinyBERT's size in PyTorch: inference with random weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import torch_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = {"base": (12, 768, 12, 3072), "tiny": (4, 312, 12, 1200)}
"""Layers, width, heads, width of the feed-forward part (TinyBERT4: arXiv 1909.10351)."""
VOCABULARY, POSITIONS = 30522, 64


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Embedding and encoder of one size; a call answers one text of 64 tokens."""
    torch = torch_with(threads)
    nn = torch.nn
    count, width, heads, inner = SIZES[variant]
    table = nn.Embedding(VOCABULARY, width)
    layers = [
        nn.TransformerEncoderLayer(width, heads, inner, batch_first=True) for _ in range(count)
    ]
    model = nn.Sequential(table, *layers).eval()
    tokens = torch.randint(VOCABULARY, (1, POSITIONS))

    def call() -> object:
        with torch.inference_mode():
            return model(tokens).numpy()

    for _ in range(2):
        call()
    return call
