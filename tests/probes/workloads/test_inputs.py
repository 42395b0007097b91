"""Seeded inputs."""

from itertools import pairwise

import numpy as np
import pytest

from knowledge.errors import KnownError
from probes.workloads.inputs import draw, limit


def plan(*nodes, dtype="int64", shape=(3,), **shapes):
    value = {"name": "x", "dtype": dtype, "shape": list(shape)}
    made = [{"op": op, "inputs": i, "outputs": o, "attributes": a} for op, i, o, a in nodes]
    return {"inputs": [value], "nodes": made, "shapes": shapes}


LOOKUP = ("Gather", ["table", "x"], ["y"], {})


def test_indices_stay_below_the_table():
    assert limit(plan(LOOKUP, table=[7, 4]), {"name": "x", "dtype": "int64"}) == 7


def test_the_smallest_table_counts_also_behind_a_reshape():
    nodes = [LOOKUP, ("Reshape", ["x"], ["z"], {}), ("Gather", ["small", "z"], ["w"], {"axis": 1})]
    found = plan(*nodes, table=[7, 4], small=[9, 3])
    assert limit(found, found["inputs"][0]) == 3


@pytest.mark.parametrize(("dtype", "below"), [("int64", 2), ("uint8", 256)])
def test_other_integers_are_flags_or_pixels(dtype, below):
    found = plan(dtype=dtype)
    assert limit(found, found["inputs"][0]) == below


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "int32", "bool"])
def test_sets_differ_and_come_from_the_seed(dtype):
    found = plan(dtype=dtype, shape=(40,))
    one, other = draw(found, 3, 2)
    assert one["x"].dtype == np.dtype(dtype)
    assert not np.array_equal(one["x"], other["x"])
    np.testing.assert_array_equal(one["x"], draw(found, 3, 2)[0]["x"])
    assert not np.array_equal(one["x"], draw(found, 4, 2)[0]["x"])


@pytest.mark.parametrize("dtype", ["int64", "bool"])
@pytest.mark.parametrize("seed", range(6))
def test_even_a_single_flag_differs_from_set_to_set(dtype, seed):
    sets = draw(plan(dtype=dtype, shape=(1,)), seed, 3)
    for before, after in pairwise(sets):
        assert before["x"] != after["x"]


def test_images_have_patches_and_keep_their_variance():
    image = draw(plan(dtype="float32", shape=(8, 8, 64, 64)), 0, 1)[0]["x"]
    means = image[:, :, :32, :32].mean((2, 3))
    assert image.std() == pytest.approx(1.0, abs=0.1)
    assert means.std() > 0.5


def test_text_cannot_be_drawn():
    with pytest.raises(KnownError, match="object"):
        draw(plan(dtype="object"), 0, 1)
