"""Measurements, exclusions and evidence of the sample, hostile text included."""

from __future__ import annotations

from datetime import UTC, date, datetime

from knowledge.schema.base import LocalText
from knowledge.schema.decision import EvidenceItem, Exclusion
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Estimate, Measurement, Parity, Sample, Status
from tests.reports.sample_matrix import STACKS, STALE

HOSTILE = (
    "<script>alert(1)</script> #typst[*x*] =cmd|' /C calc'!A0 "
    "\u202egnp.exe\u202c \x1b[31mred [b]x[/b] 𠮷🙂"
)
CREATED = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)


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


def excluded() -> tuple[Exclusion, ...]:
    """Two stacks that did not run right here, and one that no route carries."""
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


def evidence() -> tuple[EvidenceItem, ...]:
    """Entries of every grade, some stale, some without a page to follow."""
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
