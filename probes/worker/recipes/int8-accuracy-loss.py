"""What eight bits cost in accuracy: an image classifier in ONNX Runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._images import images
from ._quantised import NOISE, SIZE, classifier, run
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TESTED = 3000


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Classify the test images by both models; the call gives the loss, a share of the images."""
    test = images(TESTED, SIZE, 2, noise=NOISE)
    right = {}
    for name, model in classifier(threads)._asdict().items():
        (logits,) = run(model, threads, test.pixels)
        right[name] = float((logits.argmax(1) == test.labels).mean())
    loss = right["fp32"] - right["int8"]
    shown = ", ".join(f"{name} {share:.3f}" for name, share in right.items())
    return Remarked(lambda: loss, f"accuracy: {shown}")
