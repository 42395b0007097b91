"""Batch normalisation folded into the convolution before it, for quantisers that want it so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .case import Case, Node


def folded(case: Case) -> Case:
    """The case with batch normalisations folded into the convolutions before them.

    y = s * (conv(x, W) + b - m) + t with s = scale / sqrt(variance + epsilon) is a convolution with
    the weights s * W and the bias s * (b - m) + t.
    """
    reads = Counter(name for node in case.nodes for name in node.inputs)
    reads.update(value.name for value in case.outputs)
    made = {node.outputs[0]: node for node in case.nodes if node.op == "Conv"}
    weights = dict(case.weights)
    replaced: dict[str, Node | None] = {}
    for node in case.nodes:
        before = made.get(node.inputs[0]) if node.op == "BatchNormalization" else None
        if before is None or reads[node.inputs[0]] != 1:
            continue
        known = (*before.inputs[1:], *node.inputs[1:])
        if all(name in weights for name in known if name):
            replaced[before.outputs[0]] = _merged(before, node, weights)
            replaced[node.outputs[0]] = None
    nodes = [replaced.get(node.outputs[0], node) for node in case.nodes]
    shapes = {**case.shapes, **{n: a.shape for n, a in weights.items() if n not in case.weights}}
    kept = tuple(node for node in nodes if node is not None)
    return replace(case, nodes=kept, weights=weights, shapes=shapes)


def _merged(conv: Node, norm: Node, weights: dict[str, Any]) -> Node:
    """The convolution that gives what the normalisation gave; adds its weights to `weights`."""
    import numpy as np

    scale, shift, mean, variance = (weights[name] for name in norm.inputs[1:5])
    factor = scale / np.sqrt(variance + norm.attributes.get("epsilon", 1e-5))
    weight = weights[conv.inputs[1]]
    bias = weights[conv.inputs[2]] if len(conv.inputs) > 2 and conv.inputs[2] else 0.0
    names = (f"{norm.outputs[0]}.weight", f"{norm.outputs[0]}.bias")
    across = factor.reshape(-1, *[1] * (weight.ndim - 1))
    weights[names[0]] = (weight * across).astype(weight.dtype)
    weights[names[1]] = (factor * (bias - mean) + shift).astype(weight.dtype)
    return replace(conv, inputs=(conv.inputs[0], *names), outputs=norm.outputs[:1])
