"""A plan as straight Python: what is called with what, and what is let go when."""

import types
import weakref
from pathlib import Path

import pytest

from probes.worker.case import Case, Node, Unsupported, Value
from probes.worker.straight import Straight, used
from probes.worker.walk import Arithmetic

SHAPE = (2,)


def case(nodes, outputs=("z",), weights=()):
    names = ["x", "y", *weights, *(name for node in nodes for name in node.outputs if name)]
    return Case(
        name="c",
        opset=17,
        inputs=(Value("x", SHAPE, "float32"), Value("y", SHAPE, "float32")),
        outputs=tuple(Value(name, SHAPE, "float32") for name in outputs),
        nodes=tuple(nodes),
        shapes=dict.fromkeys(names, SHAPE),
        weights=dict.fromkeys(weights),
        sets=(),
        model=Path("model.onnx"),
    )


CALLS = []


def joined(parts, sign):
    CALLS.append(parts)
    return sign.join(map(str, parts))


LIBRARY = types.SimpleNamespace(
    clip=lambda x, low, high=None: (x, low, high), joined=joined, pi=3, twice=lambda x: 2 * x
)


class Table(Arithmetic):
    """Numbers in place of tensors."""

    def __init__(self, recording, made):
        self._case = made
        self._math = self._library = recording.namespace(LIBRARY)

    def clip(self, node, x, low, high):
        return self._library.clip(x, low, high=high)

    def concat(self, node, *parts):
        return self._library.joined([self._library.pi, (*parts,)], "-")

    def split(self, node, x):
        return x, x + 1, self._library.twice(x)

    def slice(self, node, x):
        return x[1:]

    def if_(self, node, x, y):
        return x if x else y


def run(made, *given):
    recording = Straight()
    return recording.function(made, Table(recording, made))(*given)


def test_it_computes_with_python_operators_and_functions():
    nodes = [
        Node("Mul", ("x", "w"), ("a",)),
        Node("Sub", ("a", "y"), ("b",)),
        Node("Reciprocal", ("b",), ("c",)),
        Node("Neg", ("c",), ("z",)),
    ]
    assert run(case(nodes, weights=["w"]), [5], 1, 3) == (-0.5,)


def test_an_absent_input_is_none():
    assert run(case([Node("Clip", ("x", "", "y"), ("z",))]), [], 1, 2) == ((1, None, 2),)


def test_stand_ins_lie_in_tuples_and_lists():
    assert run(case([Node("Concat", ("x", "y"), ("z",))]), [], 1, 2) == ("3-(1, 2)",)


def test_an_index_is_recorded():
    assert run(case([Node("Slice", ("x",), ("z",))]), [], "abc", 0) == ("bc",)


def test_outputs_that_are_not_wanted_are_not_computed():
    made = case([Node("Split", ("x",), ("a", "", "z"))], outputs=("z", "a", "x"))
    assert run(made, [], 1, 2) == (2, 1, 1)
    CALLS.clear()
    nodes = [Node("Concat", ("x", "y"), ("lost",)), Node("Add", ("x", "y"), ("z",))]
    assert run(case(nodes), [], 1, 2) == (3,)
    assert CALLS == []


def test_only_weights_that_are_read_are_asked_for():
    made = case([Node("Add", ("x", "b"), ("z",))], weights=["a", "b"])
    assert used(made) == ["b"]
    assert run(made, [10], 1, 0) == (11,)


def test_a_value_is_let_go_after_its_last_use():
    class Number:
        def __init__(self, value):
            self.value = value
            alive.append(weakref.ref(self))

        def __add__(self, other):
            living.append(sum(each() is not None for each in alive))
            return Number(self.value + other.value)

    alive, living = [], []
    nodes = [Node("Add", (a, "y"), (b,)) for a, b in zip("xabcd", "abcdz", strict=True)]
    recording, made = Straight(), case(nodes)
    function = recording.function(made, Table(recording, made))
    x, y = Number(1), Number(2)
    assert function([], x, y)[0].value == 11
    assert max(living) == 3  # x, y and the one before


def test_what_depends_on_data_cannot_be_recorded():
    with pytest.raises(TypeError, match="not known while recording"):
        run(case([Node("If", ("x", "y"), ("z",))]), [], 1, 2)


def test_a_missing_operator_is_named():
    with pytest.raises(Unsupported, match="Erfinv"):
        run(case([Node("Erfinv", ("x",), ("z",))]), [], 1, 2)
