"""Where resized pixels come from, by hand."""

import numpy as np
import pytest

from probes.worker.case import Node, Unsupported
from probes.worker.resampling import changed_axes, mixture, nearest, positions, whole_factors


def node(scales, **attributes):
    usual = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric",
             "nearest_mode": "floor", "scales": scales}  # fmt: skip
    return Node("Resize", ("x",), ("y",), {**usual, **attributes})


def test_whole_factors_repeat_pixels():
    assert whole_factors(node([1, 1, 2, 3]), (1, 4, 5, 5), (1, 4, 10, 15)) == [1, 1, 2, 3]
    assert whole_factors(node([1, 1, 1.5, 1]), (1, 4, 4, 4), (1, 4, 6, 4)) is None
    ceiling = node([1, 1, 2, 2], nearest_mode="ceil")
    assert whole_factors(ceiling, (1, 1, 2, 2), (1, 1, 4, 4)) is None


@pytest.mark.parametrize("mode", ["asymmetric", "half_pixel"])
def test_repeating_is_what_nearest_means(mode):
    how = {"coordinate_transformation_mode": mode,
           "nearest_mode": "floor" if mode == "asymmetric" else "round_prefer_floor"}  # fmt: skip
    assert nearest(how, 3, 6, 2.0).tolist() == [0, 0, 1, 1, 2, 2]


def test_only_axes_that_change_are_touched():
    assert changed_axes(node([1, 1, 2, 1]), (1, 4, 5, 6), (1, 4, 10, 6)) == [2]


def test_corners_stay_where_they_are():
    how = {"coordinate_transformation_mode": "align_corners"}
    assert positions(how, 5, 9, 1.8).tolist() == [i / 2 for i in range(9)]


@pytest.mark.parametrize("mode", ["linear", "cubic"])
def test_a_mixture_keeps_what_is_constant(mode):
    how = {"mode": mode, "coordinate_transformation_mode": "half_pixel"}
    matrix = mixture(how, 5, 12, 2.4)
    np.testing.assert_allclose(matrix.sum(axis=1), 1.0, rtol=1e-6)
    assert matrix.dtype == np.float32


def test_what_no_adapter_does_is_refused():
    how = {"mode": "linear", "coordinate_transformation_mode": "half_pixel", "antialias": 1}
    with pytest.raises(Unsupported, match="antialias"):
        mixture(how, 8, 4, 0.5)
    with pytest.raises(Unsupported, match="tf_crop_and_resize"):
        positions({"coordinate_transformation_mode": "tf_crop_and_resize"}, 8, 4, 0.5)
