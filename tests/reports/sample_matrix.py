"""The matrix and ranking of the sample: eight stacks by seven criteria, ties and gaps included."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    RankedAlternative,
    Term,
)
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Estimate

STALE = date(2026, 3, 1)

# id, weight, (worst, best), log?, unit, measured, title en/zh
CRITERIA = (
    ("latency", 0.30, 100.0, 2.0, True, "ms", "latency", "Latency", "延迟"),
    ("throughput", 0.15, 10.0, 1000.0, True, "items/s", "throughput", "Throughput", "吞吐量"),
    ("memory", 0.10, 2048.0, 32.0, True, "MiB", "memory", "Memory", "内存"),
    (
        "deployment-maturity",
        0.20,
        0,
        100,
        False,
        "points",
        None,
        "Deployment maturity",
        "部署成熟度",
    ),
    ("operator-coverage", 0.10, 0, 100, False, "points", None, "Operator coverage", "算子覆盖"),
    ("hardware-ecosystem", 0.10, 0, 100, False, "points", None, "Hardware ecosystem", "硬件生态"),
    (
        "research-flexibility",
        0.05,
        0,
        100,
        False,
        "points",
        None,
        "Research flexibility",
        "研究灵活性",
    ),
)

# id, label, latency ms, items/s, MiB (None: never measured), four rubric scores, rank-1 share
STACKS: tuple[tuple[str, str, tuple[float, float, float] | None, tuple[int, ...], float], ...] = (
    (
        "pytorch>openvino/cpu",
        "PyTorch → OpenVINO (cpu)",
        (2.61, 611.0, 148.0),
        (74, 66, 58, 93),
        0.47,
    ),
    (
        "pytorch>onnxruntime/cpu",
        "PyTorch → ONNX Runtime (cpu)",
        (3.12, 498.0, 96.4),
        (78, 71, 64, 93),
        0.45,
    ),
    (
        "tensorflow>onnxruntime/cpu",
        "TensorFlow → ONNX Runtime (cpu)",
        (3.12, 498.0, 96.4),
        (78, 71, 64, 55),
        0.0712,
    ),
    ("tensorflow>litert/cpu", "TensorFlow → LiteRT (cpu)", None, (69, 43, 61, 55), 0.0088),
    ("pytorch/compile", "PyTorch (compile)", (7.9, 188.0, 512.0), (52, 80, 72, 93), 0.0),
    ("pytorch/eager", "PyTorch (eager)", (12.4, 121.0, 318.0), (52, 88, 72, 93), 0.0),
    ("tensorflow/function", "TensorFlow (function)", (14.8, 143.0, 706.0), (66, 77, 60, 55), 0.0),
    ("jax/jit", "JAX (jit)", (48.3, 31.2, 402.0), (31, 49, 55, 81), 0.0),
)


def criteria() -> tuple[CriterionView, ...]:
    """The seven criteria with the weights and anchors of edge-cv."""
    return tuple(
        CriterionView(
            id=id_,
            title=LocalText(en=en, zh=zh),
            about=LocalText(en=f"What {en.lower()} means here.", zh=f"此处{zh}的含义。"),
            unit=unit,
            weight=weight,
            anchors=Anchors(worst=worst, best=best, shape=Shape.LOG if log else Shape.LINEAR),
            measured=measured,
        )
        for id_, weight, worst, best, log, unit, measured, en, zh in CRITERIA
    )


def matrix() -> DecisionMatrix:
    """Eight stacks by seven criteria."""
    beliefs = tuple(_belief(index, criterion) for index in range(8) for criterion in criteria())
    latents = tuple(
        Latent(id=belief.terms[0].latent, family="point", a=belief.estimate.point)
        for belief in beliefs
    )
    return DecisionMatrix(
        alternatives=tuple(_alternative(id_, label) for id_, label, *_ in STACKS),
        criteria=criteria(),
        beliefs=beliefs,
        latents=latents,
    )


def ranking() -> tuple[RankedAlternative, ...]:
    """The stacks best first: the first two tied, and two tied further down."""
    rows = []
    beliefs = {(b.alternative, b.criterion): b for b in matrix().beliefs}
    for index, (id_, label, _, _, first_share) in enumerate(STACKS):
        parts = {c.id: c.weight * _value(beliefs[id_, c.id], c) for c in criteria()}
        point = sum(parts.values())
        spread = 0.11 if index == 3 else 0.035
        shares = [0.0] * 8
        shares[0] = first_share
        shares[index if index else 1] += 1 - first_share
        rows.append(
            RankedAlternative(
                id=id_,
                label=label,
                expected=Estimate(point=point, low=point - spread, high=point + spread),
                rank_acceptability=tuple(shares),
                tied_with=_tied(index),
                contributions=parts,
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.expected.point))


def _alternative(id_: str, label: str) -> Alternative:
    trainer, _, rest = id_.partition(">")
    runtime, mode = (rest or trainer).split("/")
    return Alternative(
        id=id_,
        label=label,
        trainer=trainer.split("/")[0],
        route=f"{trainer}-{runtime}" if rest else None,
        runtime=runtime,
        mode=mode,
        precision="fp32",
        device="x86-avx2",
    )


def _belief(index: int, criterion: CriterionView) -> Belief:
    id_, _, measured, scores, _ = STACKS[index]
    column = [c[0] for c in CRITERIA].index(criterion.id)
    runtime = id_.split(">")[-1]
    facts: dict[str, Any] = {"alternative": id_, "criterion": criterion.id}
    facts["terms"] = (Term(latent=f"{criterion.id}:{runtime}", coefficient=1.0),)
    if criterion.measured and measured is None:
        low, high = sorted((criterion.anchors.worst, criterion.anchors.best))
        middle = math.sqrt(low * high)
        estimate = Estimate(point=middle, low=low * 1.1, high=high / 1.1)
        return Belief(**facts, estimate=estimate, basis=Basis.UNKNOWN, coverage=0.0)
    if criterion.measured and measured is not None:
        point = measured[column]
        estimate = Estimate(point=point, low=point * 0.93, high=point * 1.09)
        batch = 8 if criterion.measured == "throughput" else 1
        return Belief(
            **facts,
            estimate=estimate,
            basis=Basis.MEASURED,
            coverage=1.0,
            grade=Grade.MEASURED_HERE,
            evidence=(f"measurement:{runtime}-{batch}",),
        )
    return _documented(index, criterion, float(scores[column - 3]), facts)


def _documented(
    index: int, criterion: CriterionView, point: float, facts: dict[str, Any]
) -> Belief:
    if index == 7 and criterion.id == "operator-coverage":
        wide = Estimate(point=50, low=2.5, high=97.5)
        return Belief(**facts, estimate=wide, basis=Basis.UNKNOWN, coverage=0.0)
    trainer = criterion.id == "research-flexibility"
    subject = STACKS[index][0].split("/")[0].split(">")[0 if trainer else -1]
    keys = tuple(f"claim:{subject}:{name}" for name in ("serving.official", "dynamic.shapes"))
    return Belief(
        **facts,
        estimate=Estimate(point=point, low=point - 7, high=min(100.0, point + 7)),
        basis=Basis.DOCUMENTED,
        coverage=0.62 if index in {2, 3} else 1.0,
        grade=Grade.ARTICLE if subject == "jax" else Grade.DOCUMENTED,
        evidence=keys,
        stale_since=STALE if index in {3, 4} else None,
    )


def _value(belief: Belief, criterion: CriterionView) -> float:
    """The expected value of a cell; near enough the value of its point for a sample."""
    worst, best, x = criterion.anchors.worst, criterion.anchors.best, belief.estimate.point
    if criterion.anchors.shape is Shape.LOG:
        worst, best, x = math.log(worst), math.log(best), math.log(x)
    return min(1.0, max(0.0, (x - worst) / (best - worst)))


def _tied(index: int) -> tuple[str, ...]:
    partner = {0: 1, 1: 0, 4: 5, 5: 4}.get(index)
    return () if partner is None else (STACKS[partner][0],)
