"""PyTorch against ONNX Runtime: how often both choose the same class, on the same weights.

Answers of PyTorch, which is arranged first, are left beside the folder of the second variant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._encoder import Sizes
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = Sizes(batch=1000, positions=16, width=64, layers=4)


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """Answer a thousand texts; the call gives the share of PyTorch's classes chosen."""
    import numpy as np

    x = np.random.default_rng(2).normal(size=SIZES[:3]).astype(np.float32)
    kept = scratch.parent / "torch.npy"
    if variant == "torch":
        import torch

        from ._encoder_torch import module

        torch.set_num_threads(threads)
        with torch.inference_mode():
            np.save(kept, module(SIZES)(torch.from_numpy(x)).numpy())
        return lambda: 1.0
    from ._encoder_onnxruntime import model
    from ._frameworks import onnx_session

    wanted = np.load(kept)
    (got,) = onnx_session(model(SIZES), threads).run(None, {"x": x})
    share = float((got.argmax(1) == wanted.argmax(1)).mean())
    largest = float(np.abs(got - wanted).max())
    return Remarked(lambda: share, f"largest difference of a logit: {largest:.1e}")
