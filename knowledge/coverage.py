"""How much of a set of operators a back end covers, by its registry, or by cases that it passed.

Pure. Three answers, never two: an operator of which nobody has said what the framework would call
it is unknown, not missing, so that a coverage is an interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from knowledge.schema.evidence import Citation
from knowledge.schema.operators import (
    CaseCounts,
    CaseResults,
    Counted,
    Equivalents,
    OperatorRegistry,
    OperatorSet,
    Registry,
    SetCoverage,
    Standing,
)

ONNX = "onnx"


@dataclass(frozen=True)
class Judged:
    """How an operator stands, and by which of the framework's names or cases."""

    operator: str
    uses: int
    standing: Standing
    by: tuple[str, ...] = ()
    cases: CaseCounts | None = None


def names(
    table: Sequence[Equivalents], operator: str, space: str, other: str
) -> tuple[str, ...] | None:
    """What the operator of one namespace is called in another.

    None where the table does not say, empty where there is no such operator.

    >>> table = [Equivalents(onnx=("Gelu",), jax=("nn.gelu",), tensorflow=())]
    >>> names(table, "Gelu", "onnx", "jax"), names(table, "Gelu", "onnx", "tensorflow")
    (('nn.gelu',), ())
    >>> names(table, "Gelu", "onnx", "mindspore") is None
    True
    """
    if space == other:
        return (operator,)
    rows = [row for row in table if operator in (getattr(row, space, None) or ())]
    said = [found for row in rows if (found := getattr(row, other, None)) is not None]
    if not said:
        return None
    return tuple(dict.fromkeys(name for found in said for name in found))


def judge(
    wanted: OperatorSet,
    registry: Registry,
    device: str,
    table: Sequence[Equivalents],
    cases: CaseResults | None = None,
) -> tuple[Judged, ...]:
    """How every operator of a set stands with one back end of a framework.

    Cases that were run on the device count beside the registry: one that passed shows that the
    operator is there, and where all were refused as unsupported, it is missing.
    """
    backend = registry.backends[device]
    known = frozenset((*backend.kernels, *backend.composed))
    tried = cases if cases is not None and cases.device == device else None
    return tuple(
        _judged(operator, uses, wanted.namespace, registry.namespace, known, table, tried)
        for operator, uses in wanted.operators.items()
    )


def coverage(wanted: OperatorSet, device: str, judged: Sequence[Judged]) -> SetCoverage:
    """The count of each standing."""
    counts = [one.standing for one in judged]
    return SetCoverage(
        set=wanted.id,
        version=wanted.version,
        device=device,
        covered=counts.count(Standing.COVERED),
        missing=counts.count(Standing.MISSING),
        unknown=counts.count(Standing.UNKNOWN),
    )


def summary(
    earlier: OperatorRegistry,
    registry: Registry,
    sets: Sequence[OperatorSet],
    table: Sequence[Equivalents],
    cases: CaseResults | None,
    read: date,
) -> OperatorRegistry:
    """What was counted before, counted anew: texts and sources stay, numbers and days are new."""
    return earlier.model_copy(
        update={
            "package": f"{earlier.package.partition('@')[0]}@{registry.version.partition('+')[0]}",
            "version": registry.version.partition("+")[0],
            "read": read,
            "backends": tuple(
                Counted(device=name, kernels=len(found.kernels), composed=len(found.composed))
                for name, found in registry.backends.items()
            ),
            "coverage": tuple(
                coverage(wanted, device, judge(wanted, registry, device, table, cases))
                for wanted in sets
                for device in registry.backends
            ),
            "evidence": _read_again(earlier.evidence, read),
            "set_evidence": _read_again(earlier.set_evidence, read),
        }
    )


def used_share(judged: Sequence[Judged]) -> tuple[float, float]:
    """The share of uses that is covered: at least, and at most if all that is unknown is there.

    >>> used_share([Judged("Conv", 3, Standing.COVERED), Judged("Erf", 1, Standing.UNKNOWN)])
    (0.75, 1.0)
    """
    total = sum(one.uses for one in judged)
    sure, unsure = (
        sum(one.uses for one in judged if one.standing is standing)
        for standing in (Standing.COVERED, Standing.UNKNOWN)
    )
    return sure / total, (sure + unsure) / total


def _read_again(evidence: Sequence[Citation], read: date) -> tuple[Citation, ...]:
    return tuple(citation.model_copy(update={"read": read}) for citation in evidence)


def _judged(
    operator: str,
    uses: int,
    space: str,
    own: str,
    known: frozenset[str],
    table: Sequence[Equivalents],
    cases: CaseResults | None,
) -> Judged:
    called = names(table, operator, space, own)
    found = tuple(name for name in called or () if name in known)
    if cases is None:
        absent = Standing.UNKNOWN if called is None else Standing.MISSING
        return Judged(operator, uses, Standing.COVERED if found else absent, found)
    read_as = names(table, operator, space, ONNX)
    results = [cases.operators.get(name) for name in read_as or ()]
    told = [result for result in results if result is not None]
    shown = told[0] if told else None
    if found or any(result.shown for result in told):
        return Judged(operator, uses, Standing.COVERED, found or read_as or (), shown)
    absent = Standing.UNKNOWN
    if read_as is not None and len(told) == len(results) and all(result.refused for result in told):
        absent = Standing.MISSING
    return Judged(operator, uses, absent, (), shown)
