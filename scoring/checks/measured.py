"""Whether a stack runs on this machine, how fast, and in how much memory.

Pure. An amount is held against a ceiling with its 95 % interval, as the ranking believes it: a no
where all of the interval is above, a yes where none of it is, else not known.
"""

from __future__ import annotations

from knowledge.evidence import measurement_key
from knowledge.schema.decision import Alternative
from knowledge.schema.probing import Estimate, Measurement, Precision, Status
from knowledge.schema.scenario import Requirement, WorkloadUse
from scoring import reasons
from scoring.checks import sentences
from scoring.checks.known import Doubt, Known, worst
from scoring.measured import latent_of
from scoring.moments import quantiles
from scoring.newest import BROKEN, of_alternative, of_another_route


def runs(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether it gave right results on every workload."""
    del requirement
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id})"
    tried = [
        (use, of_alternative(known.measured, alternative, use)) for use in known.scenario.workloads
    ]
    for _, found in tried:
        if found is None or of_another_route(found, alternative):
            continue
        if found.status in BROKEN:
            return Doubt(True, reasons.ended_badly(name, found), (measurement_key(found.id),))
    right = [use for use, found in tried if found is not None and found.status is Status.OK]
    for use, found in tried:
        if found is None and mode.adapter is None:
            return Doubt(False, reasons.no_probe(name))
        if found is None or found.status is not Status.OK:
            if right:
                return Doubt(False, reasons.run_in_part(name, right[0], use, found))
            return Doubt(False, reasons.not_run(name, use, found))
    return None


def latency(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether a call takes at most `value` seconds on the workloads whose latency is judged."""
    limit = float(requirement.value or "inf")
    uses = _uses(known, "latency")
    if not uses:
        return Doubt(False, sentences.nothing_measured())
    return worst(_below(known, alternative, use, "latency", limit) for use in uses)


def memory(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the process needs at most `value` MiB; the weights alone may already be too much."""
    limit = float(requirement.value or "inf")
    uses = _uses(known, "memory")
    for use in uses:
        weights = known.weights_mib.get(use.workload, 0.0)
        if weights > limit:
            return Doubt(True, sentences.weights_too_large(use, weights, limit))
    if not uses:
        return Doubt(False, sentences.nothing_measured())
    return worst(_below(known, alternative, use, "memory", limit) for use in uses)


def agreement(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether a reduced precision gives what fp32 gives, as far as `value` asks; fp32 does."""
    if alternative.precision == Precision.FP32.value:
        return None
    kind, _, text = (requirement.value or "").partition(":")
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id}, {alternative.precision.upper()})"

    def one(use: WorkloadUse) -> Doubt | None:
        found = of_alternative(known.measured, alternative, use)
        parity = None if found is None or of_another_route(found, alternative) else found.parity
        seen = None if parity is None else parity.top1 if kind == "top1" else parity.cosine
        if found is None or seen is None:
            return Doubt(False, sentences.agreement_unknown(name))
        if seen >= float(text):
            return None
        reason = sentences.disagrees(name, use, kind, (seen, float(text)))
        return Doubt(True, reason, (measurement_key(found.id),))

    if not known.scenario.workloads:
        return Doubt(False, sentences.nothing_measured())
    return worst(one(use) for use in known.scenario.workloads)


def _uses(known: Known, kind: str) -> tuple[WorkloadUse, ...]:
    """The workloads by whose `kind` the scenario judges; all that it measures where by none."""
    asked = [
        p.measure
        for p in known.scenario.preferences
        if p.measure is not None and known.catalog.criterion(p.criterion).measured == kind
    ]
    return tuple(dict.fromkeys(asked)) or known.scenario.workloads


def _below(
    known: Known, alternative: Alternative, use: WorkloadUse, kind: str, limit: float
) -> Doubt | None:
    framework, mode = known.catalog.mode(alternative.stack)
    name = f"{framework.title} ({mode.id})"
    found = of_alternative(known.measured, alternative, use)
    other = found is not None and of_another_route(found, alternative)
    if found is not None and found.status in BROKEN and not other:
        return Doubt(True, reasons.ended_badly(name, found), (measurement_key(found.id),))
    amount = _amount(kind, found, other)
    if found is None or amount is None:
        return Doubt(False, reasons.not_run(name, use, found))
    evidence = (measurement_key(found.id),)
    if amount.high <= limit:
        return None
    reason = sentences.above(name, use, kind, amount, limit)
    return Doubt(amount.low > limit, reason, evidence)


def _amount(kind: str, found: Measurement | None, other_route: bool) -> Estimate | None:
    if found is None or found.status is not Status.OK:
        return None
    latent = latent_of(kind, found, other_route)
    return None if latent is None else quantiles(latent, 1.0)
