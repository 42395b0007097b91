"""Efficiency of scaling, from the samples of one process and of several."""

import pytest

from knowledge.schema.probing import Flow, FlowUnit, Measurement, Sample, Status
from probes.flows.scaling import scaled
from tests.probes.staged import NOW


def measured(processes, seconds, status=Status.OK, stack="jax/jit"):
    rounds = range(5)
    return Measurement(
        id=f"{stack}{processes}",
        stack=stack,
        workload=f"data-parallel-step.x{processes}",
        batch=64,
        status=status,
        samples=[
            Sample(process=p, round=r, loops=1, seconds=seconds * (1 + r / 100))
            for p in (0, 1)
            for r in rounds
        ],
        flow=Flow(unit=FlowUnit.SAMPLES, amount=64 * processes, processes=processes),
        started=NOW,
    )


def test_efficiency_is_the_rate_against_as_many_times_one():
    one, four = scaled([measured(1, 0.1), measured(4, 0.125)], seed=0)
    assert one.flow.efficiency is None
    found = four.flow.efficiency
    assert found.point == pytest.approx(0.8)
    assert found.low < 0.8 < found.high


def test_no_efficiency_without_the_same_of_one_process():
    for others in (
        [measured(1, 0.1, stack="pytorch/eager")],
        [measured(1, 0.1, status=Status.CRASHED)],
        [],
    ):
        assert scaled([*others, measured(4, 0.1)], seed=0)[-1].flow.efficiency is None
