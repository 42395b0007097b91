"""A comparison as JSON for programs; every field is described in docs/json.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.comparison.causes import lead
from reports.comparison.differences import (
    Lone,
    Pair,
    clear,
    evidence,
    exclusions,
    measured_once,
    measurements,
)
from reports.comparison.inputs import (
    OneSided,
    assumptions,
    different,
    requirements,
    unverified,
)
from reports.formats.json import dumps

if TYPE_CHECKING:
    from knowledge.schema.decision import Exclusion, Recommendation

SCHEMA = "advisor.comparison/1"


def render(before: Recommendation, after: Recommendation) -> str:
    """One JSON document, indented, ending in a line break."""
    return dumps(document(before, after))


def document(before: Recommendation, after: Recommendation) -> dict[str, Any]:
    """The document as plain values."""
    return {
        "schema": SCHEMA,
        "before": _side(before),
        "after": _side(after),
        "differs": list(different(before, after)),
        "requirements": _one_sided(requirements(before, after)),
        "assumptions": _one_sided(assumptions(before, after)),
        "unverified": [
            {"requirement": id_, "before": pair[0], "after": pair[1]}
            for id_, pair in unverified(before, after).items()
        ],
        "lead": _lead(before, after),
        "places": _places(before, after),
        "weights": _weights(before, after),
        "ruled_out": [_out(one) for one in exclusions(after, before)],
        "readmitted": [_out(one) for one in exclusions(before, after)],
        "measurements": [_pair(pair) for pair in measurements(before, after)],
        "measured_once": [_lone(one) for one in measured_once(before, after)],
        "evidence": [
            {"key": change.key, "change": change.kind} for change in evidence(before, after)
        ],
    }


def _side(answer: Recommendation) -> dict[str, Any]:
    return {
        "id": answer.id,
        "created": answer.created.isoformat(),
        "scenario": answer.scenario,
        "host": answer.host.id,
        "version": answer.version,
        "digests": answer.digests.model_dump(mode="json"),
        "first": answer.ranking[0].id if answer.ranking else None,
    }


def _one_sided(found: OneSided) -> dict[str, Any]:
    return {
        side: [{"en": text.en, "zh": text.zh} for text in texts]
        for side, texts in (("before", found.before), ("after", found.after))
    }


def _lone(one: Lone) -> dict[str, Any]:
    m = one.measurement
    return {
        "in": "after" if one.now else "before",
        "stack": m.stack,
        "workload": m.workload,
        "batch": m.batch,
        "status": m.status.value,
        "time_s": m.latency and m.latency.point,
        "version": m.version,
    }


def _lead(before: Recommendation, after: Recommendation) -> dict[str, Any] | None:
    found = lead(before, after)
    if found is None:
        return None
    return {
        "one": found.one,
        "other": found.other,
        "before": found.before,
        "after": found.after,
        "causes": [
            {
                "criterion": cause.criterion,
                "by_weight": cause.by_weight,
                "by_evidence": cause.by_evidence,
            }
            for cause in found.causes
        ],
    }


def _places(before: Recommendation, after: Recommendation) -> list[dict[str, Any]]:
    sides = [
        {row.id: (place, row.expected.point) for place, row in enumerate(answer.ranking, start=1)}
        for answer in (before, after)
    ]
    none = (None, None)
    return [
        {
            "id": id_,
            "before": sides[0].get(id_, none)[0],
            "after": sides[1].get(id_, none)[0],
            "expected_before": sides[0].get(id_, none)[1],
            "expected_after": sides[1].get(id_, none)[1],
        }
        for id_ in dict.fromkeys((*sides[1], *sides[0]))
    ]


def _weights(before: Recommendation, after: Recommendation) -> list[dict[str, Any]]:
    old = {view.id: view.weight for view in before.matrix.criteria}
    new = {view.id: view.weight for view in after.matrix.criteria}
    return [
        {"criterion": name, "before": old.get(name), "after": new.get(name)}
        for name in dict.fromkeys((*new, *old))
    ]


def _out(one: Exclusion) -> dict[str, Any]:
    return {
        "id": one.alternative,
        "requirement": one.requirement,
        "reason": {"en": one.reason.en, "zh": one.reason.zh},
    }


def _pair(pair: Pair) -> dict[str, Any]:
    old, new = pair.before, pair.after
    return {
        "stack": new.stack,
        "workload": new.workload,
        "batch": new.batch,
        "status_before": old.status.value,
        "status_after": new.status.value,
        "before_s": old.latency and old.latency.point,
        "after_s": new.latency and new.latency.point,
        "ratio": pair.ratio and pair.ratio.model_dump(mode="json"),
        "clear": clear(pair),
        "version_before": old.version,
        "version_after": new.version,
    }
