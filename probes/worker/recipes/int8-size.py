"""float32 against eight bits: size of the file of an ONNX model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._quantised import classifier

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """Write one of the models; the call gives the MiB of its file."""
    file = scratch / "model.onnx"
    file.write_bytes(getattr(classifier(threads), variant))
    return lambda: file.stat().st_size / 2**20
