"""What a graph costs at least: arithmetic and memory traffic, for roofline bounds.

Pure functions of a plan (see `lowering`). Where a length depends on the data, it counts as one.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

ITEM_BYTES = {"float64": 8, "int64": 8, "uint64": 8, "float16": 2, "bfloat16": 2, "int16": 2,
              "uint16": 2, "int8": 1, "uint8": 1, "bool": 1}  # fmt: skip
"""Bytes of an element; every other type has four."""
FREE = frozenset({"Identity", "Reshape", "Squeeze", "Unsqueeze", "Flatten", "Constant", "Shape"})
"""Operators that only rename what is there."""
MOVES = frozenset(
    {"Transpose", "Concat", "Split", "Slice", "Gather", "Expand", "Tile", "Pad", "Cast", "Where"}
)
"""Operators that copy and compute nothing."""
RECURRENT = frozenset({"LSTM", "GRU", "RNN"})


class Cost(NamedTuple):
    """Floating-point operations, bytes that must move between memory and processor, and nodes."""

    flops: int
    bytes: int
    nodes: int = 0


def cost(plan: dict[str, Any]) -> Cost:
    """Cost of one call.

    A multiply-add is two operations; every other operator counts one per element of its output, or
    of its input where it reduces, and one that only moves data counts none. The bytes are those no
    schedule avoids: each weight and input read once, each output written. Of a table that is only
    looked up in, the rows that are taken count.

    Of a training step (a plan with `training`) the gradients count too: a node's operations once
    more for every input that parameters reach; and the update, a multiply-add per parameter.

    >>> plan = {
    ...     "nodes": [{"op": "MatMul", "inputs": ["x", "w"], "outputs": ["y"], "attributes": {}}],
    ...     "inputs": [{"name": "x"}],
    ...     "outputs": [{"name": "y"}],
    ...     "shapes": {"x": [2, 3], "w": [3, 4], "y": [2, 4]},
    ... }
    >>> cost(plan)
    Cost(flops=48, bytes=104, nodes=1)
    """
    shapes, nodes = plan["shapes"], plan["nodes"]
    computed = {name for node in nodes for name in node["outputs"]}
    given = {name for node in nodes for name in node["inputs"] if name} - computed
    tables = {node["inputs"][0] for node in nodes if node["op"] == "Gather"} & given
    read_whole = {name for node in nodes for at, name in enumerate(node["inputs"])
                  if node["op"] != "Gather" or at > 0}  # fmt: skip
    tables -= read_whole
    rows = [node["outputs"][0] for node in nodes
            if node["op"] == "Gather" and node["inputs"][0] in tables]  # fmt: skip
    outputs = {value["name"] for value in plan["outputs"]}
    types = plan.get("dtypes", {})
    moved = [*sorted((given - tables) | outputs), *rows]
    trained = frozenset(plan.get("training", {}).get("parameters", ()))
    if trained:
        # The output need not leave the processor; every parameter is read, and written again.
        moved = [*sorted(given - tables), *sorted(trained), *rows]
    return Cost(
        flops=sum(_flops(node, shapes) for node in nodes) + _backwards(nodes, shapes, trained),
        bytes=sum(_elements(shapes, name) * ITEM_BYTES.get(types.get(name, ""), 4)
                  for name in moved),
        nodes=sum(node["op"] not in FREE for node in nodes),
    )  # fmt: skip


def _backwards(
    nodes: list[dict[str, Any]], shapes: dict[str, list[int]], trained: frozenset[str]
) -> int:
    """What gradients and update add to a training step; nothing where nothing is trained."""
    reached, flops = set(trained), 0
    for node in nodes:
        inputs = [name for name in node["inputs"] if name in reached]
        if inputs:
            reached.update(node["outputs"])
        # A bias or shift is summed up: no second product.
        heavy = [name for name in inputs if len(shapes.get(name, ())) > 1]
        flops += _flops(node, shapes) * len(heavy)
    return flops + sum(2 * _elements(shapes, name) for name in trained)


def _flops(node: dict[str, Any], shapes: dict[str, list[int]]) -> int:
    operator, inputs = node["op"], node["inputs"]
    elements = max((_elements(shapes, name) for name in node["outputs"][:1]), default=0)
    if operator in FREE | MOVES:
        flops = 0
    elif operator == "Conv":
        flops = 2 * elements * prod(shapes[inputs[1]][1:])
    elif operator == "ConvTranspose":
        flops = 2 * _elements(shapes, inputs[0]) * prod(shapes[inputs[1]][1:])
    elif operator == "MatMul":
        flops = 2 * elements * shapes[inputs[0]][-1]
    elif operator == "Gemm":
        inner = 0 if node["attributes"].get("transA", 0) else 1
        flops = 2 * elements * shapes[inputs[0]][inner]
    elif operator in RECURRENT:
        flops = _recurrent(shapes, inputs)
    elif operator.startswith(("Reduce", "GlobalAveragePool")):
        flops = _elements(shapes, inputs[0])
    else:
        flops = elements
    return flops


def _recurrent(shapes: dict[str, list[int]], inputs: list[str]) -> int:
    """Products of input and state with W [directions, gates * hidden, input] and R, every step."""
    steps, batch = shapes[inputs[0]][:2]
    weights = _elements(shapes, inputs[1]) + _elements(shapes, inputs[2])
    return 2 * steps * batch * weights


def _elements(shapes: dict[str, list[int]], name: str) -> int:
    return prod(max(1, length) if length < 0 else length for length in shapes.get(name, ()))
