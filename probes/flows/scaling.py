"""Efficiency of scaling: what several processes do together, against as many times one alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from knowledge.schema.probing import Estimate, Measurement, Status
from probes.flows.catalog import flow_of
from probes.statistics import CONTENDED_SD, QUIET_SD, ratio, used


def scaled(measurements: Sequence[Measurement], seed: int) -> tuple[Measurement, ...]:
    """The measurements of a run, with the efficiency of those of several processes.

    Args:
        measurements: with their samples.
        seed: of the intervals.
    """
    alone = {
        (m.stack, flow_of(m.workload), m.batch): m
        for m in measurements
        if m.flow is not None and m.flow.processes == 1 and m.status is Status.OK
    }
    return tuple(
        _with(m, alone.get((m.stack, flow_of(m.workload), m.batch)), seed) for m in measurements
    )


def _with(m: Measurement, one: Measurement | None, seed: int) -> Measurement:
    if m.flow is None or one is None or m.flow.processes == 1 or m.status is not Status.OK:
        return m
    found = efficiency(one, m, seed)
    return m.model_copy(update={"flow": m.flow.model_copy(update={"efficiency": found})})


def efficiency(one: Measurement, many: Measurement, seed: int) -> Estimate | None:
    """The rate of many over that of one times their number; None without a round in common.

    Rounds of the same number are paired: within a process the two are sampled in turn, one right
    after the other, so that what drifts on the machine drifts for both.
    """
    if one.flow is None or many.flow is None:
        return None
    contended = any(
        s.contended for m in (one, many) for taken in used(m.samples).values() for s in taken
    )
    key = int(hashlib.sha256(many.task.model_dump_json().encode()).hexdigest()[:16], 16)
    try:
        times = ratio(
            one.samples,
            many.samples,
            np.random.default_rng([seed, key]),
            prior_sd=CONTENDED_SD if contended else QUIET_SD,
        )
    except ValueError:
        return None
    share = many.flow.amount / (one.flow.amount * many.flow.processes)
    return Estimate(point=share * times.point, low=share * times.low, high=share * times.high)
