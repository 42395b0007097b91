"""A YOLOv8n detector with non-maximum suppression over all classes together; see `yolo`.

How many boxes are left depends on the image, which some stacks cannot express.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads import yolo
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="YOLOv8n detector with NMS, 640×640", zh="YOLOv8n 检测器（含 NMS），640×640")
OPERATORS = yolo.OPERATORS | {"NonMaxSuppression", "ReduceMax"}
MOST = 300
OVERLAP = 0.7
SURE = 0.25
"""Thresholds that Ultralytics predicts with."""


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """[batch, 3, 640, 640] gives boxes, scores, and the selected (image, class 0, box) triples."""
    graph = Graph("yolo-detector-nms", rng)
    image = graph.input("image", (batch, 3, yolo.SIZE, yolo.SIZE))
    boxes, classes = yolo.predictions(graph, image, batch)
    rows = graph.node("Transpose", boxes, perm=[0, 2, 1])
    best = graph.node("ReduceMax", classes, axes=[1], keepdims=1)
    most = graph.constant("most", np.array([MOST], dtype=np.int64))
    overlap = graph.weight("overlap", np.array([OVERLAP]))
    sure = graph.weight("sure", np.array([SURE]))
    selected = graph.node("NonMaxSuppression", rows, best, most, overlap, sure, center_point_box=1)
    graph.output(rows, (batch, yolo.CELLS, 4))
    graph.output(best, (batch, 1, yolo.CELLS))
    graph.output(selected, (None, 3), "int64")
    return graph.model()
