"""Suppression of overlapping boxes outside of Python: a kernel compiled here, and runtimes' own."""

from __future__ import annotations

import ctypes
import os
import subprocess
from typing import TYPE_CHECKING, Any

from ._frameworks import onnx_session, tensorflow_with
from ._onnx import TYPES, Graph

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KERNEL = """
#include <algorithm>
#include <cstdint>

static float area(const float *b) { return (b[2] - b[0]) * (b[3] - b[1]); }

static float overlap(const float *a, const float *b) {
  float width = std::min(a[2], b[2]) - std::max(a[0], b[0]);
  float height = std::min(a[3], b[3]) - std::max(a[1], b[1]);
  float shared = std::max(width, 0.f) * std::max(height, 0.f);
  return shared / (area(a) + area(b) - shared);
}

// Indices by falling score in, indices kept out; gone holds a zero per box.
extern "C" int64_t suppress(const float *boxes, const int64_t *order, int64_t count, float limit,
                            uint8_t *gone, int64_t *kept) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (gone[order[i]]) continue;
    kept[found++] = order[i];
    for (int64_t j = i + 1; j < count; ++j)
      if (!gone[order[j]])
        gone[order[j]] = overlap(boxes + 4 * order[i], boxes + 4 * order[j]) > limit;
  }
  return found;
}
"""


def stand_in(scratch: Path) -> Callable[[Any, Any, float], Any]:
    """Compile the kernel; what is returned takes and gives PyTorch tensors.

    Raises:
        FileNotFoundError: there is no C++ compiler.
        subprocess.CalledProcessError: it does not compile.
    """
    import torch

    source, library = scratch / "suppress.cpp", scratch / "suppress.so"
    source.write_text(KERNEL, encoding="utf-8")
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - the user's compiler
    kernel = ctypes.CDLL(str(library)).suppress
    pointer, whole = ctypes.c_void_p, ctypes.c_int64
    kernel.argtypes = [pointer, pointer, whole, ctypes.c_float, pointer, pointer]
    kernel.restype = whole

    def suppress(boxes: Any, scores: Any, limit: float) -> Any:
        order = scores.argsort(descending=True)
        gone, kept = torch.zeros(len(order), dtype=torch.uint8), torch.empty_like(order)
        places = (boxes.data_ptr(), order.data_ptr(), len(order))
        found = kernel(*places, limit, gone.data_ptr(), kept.data_ptr())
        return kept[:found]

    return suppress


def runtime_suppression(
    name: str, boxes: Any, scores: Any, limit: float, threads: int
) -> Callable[[], Any]:
    """The operator of ONNX Runtime or TensorFlow; a call gives the indices kept."""
    import numpy as np

    if name == "tensorflow":
        tf = tensorflow_with(threads)
        given = tf.constant(boxes), tf.constant(scores)
        most, bound = tf.constant(len(boxes)), tf.constant(np.float32(limit))
        suppress = tf.function(tf.image.non_max_suppression, autograph=False)
        return lambda: suppress(*given, most, bound).numpy()
    graph = Graph()
    most, bound = np.asarray([len(boxes)], np.int64), np.asarray([limit], np.float32)
    kept = graph.add("NonMaxSuppression", "boxes", "scores", most, bound)
    model = graph.model(
        {"boxes": (1, len(boxes), 4), "scores": (1, 1, len(boxes))},
        [graph.add("Cast", kept, to=TYPES["float32"])],
    )
    session = onnx_session(model, threads)
    fed = {"boxes": boxes[None], "scores": scores[None, None]}
    return lambda: session.run(None, fed)[0][:, 2].astype(np.int64)
