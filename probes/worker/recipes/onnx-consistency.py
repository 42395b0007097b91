"""How often ONNX Runtime (OpenVINO beside) chooses PyTorch's class, on the same weights.

Answers of PyTorch, which is arranged first, are left beside the folders of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    wanted, got = np.load(kept), _answers(variant, x, threads)
    share = float((got.argmax(1) == wanted.argmax(1)).mean())
    largest = float(np.abs(got - wanted).max())
    return Remarked(lambda: share, f"{variant}: largest difference of a logit: {largest:.1e}")


def _answers(runtime: str, x: Any, threads: int) -> Any:
    """Logits of the model in one of the runtimes."""
    from ._encoder_onnxruntime import model
    from ._frameworks import onnx_session, openvino_model

    if runtime == "openvino":
        return openvino_model(model(SIZES), threads)({"x": x})
    return onnx_session(model(SIZES), threads).run(None, {"x": x})[0]
