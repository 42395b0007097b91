"""Finding patterns again: structure here, numbers in test_conformance and below in numpy."""

import collections

import pytest

from probes.worker.case import read
from probes.worker.layout import channels_last
from probes.worker.lifting import lift
from probes.workloads import catalog
from probes.workloads.case import write_case
from probes.workloads.lowering import lower
from tests.probes.worker.graphs import GRAPHS

ALL = ("Attention", "Gelu", "Linear", "Swish")


@pytest.fixture
def lifted(tmp_path):
    def lift_(name, wanted=ALL, turned=False):
        if not (tmp_path / name).exists():
            write_case(GRAPHS[name](), tmp_path / name, seed=1)
        case = read(tmp_path / name)
        return lift(channels_last(case) if turned else case, wanted)

    return lift_


def operators(case):
    return collections.Counter(node.op for node in case.nodes)


def test_every_way_to_write_a_gelu_is_one(lifted):
    case = lifted("gelus")
    assert operators(case) == {"Gelu": 3}
    kinds = [node.attributes["approximate"] for node in case.nodes]
    assert sorted(kinds) == ["none", "none", "tanh"]
    assert {node.inputs for node in case.nodes} == {("x",)}


def test_silu_is_swish_in_either_order_of_axes(lifted):
    assert operators(lifted("silu_of_an_image")) == {"Conv": 1, "Swish": 1}
    assert operators(lifted("silu_of_an_image", turned=True)) == {"Conv": 1, "Swish": 1}


def test_attention_keeps_scale_and_mask(lifted):
    case = lifted("attention")
    found = operators(case)
    assert (found["Attention"], found["Softmax"], found["MatMul"], found["Linear"]) == (1, 0, 0, 4)
    (node,) = [node for node in case.nodes if node.op == "Attention"]
    assert node.attributes["scale"] == pytest.approx(0.5)
    assert node.inputs[3] == "mask"


def test_attention_without_a_mask(lifted):
    case = lifted("attention_without_a_mask")
    assert [node.op for node in case.nodes] == ["Attention"]
    assert case.nodes[0].inputs == ("q", "k", "v")
    assert case.nodes[0].attributes["scale"] == 1


def test_keys_that_were_turned_once_are_turned_as_values_are(lifted):
    case = lifted("attention_of_turned_keys")
    assert [node.op for node in case.nodes] == ["Transpose", "Attention"]
    assert list(case.nodes[0].attributes["perm"]) == [0, 2, 1, 3]
    assert case.shapes[case.nodes[0].outputs[0]] == (2, 2, 5, 4)


def test_a_dense_layer_has_its_weight_turned(lifted):
    case = lifted("dense")
    (node,) = case.nodes
    assert case.weights[node.inputs[1]].shape == (5, 8)
    assert len(node.inputs) == 3


@pytest.mark.parametrize("wanted", ALL)
def test_only_what_is_asked_for_is_lifted(lifted, wanted):
    for name in ("attention", "gelus", "silu_of_an_image"):
        found = operators(lifted(name, (wanted,)))
        assert {op for op in ALL if found[op]} <= {wanted}


@pytest.mark.parametrize("name", ["both_orders_of_an_input", "arithmetic_with_constants", "clip"])
def test_other_graphs_stay_as_they_are(lifted, name):
    assert not set(operators(lifted(name))) & set(ALL)


def test_a_value_that_is_read_elsewhere_stays(tmp_path):
    """A sigmoid that is also an output cannot vanish into a Swish."""
    from probes.workloads.graph import Graph

    graph = Graph("g", None)
    x = graph.input("x", (2, 3))
    gate = graph.node("Sigmoid", x)
    graph.output(graph.node("Mul", x, gate))
    graph.output(gate)
    case = read(write_case(graph.model(), tmp_path / "case", seed=1).directory)
    assert operators(lift(case, ALL)) == {"Sigmoid": 1, "Mul": 1}


@pytest.mark.parametrize(
    ("workload", "attention", "gelu", "linear"),
    [("bert-base", 12, 12, 72), ("vit-b-16", 12, 12, 72), ("gpt2-prefill", 12, 12, 48),
     ("gpt2-decode", 12, 12, 48), ("whisper-tiny-encoder", 4, 6, 24)],
)  # fmt: skip
def test_transformers_are_lifted_whole(tmp_path, workload, attention, gelu, linear):
    """Checked on the plan alone: weights of these sizes are not drawn in a fast test."""
    import numpy as np

    from probes.worker.case import Case, Node, Value

    plan, weights = lower(catalog.module(workload).build(1, None))
    computed = {name for node in plan["nodes"] for name in node["outputs"]}
    computed |= {value["name"] for value in plan["inputs"]}
    shapes = {name: tuple(shape) for name, shape in plan["shapes"].items()}
    for name, shape in shapes.items():
        if name not in computed and name not in weights:
            weights[name] = np.broadcast_to(np.float32(0.5), shape)

    def values(items):
        return tuple(Value(v["name"], tuple(v["shape"]), v["dtype"]) for v in items)

    nodes = tuple(
        Node(n["op"], tuple(n["inputs"]), tuple(n["outputs"]), n["attributes"])
        for n in plan["nodes"]
    )
    case = Case("c", 17, values(plan["inputs"]), values(plan["outputs"]), nodes, shapes, weights,
                (), tmp_path, plan["dtypes"])  # fmt: skip
    found = operators(lift(case, ("Attention", "Gelu")))
    assert (found["Attention"], found["Gelu"]) == (attention, gelu)
    assert found["Softmax"] == found["Erf"] == found["Tanh"] - (workload == "bert-base") == 0
    assert operators(lift(nothing_turned(case), ("Linear",)))["Linear"] == linear


def nothing_turned(case):
    """The same with weights that cost nothing to copy."""
    from dataclasses import replace

    import numpy as np

    class Cheap:
        def __init__(self, array):
            self.array, self.ndim, self.shape = array, array.ndim, array.shape

        @property
        def T(self):  # noqa: N802 - as numpy calls it
            return np.broadcast_to(np.float32(0), (1, 1))

    def cheap(array):
        return Cheap(array) if array.ndim == 2 and array.size > 1000 else array

    return replace(case, weights={name: cheap(array) for name, array in case.weights.items()})
