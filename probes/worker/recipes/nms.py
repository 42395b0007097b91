"""Suppression of overlapping boxes: a loop in PyTorch against torchvision's operator.

Where no torchvision loads, a compiled kernel of the same algorithm stands in for it: its wheels on
the public index for Linux on x86 want the CUDA build of PyTorch. Operators of runtimes go beside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ._nms import runtime_suppression, stand_in
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BOXES, OBJECTS, OVERLAP = 1000, 100, 0.5


class Detections(NamedTuple):
    """Corners [boxes, 4] and scores [boxes]: what a detector says before suppression."""

    boxes: Any
    scores: Any


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:
    """One of the ways, warmed up; a call gives the number of boxes kept."""
    import numpy as np

    found = detections()
    if variant in ("onnxruntime", "tensorflow"):
        call, standing = (
            runtime_suppression(variant, found.boxes, found.scores, OVERLAP, threads),
            False,
        )
    else:
        call, standing = _in_torch(variant, found, threads, scratch)
    for _ in range(2):
        call()
    kept, got = scratch.parent / "kept.npy", np.asarray(call()).ravel()
    if not kept.exists():
        np.save(kept, got)
    elif not np.array_equal(got, np.load(kept)):
        raise ValueError("it keeps other boxes")
    notes = [f"boxes kept: {len(got)} of {BOXES}"]
    if standing:
        notes.append("torchvision does not load here; a compiled kernel of its algorithm ran")
    return Remarked(call, *notes, stand_in=standing)


def detections() -> Detections:
    """Seeded boxes in heaps around objects, in pixels of an image of 640."""
    import numpy as np

    rng = np.random.default_rng(0)
    centres = rng.uniform(60, 580, (OBJECTS, 2))[rng.integers(OBJECTS, size=BOXES)]
    centres += rng.normal(0, 6, centres.shape)
    halves = rng.uniform(15, 45, (BOXES, 2))
    boxes = np.concatenate((centres - halves, centres + halves), 1)
    return Detections(boxes.astype(np.float32), rng.permutation(BOXES).astype(np.float32) / BOXES)


def _in_torch(
    variant: str, found: Detections, threads: int, scratch: Path
) -> tuple[Callable[[], Any], bool]:
    """The loop, or the operator; and whether that is a stand-in."""
    import torch

    torch.set_num_threads(threads)
    boxes, scores = (torch.from_numpy(array) for array in found)
    if variant == "loop":
        return lambda: _loop(torch, boxes, scores), False
    try:
        from torchvision.ops import nms
    except (ImportError, RuntimeError, OSError):  # not there, or built for another PyTorch
        kernel = stand_in(scratch)
        return lambda: kernel(boxes, scores, OVERLAP), True
    return lambda: nms(boxes, scores, OVERLAP), False


def _loop(torch: Any, boxes: Any, scores: Any) -> Any:
    """The best box is kept, those that overlap it go; then the best of what is left."""
    sizes = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    left, kept = scores.argsort(descending=True), []
    while len(left):
        best, left = left[0], left[1:]
        kept.append(int(best))
        low = torch.maximum(boxes[best, :2], boxes[left, :2])
        high = torch.minimum(boxes[best, 2:], boxes[left, 2:])
        shared = (high - low).clamp(min=0).prod(1)
        left = left[shared / (sizes[best] + sizes[left] - shared) <= OVERLAP]
    return torch.tensor(kept)
