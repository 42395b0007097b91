"""MindSpore's PyNative mode against its graph mode: inference of a small Transformer encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._answers import agreeing
from ._encoder import Sizes, forward_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1, positions=32)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """The encoder in one of the modes, warmed up; a call answers one text."""
    graph = variant == "graph"
    return agreeing(forward_in("mindspore", SIZES, threads, graph=graph), scratch)
