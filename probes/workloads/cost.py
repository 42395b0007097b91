"""What a graph costs at least: arithmetic and memory traffic, for roofline bounds.

Pure functions of a plan (see `lowering`).
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

ITEM_BYTES = 4
"""float32."""


class Cost(NamedTuple):
    """Floating-point operations, and bytes that must move between memory and processor."""

    flops: int
    bytes: int


def cost(plan: dict[str, Any]) -> Cost:
    """Cost of one call.

    A multiply-add is two operations; every other operator counts one per element of its output.
    The bytes are those no schedule avoids: each weight and input read once, each output written.

    >>> plan = {
    ...     "nodes": [{"op": "MatMul", "inputs": ["x", "w"], "outputs": ["y"], "attributes": {}}],
    ...     "inputs": [{"name": "x"}],
    ...     "outputs": [{"name": "y"}],
    ...     "shapes": {"x": [2, 3], "w": [3, 4], "y": [2, 4]},
    ... }
    >>> cost(plan)
    Cost(flops=48, bytes=104)
    """
    shapes = plan["shapes"]
    computed = {name for node in plan["nodes"] for name in node["outputs"]}
    given = {name for node in plan["nodes"] for name in node["inputs"] if name} - computed
    moved = given | {value["name"] for value in plan["outputs"]}
    return Cost(
        flops=sum(_flops(node, shapes) for node in plan["nodes"]),
        bytes=sum(prod(shapes[name]) for name in moved) * ITEM_BYTES,
    )


def _flops(node: dict[str, Any], shapes: dict[str, list[int]]) -> int:
    elements = prod(shapes[node["outputs"][0]])
    if node["op"] == "Conv":
        return 2 * elements * prod(shapes[node["inputs"][1]][1:])
    if node["op"] == "MatMul":
        return 2 * elements * shapes[node["inputs"][0]][-1]
    if node["op"] == "Gemm":
        inner = 0 if node["attributes"].get("transA", 0) else 1
        return 2 * elements * shapes[node["inputs"][0]][inner]
    return elements
