"""Eight requests one by one against all in one batch: ONNX Runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes, batch
from ._encoder_onnxruntime import model
from ._frameworks import onnx_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

REQUESTS = 8


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """An encoder for one text or for eight, warmed up; a call answers eight texts."""
    together = Sizes(batch=REQUESTS, positions=16)
    x, _ = batch(together)
    if variant == "batched":
        session, pieces = onnx_session(model(together), threads), [x]
    else:
        session = onnx_session(model(together._replace(batch=1)), threads)
        pieces = [x[n : n + 1] for n in range(REQUESTS)]

    def call() -> object:
        return [session.run(None, {"x": piece}) for piece in pieces]

    for _ in range(3):
        call()
    return call
