"""A training step of one dense layer, small enough for any test."""

import numpy as np

from probes.workloads.case import write_case
from probes.workloads.graph import Graph
from probes.workloads.objective import Loss, Objective
from probes.workloads.training import write_step

OBJECTIVE = Objective(loss=Loss.CROSS_ENTROPY, rate=0.1, about=None)
PARAMETERS = ("weight", "bias")


def layer():
    """x [4, 8] times weight [8, 5], plus bias."""
    graph = Graph("layer", np.random.default_rng(3))
    x = graph.input("x", (4, 8))
    x = graph.node("MatMul", x, graph.normal("weight", (8, 5), 8))
    graph.output(graph.node("Add", x, graph.uniform("bias", 5, -0.2, 0.2)), (4, 5))
    return graph.model()


def layer_step(directory):
    """Its training step, written into a new directory."""
    case = write_case(layer(), directory, seed=1)
    write_step(layer(), directory, 1, OBJECTIVE, PARAMETERS)
    return case
