"""Building a case ends where its deadline does, and leaves nothing behind."""

import pytest

from probes.workloads.case import case_for
from probes.workloads.deadline import OutOfTime, within
from probes.workloads.reference import Reference


def test_a_case_that_takes_too_long_is_given_up_and_leaves_nothing(tmp_path):
    with within(0.0), pytest.raises(OutOfTime):
        case_for("tiny-add", 1, 0, tmp_path)
    assert list((tmp_path / "cases").iterdir()) == []
    with within(60.0):
        assert case_for("tiny-add", 1, 0, tmp_path).reference.exists()


def test_the_clock_is_looked_at_between_operators():
    import numpy as np

    from probes.workloads import mlp

    model = mlp.build(1, np.random.default_rng(0))
    reference = Reference(model)
    sizes = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
    inputs = {model.graph.input[0].name: np.zeros(sizes, dtype=np.float32)}
    seen = []

    def clock():
        seen.append(None)
        return float(len(seen))

    with within(3.5, clock), pytest.raises(OutOfTime):
        reference(inputs)
    assert len(seen) == 5
    assert reference(inputs)
