"""Cells of measured criteria: the belief that a measurement leaves, or its absence.

Pure. A measurement is a lognormal latent that every stack on the same runtime shares; a cell that
nobody measured may be anything between the scenario's anchors, with equal odds for every value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from knowledge.errors import KnownError
from knowledge.evidence import fact_key, measurement_key
from knowledge.schema.claims import Fact
from knowledge.schema.criterion import Criterion
from knowledge.schema.decision import Alternative, Basis, Belief, Latent, Term
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Estimate, Measurement, Status
from knowledge.schema.scenario import Preference, WorkloadUse
from scoring.changed import changed_cell
from scoring.distance import Distances
from scoring.moments import Z95, quantiles
from scoring.newest import Key, of_alternative, of_another_route
from scoring.reading import usable
from scoring.value import ignorance

_PER_SECOND = {"s": 1.0, "ms": 1e3, "µs": 1e6}

UNSTEADY_FACTOR = 2.0
"""By how much an unsteady timing is trusted less: its interval is read twice as wide."""

UNSTEADY_SD = math.log(1.35) / Z95
"""Floor for an unsteady timing: +-35 % at 95 %, the most by which medians of quiet processes
ordinarily differ on one machine (10-35 % seen on the machine the probes were made on)."""

COUNTER_SD = math.log(1.2) / Z95
"""Counters of joules tell of the whole machine, what others used included: 20 % at 95 %."""

LEAST_DRAWN = 0.1
"""Share of its design power that a busy chip draws at least; judgement, wide on purpose."""


def measured_cell(
    criterion: Criterion,
    preference: Preference,
    alternative: Alternative,
    measurements: Mapping[Key, Measurement],
    distances: Distances | None = None,
) -> tuple[Belief, Latent]:
    """The belief of one alternative on one measured criterion, with the latent it rests on.

    A measurement that `distances` finds far counts the less; what the user assumed is certain.

    Raises:
        KnownError: the preference does not say on which workload to measure, or latency has a
            unit that is not one of time.
    """
    use = preference.measure
    if use is None:
        raise KnownError(
            f"{criterion.id} is measured, but the scenario does not say on which workload",
            hint="add `measure: {workload: ..., batch: ...}` to the preference",
        )
    found = of_alternative(measurements, alternative, use)
    if criterion.measured == "changed":
        own = None if found is None or of_another_route(found, alternative) else found
        here = own is None or distances is None or distances.here(own)
        changed = changed_cell(criterion, alternative, own, here=here)
        return changed or _unknown(criterion, preference, alternative, use)
    latent = None
    if found is not None and found.status is Status.OK:
        latent = latent_of(criterion.measured, found, of_another_route(found, alternative))
        if latent is None and criterion.measured == "energy" and distances is not None:
            by_design = _by_design_power(criterion, alternative, found, distances)
            if by_design is not None:
                return by_design
    if found is None or latent is None:
        return _unknown(criterion, preference, alternative, use)
    far = 0.0 if distances is None else distances.log_sd(criterion.measured, found)
    if far:
        latent = latent.model_copy(update={"b": math.copysign(math.hypot(latent.b, far), latent.b)})
    factor = _factor(criterion)
    if distances is not None and distances.assumed(found):
        return _assumed(criterion, alternative, found, latent, factor), latent
    here = distances is None or distances.here(found)
    belief = Belief(
        alternative=alternative.id,
        criterion=criterion.id,
        terms=(Term(latent=latent.id, coefficient=factor),),
        estimate=quantiles(latent, factor),
        basis=Basis.MEASURED if here else Basis.DOCUMENTED,
        coverage=1.0,
        grade=Grade.MEASURED_HERE if here else Grade.MEASURED_ELSEWHERE,
        evidence=(measurement_key(found.id),),
    )
    return belief, latent


def _by_design_power(
    criterion: Criterion, alternative: Alternative, found: Measurement, distances: Distances
) -> tuple[Belief, Latent] | None:
    """What the chip's design power says where joules are not counted: little, but something."""
    device = distances.catalog.devices.get(alternative.device)
    facts = [] if device is None else [f for f in device.facts if f.quantity == "tdp"]
    fact = next((f for f in facts if usable(f.evidence) is not None), None)
    if device is None or fact is None or isinstance(fact.value, str) or found.latency is None:
        return None
    latent = _drawn(found, fact, fact.value)
    citation = usable(fact.evidence)
    belief = Belief(
        alternative=alternative.id,
        criterion=criterion.id,
        terms=(Term(latent=latent.id, coefficient=1.0),),
        estimate=quantiles(latent, 1.0),
        basis=Basis.DOCUMENTED,
        coverage=0.5,
        grade=None if citation is None else citation.grade,
        evidence=(measurement_key(found.id), fact_key(device.id, fact)),
    )
    return belief, latent


