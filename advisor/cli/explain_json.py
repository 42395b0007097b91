"""The JSON of `advisor explain --json`, shape advisor.explain/1."""

from __future__ import annotations

from typing import Any

from advisor.usecases.explain import Contribution, Explanation, RuledOut


def document(found: Explanation) -> dict[str, Any]:
    """The document as plain values."""
    recommendation, step = found.recommendation, found.next_measurement
    return {
        "schema": "advisor.explain/1",
        "run": recommendation.id,
        "scenario": recommendation.scenario,
        "assumptions": [one.model_dump(mode="json") for one in recommendation.assumptions],
        "first": None if found.first is None else _first(found),
        "against": _against(found),
        "ruled_out": [_ruled_out(one) for one in found.ruled_out],
        "flips": _flips(found),
        "next_measurement": None if step is None else step.model_dump(mode="json"),
    }


def _first(found: Explanation) -> dict[str, Any]:
    if found.first is None:
        return {}
    return {
        "id": found.first.id,
        "label": found.first.label,
        "expected": found.first.expected.model_dump(mode="json"),
        "first_share": found.first.rank_acceptability[0],
        "contributions": [_contribution(one) for one in found.contributions],
    }


def _contribution(one: Contribution) -> dict[str, Any]:
    return {
        "criterion": one.criterion.id,
        "weight": one.criterion.weight,
        "value": one.value,
        "contribution": one.amount,
        "basis": one.belief.basis.value,
        "amount": one.belief.estimate.model_dump(mode="json"),
        "unit": one.criterion.unit,
        "evidence": [item.key for item in one.evidence],
        "assumed": list(one.belief.assumed),
    }


def _against(found: Explanation) -> dict[str, Any] | None:
    if found.against is None:
        return None
    return {
        "id": found.against.other.id,
        "label": found.against.other.label,
        "lead": found.against.lead,
        "first_wins": found.against.other.first_wins,
        "tied": found.against.tied,
        "criteria": [
            {"criterion": d.criterion.id, "lead": d.lead, "evidence": list(d.evidence)}
            for d in found.against.differences
        ],
    }


def _ruled_out(one: RuledOut) -> dict[str, Any]:
    return {
        "requirement": one.requirement,
        "title": one.title.model_dump(mode="json"),
        "reason": one.reason.model_dump(mode="json"),
        "stacks": list(one.labels),
        "evidence": [item.key for item in one.evidence],
    }


def _flips(found: Explanation) -> dict[str, Any] | None:
    flips = found.flips
    if flips is None:
        relaxations = found.recommendation.relaxations
        return {"relaxations": [one.model_dump(mode="json") for one in relaxations]}
    return {
        "weights": None if flips.weights is None else flips.weights.model_dump(mode="json"),
        "thresholds": [one.model_dump(mode="json") for one in flips.thresholds],
        "rival": found.recommendation.robustness.rival,
        "facts": [one.model_dump(mode="json") for one in flips.facts],
        "turns": [one.model_dump(mode="json") for one in flips.turns],
        "reversals": [one.model_dump(mode="json") for one in flips.reversals],
        "left_out": [one.model_dump(mode="json") for one in flips.left_out],
        "relaxations": [one.model_dump(mode="json") for one in flips.relaxations],
    }
