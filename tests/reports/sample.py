"""A realistic recommendation with everything in it that a report must cope with.

Eight ranked stacks by the seven criteria of data/criteria; measured, documented, partly documented,
stale and unknown cells; a tie at the top; exclusions, an unverified requirement; evidence of every
grade; measurements that succeeded, wavered and failed; and hostile text wherever text is free.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime
from typing import Any

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Digests,
    EvidenceItem,
    Exclusion,
    FrameworkRow,
    Latent,
    NextMeasurement,
    RankedAlternative,
    Recommendation,
    Term,
)
from knowledge.schema.evidence import Grade
from knowledge.schema.host import Cpu, Host
from knowledge.schema.probing import Estimate, Measurement, Parity, Sample, Status

HOSTILE = (
    "<script>alert(1)</script> #typst[*x*] =cmd|' /C calc'!A0 "
    "\u202egnp.exe\u202c \x1b[31mred [b]x[/b] 𠮷🙂"
)
CREATED = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
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


def recommendation(**changes: Any) -> Recommendation:
    """The sample; keyword arguments replace fields."""
    stacks = STACKS
    evidence = _evidence()
    base = Recommendation(
        id="r-20261130-4f1c9a",
        created=CREATED,
        scenario="edge-cv",
        scenario_title=LocalText(en="Edge computer vision", zh="边缘计算机视觉"),
        scenario_summary=LocalText(
            en="A small convolutional classifier answers single images with low latency on a "
            "CPU-class device; what it is trained with and what it runs on may differ.",
            zh="小型卷积分类网络在 CPU 级设备上以低延迟逐张处理图像；"
            "训练框架与部署运行时可以不同。",
        ),
        host=host(),
        seed=20261130,
        draws=20_000,
        digests=Digests(
            knowledge="9b2f6c1d0a5e4f37", code="52c8e7f9a3b1d604", inputs="0d4e8a7b6c5f1293"
        ),
        version="0.1.0",
        ranking=ranking(),
        matrix=matrix(),
        frameworks=(
            FrameworkRow(framework="tensorflow", title="TensorFlow", best=stacks[2][0]),
            FrameworkRow(framework="mindspore", title="MindSpore 昇思", best=None),
            FrameworkRow(framework="pytorch", title="PyTorch", best=stacks[0][0]),
            FrameworkRow(framework="jax", title="JAX", best=stacks[7][0]),
        ),
        excluded=_excluded(),
        unverified=(
            Exclusion(
                alternative="tensorflow>litert/cpu",
                label="TensorFlow → LiteRT (cpu)",
                requirement="operators",
                title=LocalText(
                    en="The route carries every operator of the model",
                    zh="转换路线覆盖模型的全部算子",
                ),
                reason=LocalText(
                    en="Nothing is known about HardSigmoid on this route.",
                    zh="该转换路线是否支持 HardSigmoid 尚无记录。",
                ),
            ),
        ),
        measurements=measurements(),
        next_measurement=NextMeasurement(
            stack="openvino/cpu",
            workload="mobilenet-v3-small",
            batch=1,
            gain=0.0043,
            cost_s=38.0,
            command="advisor probe run openvino/cpu onnxruntime/cpu --workload mobilenet-v3-small",
            reason=LocalText(
                en="The two leading stacks differ by less than their intervals.",
                zh="领先的两个技术栈之间的差距小于各自的区间。",
            ),
        ),
        evidence=evidence,
        command="advisor recommend --scenario edge-cv --seed 20261130 --weight latency=30",
    )
    return base.model_copy(update=changes)


def nothing_feasible() -> Recommendation:
    """Every stack misses a requirement."""
    empty = DecisionMatrix(alternatives=(), criteria=matrix().criteria, beliefs=(), latents=())
    rows = tuple(row.model_copy(update={"best": None}) for row in recommendation().frameworks)
    return recommendation(
        ranking=(), matrix=empty, frameworks=rows, unverified=(), next_measurement=None
    )


def clear_winner() -> Recommendation:
    """The same question with a first place that is not tied."""
    first, *others = ranking()
    sure = (0.971, 0.029, *(0.0 for _ in others[1:]))
    leader = first.model_copy(update={"tied_with": (), "rank_acceptability": sure})
    rest = []
    for ranked in others:
        tied = tuple(id_ for id_ in ranked.tied_with if id_ != first.id)
        shares = (0.0, *ranked.rank_acceptability[1:])
        shares = (0.029 if ranked is others[0] else 0.0, *shares[1:])
        rest.append(ranked.model_copy(update={"tied_with": tied, "rank_acceptability": shares}))
    return recommendation(ranking=(leader, *rest))


def enlarged(times: int) -> Recommendation:
    """`times` copies of every ranked stack, with ids of their own, to see sizes and page breaks."""
    base = recommendation()
    alternatives, beliefs, ranked = [], [], []
    count = len(base.ranking) * times
    for copy in range(times):
        suffix = f"-{copy}" if copy else ""
        for alternative in base.matrix.alternatives:
            renamed = {"id": alternative.id + suffix, "label": alternative.label + suffix}
            alternatives.append(alternative.model_copy(update=renamed))
        for belief in base.matrix.beliefs:
            renamed = {"alternative": belief.alternative + suffix}
            beliefs.append(belief.model_copy(update=renamed))
        for row in base.ranking:
            update = {
                "id": row.id + suffix,
                "label": row.label + suffix,
                "rank_acceptability": tuple(1 / count for _ in range(count)),
                "tied_with": tuple(id_ + suffix for id_ in row.tied_with),
            }
            ranked.append(row.model_copy(update=update))
    ranked.sort(key=lambda row: -row.expected.point)
    bigger = base.matrix.model_copy(
        update={"alternatives": tuple(alternatives), "beliefs": tuple(beliefs)}
    )
    return recommendation(ranking=tuple(ranked), matrix=bigger)


def host() -> Host:
    """A small virtual machine under a cgroup quota."""
    return Host(
        id="3f9d1c2b7a6e5048",
        hostname="builder-7",
        os="Debian GNU/Linux 12 (bookworm)",
        kernel="6.1.0",
        cpu=Cpu(
            model="AMD EPYC 7B13",
            machine="x86_64",
            isa=("avx2", "fma", "f16c"),
            caches_kib={"L1d": 32, "L2": 512, "L3": 32768},
            cores_online=4,
            cores_available=2.0,
            limited_by=("cgroup-quota",),
            device_class="x86-avx2",
        ),
        memory_bytes=8 * 2**30,
        virtualized=True,
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


def measurements() -> tuple[Measurement, ...]:
    """Six stacks at two batch sizes; one wavers, and each other status occurs."""
    done = []
    for id_, _, measured, _, _ in STACKS:
        stack = id_.split(">")[-1]
        if measured is None or any(m.stack == stack for m in done):
            continue
        milliseconds, rate, mib = measured
        for batch, seconds in ((1, milliseconds / 1e3), (8, 8 / rate)):
            done.append(_measured(stack, batch, seconds, mib, steady=stack != "jax/jit"))
    done += [
        _missed(
            "mindspore/graph", 1, Status.FAILED, "wrong result: largest error 0.31, allowed 0.001"
        ),
        _missed("tensorflow/xla", 8, Status.TIMEOUT, f"no answer in 120 s; last line: {HOSTILE}"),
        _missed("mindspore/pynative", 1, Status.CRASHED, "killed by SIGKILL (out of memory?)"),
        _missed("litert/cpu", 1, Status.UNAVAILABLE, ""),
        _missed("tensorflow/xla", 1, Status.SKIPPED, "the budget of 150 s was spent"),
    ]
    return tuple(done)


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


def _measured(stack: str, batch: int, seconds: float, mib: float, *, steady: bool) -> Measurement:
    return Measurement(
        id=f"{stack}-{batch}",
        stack=stack,
        workload="mobilenet-v3-small",
        batch=batch,
        status=Status.OK,
        latency=Estimate(point=seconds, low=seconds * 0.93, high=seconds * 1.09),
        memory=Estimate(point=mib, low=mib, high=mib * 1.02),
        import_s=1.62,
        build_s=0.21,
        first_call_s=31.4 if stack == "pytorch/compile" else 0.052,
        rounds=12,
        processes=3,
        samples=(Sample(process=0, round=0, loops=10, seconds=seconds * 10),),
        parity=Parity(max_abs_error=3.1e-7, cosine=1.0, passed=True),
        steady=steady,
        notes=(HOSTILE,) if stack == "jax/jit" else (),
        environment=f"provisioned:{stack.split('/', maxsplit=1)[0]}",
        version="2.13.0",
        threads=2,
        host="3f9d1c2b7a6e5048",
        seed=20261130,
        started=CREATED,
    )


def _missed(stack: str, batch: int, status: Status, message: str) -> Measurement:
    return Measurement(
        id=f"{stack}-{batch}",
        stack=stack,
        workload="mobilenet-v3-small",
        batch=batch,
        status=status,
        message=message,
        host="3f9d1c2b7a6e5048",
        started=CREATED,
    )


def _excluded() -> tuple[Exclusion, ...]:
    runs = LocalText(en="It gives the right result here", zh="在本机运行且结果正确")
    carries = LocalText(
        en="The route carries every operator of the model", zh="转换路线覆盖模型的全部算子"
    )
    return (
        Exclusion(
            alternative="mindspore/graph",
            label="MindSpore (graph)",
            requirement="runs",
            title=runs,
            reason=LocalText(
                en="The result was wrong: largest error 0.31, allowed 0.001.",
                zh="结果有误：最大误差 0.31，允许值为 0.001。",
            ),
            evidence=("measurement:mindspore/graph-1",),
        ),
        Exclusion(
            alternative="mindspore>onnxruntime/cpu",
            label="MindSpore 昇思 → ONNX Runtime (cpu)",
            requirement="operators",
            title=carries,
            reason=LocalText(
                en="The route does not carry HardSwish.", zh="该转换路线不支持 HardSwish。"
            ),
            evidence=("route:mindspore-onnx:HardSwish", "claim:mindspore:export.onnx"),
        ),
        Exclusion(
            alternative="tensorflow/xla",
            label="TensorFlow (xla)",
            requirement="runs",
            title=runs,
            reason=LocalText(en=f"It timed out: {HOSTILE}", zh=f"运行超时：{HOSTILE}"),
            evidence=("measurement:tensorflow/xla-8",),
        ),
    )


def _evidence() -> tuple[EvidenceItem, ...]:
    subjects = ("pytorch", "openvino", "onnxruntime", "tensorflow", "litert", "jax")
    items = [
        _claim(subject, name, Grade.ARTICLE if subject == "jax" else Grade.DOCUMENTED)
        for subject in subjects
        for name in ("serving.official", "dynamic.shapes")
    ]
    items += [
        EvidenceItem(
            key=f"measurement:{m.id}",
            statement=LocalText(
                en=f"{m.stack} on {m.workload} at batch {m.batch}",
                zh=f"{m.stack} 运行 {m.workload}，批量 {m.batch}",
            ),
            grade=Grade.MEASURED_HERE,
            read=CREATED.date(),
        )
        for m in measurements()
        if m.status is Status.OK or m.stack == "mindspore/graph"
    ]
    spare = (
        (Grade.MEASURED_ELSEWHERE, "route:mindspore-onnx:HardSwish", "https://example.org/issue/1"),
        (Grade.PUBLISHED, "fact:pytorch:operators:device=cpu", "pkg:pypi/torch@2.13.0"),
        (Grade.CONTRADICTED, "claim:mindspore:export.onnx", "javascript:alert(1)"),
    )
    items += [
        EvidenceItem(
            key=key,
            statement=LocalText(
                en=f"A statement for {key}. {HOSTILE}", zh=f"关于 {key} 的陈述。{HOSTILE}"
            ),
            grade=grade,
            source="An issue with <b>markup</b>",
            address=address,
            locator="§ “3” & 4",
            read=date(2026, 10, 2),
        )
        for grade, key, address in spare
    ]
    return tuple(items)


def _claim(subject: str, name: str, grade: Grade) -> EvidenceItem:
    return EvidenceItem(
        key=f"claim:{subject}:{name}",
        statement=LocalText(
            en=f"{subject} has {name} since version 2.1.", zh=f"{subject} 自 2.1 版起具备 {name}。"
        ),
        grade=grade,
        source=f"{subject} documentation",
        address=f"https://example.org/{subject}",
        locator=f"section {name}",
        read=date(2025, 2, 20) if subject == "litert" else date(2026, 11, 3),
        stale_since=STALE if subject == "litert" else None,
    )
