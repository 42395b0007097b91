"""The recommendation as JSON for programs; every field is described in docs/json.md.

The shape is versioned by `schema`: a change that could break a reader changes the version.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from knowledge.roofline import standing
from knowledge.schema.base import LocalText
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    Exclusion,
    RankedAlternative,
    Recommendation,
)
from knowledge.schema.probing import Estimate, Measurement
from reports.unverified import best_verified

SCHEMA = "advisor.recommendation/1"
# Control, bidirectional and other invisible characters, and lone surrogates: written as escapes,
# so that the text is plain in any viewer and always valid UTF-8.
_HIDDEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def render(recommendation: Recommendation) -> str:
    """One JSON document, indented, ending in a line break."""
    return dumps(document(recommendation))


def dumps(plain: dict[str, Any]) -> str:
    """Plain values as JSON in which nothing is hidden and nothing is not a number."""
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, indent=2)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text) + "\n"


def document(recommendation: Recommendation) -> dict[str, Any]:
    """The document as plain values."""
    step, people = recommendation.next_measurement, recommendation.stakeholders
    best, cut = best_verified(recommendation), recommendation.cut_short
    return {
        "schema": SCHEMA,
        "id": recommendation.id,
        "created": recommendation.created.isoformat(),
        "version": recommendation.version,
        "command": recommendation.command,
        "scenario": recommendation.scenario,
        "scenario_title": _text(recommendation.scenario_title),
        "scenario_summary": _text(recommendation.scenario_summary),
        "target": None if recommendation.target is None else _text(recommendation.target),
        "elsewhere": recommendation.elsewhere,
        "other_system": _text(recommendation.other_system) if recommendation.other_system else None,
        "measured_on": recommendation.measured_on,
        "requirements": [_text(title) for title in recommendation.requirements],
        "overlays": list(recommendation.overlays),
        "reasons": list(recommendation.reasons),
        "host": recommendation.host.model_dump(mode="json"),
        "seed": recommendation.seed,
        "draws": recommendation.draws,
        "weight_certainty": recommendation.weight_certainty,
        "digests": recommendation.digests.model_dump(mode="json"),
        "ranking": _ranking(recommendation),
        "matrix": {
            "criteria": [c.model_dump(mode="json") for c in recommendation.matrix.criteria],
            "cells": [_cell(belief) for belief in recommendation.matrix.beliefs],
        },
        "frameworks": [row.model_dump(mode="json") for row in recommendation.frameworks],
        "excluded": [_exclusion(exclusion) for exclusion in recommendation.excluded],
        "unverified": [_exclusion(exclusion) for exclusion in recommendation.unverified],
        "measurements": [_measurement(m) for m in recommendation.measurements],
        "best_verified": None if best is None else best.id,
        "cut_short": None if cut is None else cut.model_dump(mode="json"),
        "nearby": [_measurement(m) for m in recommendation.nearby],
        "next_measurement": None if step is None else step.model_dump(mode="json"),
        "robustness": recommendation.robustness.model_dump(mode="json"),
        "assumptions": [one.model_dump(mode="json") for one in recommendation.assumptions],
        "relaxations": [one.model_dump(mode="json") for one in recommendation.relaxations],
        "merged": [one.model_dump(mode="json") for one in recommendation.merged],
        "stakeholders": None if people is None else people.model_dump(mode="json"),
        "evidence": [item.model_dump(mode="json") for item in recommendation.evidence],
    }


def _text(text: LocalText) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}


def _ranking(recommendation: Recommendation) -> list[dict[str, Any]]:
    stacks = {alternative.id: alternative for alternative in recommendation.matrix.alternatives}
    return [_ranked(ranked, stacks[ranked.id]) for ranked in recommendation.ranking]


def _ranked(ranked: RankedAlternative, stack: Alternative) -> dict[str, Any]:
    return {
        "id": ranked.id,
        "label": ranked.label,
        "trainer": stack.trainer,
        "route": stack.route,
        "runtime": stack.runtime,
        "mode": stack.mode,
        "precision": stack.precision,
        "device": stack.device,
        "expected": _estimate(ranked.expected),
        "rank_acceptability": list(ranked.rank_acceptability),
        "tied_with": list(ranked.tied_with),
        "contributions": dict(ranked.contributions),
        "first_wins": ranked.first_wins,
    }


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"point": estimate.point, "low": estimate.low, "high": estimate.high}


def _cell(belief: Belief) -> dict[str, Any]:
    known = belief.basis is not Basis.UNKNOWN
    return {
        "alternative": belief.alternative,
        "criterion": belief.criterion,
        "value": belief.estimate.point if known else None,
        "low": belief.estimate.low,
        "high": belief.estimate.high,
        "basis": belief.basis.value,
        "coverage": belief.coverage,
        "grade": None if belief.grade is None else belief.grade.value,
        "stale_since": None if belief.stale_since is None else belief.stale_since.isoformat(),
        "evidence": list(belief.evidence),
        "assumed": list(belief.assumed),
    }


def _exclusion(exclusion: Exclusion) -> dict[str, Any]:
    return {
        "id": exclusion.alternative,
        "label": exclusion.label,
        "requirement": exclusion.requirement,
        "title": _text(exclusion.title),
        "reason": _text(exclusion.reason),
        "evidence": list(exclusion.evidence),
        "assumed": list(exclusion.assumed),
        "waivable": exclusion.waivable,
    }


def _measurement(measurement: Measurement) -> dict[str, Any]:
    latency, memory, parity = measurement.latency, measurement.memory, measurement.parity
    return {
        "id": measurement.id,
        "stack": measurement.stack,
        "workload": measurement.workload,
        "mode": measurement.mode.value,
        "batch": measurement.batch,
        "precision": measurement.precision.value,
        "status": measurement.status.value,
        "message": measurement.message,
        "median_s": latency and latency.point,
        "low_s": latency and latency.low,
        "high_s": latency and latency.high,
        "rounds": measurement.rounds,
        "processes": measurement.processes,
        "steady": measurement.steady,
        "memory_mib": memory and _estimate(memory),
        "import_s": measurement.import_s,
        "build_s": measurement.build_s,
        "first_call_s": measurement.first_call_s,
        "cold_start_s": measurement.cold_start_s,
        "cold_start_crowded": measurement.cold_start_crowded,
        "work": measurement.work and measurement.work.model_dump(mode="json"),
        "standing": _standing(measurement),
        "energy": measurement.energy and measurement.energy.model_dump(mode="json"),
        "noise": measurement.noise and measurement.noise.model_dump(mode="json"),
        "findings": [each.model_dump(mode="json") for each in measurement.findings],
        "max_abs_error": parity and _finite(parity.max_abs_error),
        "cosine": parity and _finite(parity.cosine),
        "least_cosine": parity and parity.least_cosine,
        "max_relative_error": parity and parity.max_relative_error,
        "top1": parity and parity.top1,
        "top1_rows": parity and parity.rows,
        "precision_ignored": bool(parity and parity.ignored),
        "gain": measurement.gain and _estimate(measurement.gain),
        "conversion": measurement.conversion and measurement.conversion.model_dump(mode="json"),
        "version": measurement.version,
        "environment": measurement.environment,
        "threads": measurement.threads,
        "notes": list(measurement.notes),
        "started": measurement.started.isoformat(),
    }


def _standing(measurement: Measurement) -> dict[str, Any] | None:
    """Where it stood under the machine's ceilings as known when it was measured."""
    where = standing(measurement, measurement.roofline) if measurement.roofline else None
    return None if where is None else where.model_dump(mode="json")


def _finite(value: float) -> float | None:
    """JSON has no infinity and no NaN, which a wrong result may well contain."""
    return value if math.isfinite(value) else None
