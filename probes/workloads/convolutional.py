"""Blocks that convolutional workloads are made of; each adds nodes and returns a tensor's name.

Weights keep activations of order one: gain 2 before a rectifier, 1 elsewhere, less where a branch
is added to what it came from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probes.workloads.graph import Graph


def conv(
    graph: Graph, name: str, x: str, channels: int, out: int, kernel: int, *,
    stride: int = 1, groups: int = 1, gain: float = 1.0, bias: bool = False,
) -> str:  # fmt: skip
    """A square Conv, padded so that stride 1 keeps the size of the image."""
    fan_in = channels // groups * kernel**2
    shape = (out, channels // groups, kernel, kernel)
    inputs = [x, graph.normal(f"{name}.weight", shape, fan_in, gain)]
    if bias:
        inputs.append(graph.uniform(f"{name}.bias", out, -0.2, 0.2))
    return graph.node(
        "Conv", *inputs, kernel_shape=[kernel, kernel], pads=[kernel // 2] * 4,
        strides=[stride, stride], group=groups,
    )  # fmt: skip


def batch_norm(graph: Graph, name: str, x: str, channels: int, epsilon: float = 1e-5) -> str:
    """Statistics near mean 0 and variance 1, which `conv` gives to its output."""
    return graph.node(
        "BatchNormalization",
        x,
        graph.uniform(f"{name}.scale", channels, 0.8, 1.2),
        graph.uniform(f"{name}.shift", channels, -0.2, 0.2),
        graph.uniform(f"{name}.mean", channels, -0.2, 0.2),
        graph.uniform(f"{name}.variance", channels, 0.8, 1.2),
        epsilon=epsilon,
    )


def classifier(graph: Graph, name: str, x: str, features: int, classes: int) -> str:
    """A Gemm with bias."""
    weight = graph.normal(f"{name}.weight", (classes, features), fan_in=features)
    return graph.node("Gemm", x, weight, graph.uniform(f"{name}.bias", classes, -0.2, 0.2),
                      transB=1)  # fmt: skip
