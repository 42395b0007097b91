"""Windows against the shapes and numbers of the ONNX reference."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from probes.worker import geometry
from probes.worker.case import read
from probes.workloads.case import write_case
from tests.probes.worker.graphs import GRAPHS

POOLS = [name for name in GRAPHS if "_pool" in name and "global" not in name]


def positions(view):
    return tuple(len(axis) for axis in geometry.counts(view, include_pad=True))


@pytest.mark.parametrize("name", [*POOLS, *(n for n in GRAPHS if n.startswith("conv_"))])
def test_windows_have_as_many_positions_as_the_output(tmp_path, name):
    case = read(write_case(GRAPHS[name](), tmp_path / "case", seed=1).directory)
    for node in case.nodes:
        if node.op in ("Conv", "MaxPool", "AveragePool"):
            view = (geometry.of_conv if node.op == "Conv" else geometry.of_pool)(case, node)
            assert positions(view) == case.shapes[node.outputs[0]][2:]


@given(
    size=st.integers(1, 12),
    kernel=st.integers(1, 4),
    stride=st.integers(1, 4),
    begin=st.integers(0, 3),
    end=st.integers(0, 3),
)
def test_a_mean_by_counts_is_the_mean_of_what_is_inside(size, kernel, stride, begin, end):
    assume(begin < kernel and end < kernel and size + begin + end >= kernel)
    view = geometry.window(
        {"pads": [begin, end], "strides": [stride], "ceil_mode": 1}, (size,), (kernel,)
    )
    data = np.arange(1.0, size + 1)
    padded = np.pad(data, view.pads[0])
    scale = geometry.average_scale(view, include_pad=False)
    for position, factor in enumerate(scale):
        start = position * stride - begin
        inside = data[max(start, 0) : max(start + kernel, 0)]
        got = padded[position * stride :][:kernel].mean() * factor
        assert got == pytest.approx(inside.mean(), rel=1e-5)


@given(size=st.integers(1, 20), kernel=st.integers(1, 5), stride=st.integers(1, 4))
def test_same_gives_a_size_divided_by_the_stride(size, kernel, stride):
    for auto in ("SAME_UPPER", "SAME_LOWER"):
        view = geometry.window({"auto_pad": auto, "strides": [stride]}, (size,), (kernel,))
        assert positions(view) == (-(-size // stride),)
        before, after = view.pads[0]
        assert abs(before - after) <= 1


def test_valid_does_not_pad():
    assert not geometry.window({"auto_pad": "VALID"}, (5, 5), (3, 3)).padded
