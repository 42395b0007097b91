"""Rewriting to channels-last order: structure here, numbers in test_conformance."""

import collections

import numpy as np
import pytest

from probes.worker import boundary
from probes.worker.case import read
from probes.worker.layout import LAST, channels_last, last_axis, moved
from probes.workloads.case import case_for, write_case
from tests.probes.worker.graphs import GRAPHS


@pytest.fixture
def rewritten(tmp_path):
    def rewrite(name):
        return channels_last(read(write_case(GRAPHS[name](), tmp_path / name, seed=1).directory))

    return rewrite


def operators(case):
    return collections.Counter(node.op for node in case.nodes)


def test_mobilenet_needs_no_transpose(tmp_path):
    case = channels_last(read(case_for("mobilenet-v3-small", 1, 0, tmp_path).directory))
    assert operators(case)["Transpose"] == 0
    assert case.inputs[0].channels_last
    assert case.inputs[0].shape == (1, 224, 224, 3)
    assert not case.outputs[0].channels_last
    kernels = [case.shapes[node.inputs[1]] for node in case.nodes if node.op == "Conv"]
    assert kernels[0] == (3, 3, 3, 16)


def test_a_convolution_alone_is_handed_over_channels_last(rewritten):
    case = rewritten("conv_plain")
    assert [node.op for node in case.nodes] == ["Conv"]
    assert case.inputs[0].channels_last
    assert case.outputs[0].channels_last
    assert case.outputs[0].shape == (2, 7, 6, 4)


def test_a_graph_without_images_stays_as_it_is(rewritten):
    case = rewritten("matmul_batched")
    assert [value.name for value in case.inputs] == ["a", "b"]
    assert not any(value.channels_last for value in (*case.inputs, *case.outputs))


def test_flatten_gets_the_original_order(rewritten):
    assert operators(rewritten("flatten_after_conv"))["Transpose"] == 1
    assert operators(rewritten("flatten_after_pool"))["Transpose"] == 0


def test_constants_turn_with_the_image(rewritten):
    case = rewritten("arithmetic_with_constants")
    shapes = {node.op: [case.shapes[name] for name in node.inputs] for node in case.nodes}
    assert shapes["Mul"][1] == (1, 1, 1, 4)
    assert shapes["Div"][1] == (1, 7, 6, 4)
    assert shapes["Sub"][0] == ()
    assert shapes["Add"][0] == (1, 1, 6, 1)


def test_the_axis_turns_with_the_image(rewritten):
    axes = [n.attributes["axis"] for n in rewritten("softmax").nodes if n.op == "Softmax"]
    assert axes == [2, 3, 1]


def test_an_input_needed_in_both_orders_is_turned_once(rewritten):
    assert operators(rewritten("both_orders_of_an_input"))["Transpose"] == 1


@pytest.mark.parametrize("name", GRAPHS)
def test_every_tensor_is_made_before_it_is_read(rewritten, name):
    case = rewritten(name)
    known = {value.name for value in case.inputs} | set(case.weights) | {""}
    for node in case.nodes:
        assert set(node.inputs) <= known
        assert not known & set(node.outputs)
        known |= set(node.outputs)
    assert {value.name for value in case.outputs} <= known
    assert all(case.shapes[name] == array.shape for name, array in case.weights.items())


def test_arrays_cross_the_boundary_and_back(rewritten):
    case = rewritten("conv_plain")
    image = np.arange(2 * 6 * 9 * 8, dtype=np.float32).reshape(2, 6, 9, 8)
    (inside,) = boundary.inwards(case.inputs, [image])
    assert inside.shape == moved(image.shape) == case.inputs[0].shape
    assert inside.flags.c_contiguous
    assert inside[1, 4, 5, 3] == image[1, 3, 4, 5]
    (back,) = boundary.outwards(case.inputs, [inside])
    np.testing.assert_array_equal(back, image)
    assert np.shares_memory(back, inside)


def test_axes_by_hand():
    assert moved((1, 2, 3)) == (1, 3, 2)
    assert [last_axis(axis, 3) for axis in (0, 1, 2)] == [0, 2, 1]
    assert LAST.startswith("::")
