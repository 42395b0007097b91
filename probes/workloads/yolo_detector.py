"""A YOLOv8n detector up to its decoded boxes and scores, as runtimes mostly get it; see `yolo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads import yolo
from probes.workloads.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(
    en="YOLOv8n detector without NMS, 640×640", zh="YOLOv8n 检测器（不含 NMS），640×640"
)
OPERATORS = yolo.OPERATORS


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 640, 640], giving [batch, 84, 8400]: boxes, then class scores."""
    graph = Graph("yolo-detector", rng)
    image = graph.input("image", (batch, 3, yolo.SIZE, yolo.SIZE))
    found = graph.node("Concat", *yolo.predictions(graph, image, batch), axis=1)
    graph.output(found, (batch, 4 + yolo.CLASSES, yolo.CELLS))
    return graph.model()
