"""float32 against eight bits in ONNX Runtime: inference of an image classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import onnx_session
from ._images import images
from ._quantised import NOISE, SIZE, classifier

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A session of one of the models, warmed up; a call classifies one image."""
    session = onnx_session(getattr(classifier(threads), variant), threads)
    inputs = {"pixels": images(1, SIZE, 4, noise=NOISE).pixels}
    for _ in range(3):
        session.run(None, inputs)
    return lambda: session.run(None, inputs)
