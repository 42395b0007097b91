"""One time step of the wave equation on a 1024 x 1024 grid, explicit, second order.

u(t+1) = 2 u(t) - u(t-1) + c² dt²/dx² · lap u(t), with the five-point Laplacian as a 3 x 3 Conv, a
speed that differs from place to place, and walls that hold u at zero. Reference: LeVeque, "Finite
Difference Methods for Ordinary and Partial Differential Equations" (SIAM 2007), chapter 10; stable
while the Courant number stays below 1/sqrt(2). No learned parameters; bound by memory traffic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.base import LocalText
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective

if TYPE_CHECKING:
    import onnx

TITLE = LocalText(en="Wave equation, one step on 1024×1024", zh="波动方程，1024×1024 网格单步")
OPERATORS = frozenset({"Add", "Conv", "Mul", "Sub"})
TRAINING = Objective(
    loss=Loss.MEAN_SQUARED_ERROR,
    rate=500.0,
    about=LocalText(
        en="training step of the inverse problem: the speed at every place is fitted to the state "
        "at t+1, mean squared error, gradient descent",
        zh="反问题的训练步：以均方误差与梯度下降，使每处的波速拟合 t+1 时刻的状态",
    ),
)
SIZE = 1024
LAPLACIAN = ((0.0, 1.0, 0.0), (1.0, -4.0, 1.0), (0.0, 1.0, 0.0))
COURANT = (0.1, 0.5)
"""Squares of the least and greatest Courant number; 1/2 is the limit of stability."""


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The states at t-1 and t, [batch, 1, 1024, 1024] each, give that at t+1."""
    graph = Graph("pde-step", rng)
    shape = (batch, 1, SIZE, SIZE)
    before, now = graph.input("before", shape), graph.input("now", shape)
    stencil = graph.weight("laplacian", np.array(LAPLACIAN).reshape(1, 1, 3, 3))
    spread = graph.node("Conv", now, stencil, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    speed = graph.uniform("courant_squared", (1, 1, SIZE, SIZE), *COURANT)
    drift = graph.node("Sub", graph.node("Add", now, now), before)
    graph.output(graph.node("Add", drift, graph.node("Mul", speed, spread)), shape)
    return graph.model()