def _drawn(found: Measurement, fact: Fact, watts: float) -> Latent:
    """Items per joule if all of the design power is drawn, and if a tenth of it is."""
    key = measurement_key(found.id)
    rate = found.batch / (found.latency.point if found.latency is not None else math.inf)
    return Latent(
        id=f"{key}:{fact.quantity}",
        family="loguniform",
        a=rate / watts,
        b=rate / (LEAST_DRAWN * watts),
        stream=f"{key}:drawn",
    )


def _assumed(
    criterion: Criterion,
    alternative: Alternative,
    found: Measurement,
    latent: Latent,
    factor: float,
) -> Belief:
    """The cell of an amount that the user put in."""
    return Belief(
        alternative=alternative.id,
        criterion=criterion.id,
        terms=(Term(latent=latent.id, coefficient=factor),),
        estimate=quantiles(latent, factor),
        basis=Basis.ASSUMED,
        coverage=0.0,
        assumed=(measurement_key(found.id),),
    )


def log_sd(estimate: Estimate) -> float:
    """Standard deviation of the logarithm that the wider side of a 95 % interval stands for.

    ``max(log(high / point), log(point / low)) / 1.96``; a side that reaches zero says nothing on
    a log scale and is left out.

    >>> round(log_sd(Estimate(point=10.0, low=8.0, high=11.0)), 4)
    0.1139
    """
    sides = [math.log(estimate.high / estimate.point)]
    if estimate.low > 0:
        sides.append(math.log(estimate.point / estimate.low))
    return max(sides) / Z95


def latent_of(
    measured: str | None, measurement: Measurement, other_route: bool = False
) -> Latent | None:
    """The latent of what was measured; None where the measurement does not hold it.

    Latency and throughput of one task share a stream: throughput is latency upside down. Another
    route's converter writes another graph of the same model: a timing is then trusted as little
    as an unsteady one, and moves together with the one it was taken from. So does what is counted
    in joules: a call that takes longer draws more.
    """
    key = measurement_key(measurement.id)
    counted = None if measurement.energy is None else measurement.energy.items_per_joule
    if measured == "energy" and counted is None:
        return None
    estimate = measurement.memory if measured == "memory" else measurement.latency
    if estimate is None or estimate.point <= 0:
        return None
    sd = log_sd(estimate)
    if measured == "memory":
        return Latent(id=f"{key}:memory", family="lognormal", a=estimate.point, b=sd)
    if not measurement.steady or other_route:
        sd = max(UNSTEADY_FACTOR * sd, UNSTEADY_SD)
    name = f"{key}:other-route" if other_route else key
    if measured == "energy" and counted is not None:
        sd = math.hypot(sd, COUNTER_SD)
        return Latent(id=f"{name}:energy", family="lognormal", a=counted, b=-sd, stream=key)
    if measured == "throughput":
        rate = measurement.batch / estimate.point
        return Latent(id=f"{name}:throughput", family="lognormal", a=rate, b=-sd, stream=key)
    stream = key if other_route else ""
    return Latent(id=name, family="lognormal", a=estimate.point, b=sd, stream=stream)


def _factor(criterion: Criterion) -> float:
    """From the measurement's unit (s, items/s, MiB, items/J) to the criterion's."""
    if criterion.measured != "latency":
        return 1.0
    return per_second(criterion.id, criterion.unit)


def per_second(name: str, unit: str) -> float:
    """How many of a criterion's units a second has.

    Raises:
        KnownError: the unit is not one of time.

    >>> per_second("latency", "ms")
    1000.0
    """
    if unit not in _PER_SECOND:
        raise KnownError(
            f"{name} is a time, but its unit is {unit!r}",
            hint=f"known: {', '.join(_PER_SECOND)}",
        )
    return _PER_SECOND[unit]


def _unknown(
    criterion: Criterion, preference: Preference, alternative: Alternative, use: WorkloadUse
) -> tuple[Belief, Latent]:
    """Anything between the anchors; stacks on the same runtime share what is not known of it.

    Latency and throughput of one task share a stream here too; both run from worst to best.
    """
    task = f"{use.workload}:{use.batch}"
    apart = ("memory", "energy", "changed")
    stream = criterion.measured if criterion.measured in apart else "time"
    family, worst, best = ignorance(preference.anchors)
    latent = Latent(
        id=f"unknown:{alternative.lane}:{criterion.measured}:{task}",
        family=family,
        a=worst,
        b=best,
        stream=f"unknown:{alternative.lane}:{stream}:{task}",
    )
    belief = Belief(
        alternative=alternative.id,
        criterion=criterion.id,
        terms=(Term(latent=latent.id, coefficient=1.0),),
        estimate=quantiles(latent, 1.0),
        basis=Basis.UNKNOWN,
        coverage=0.0,
    )
    return belief, latent
