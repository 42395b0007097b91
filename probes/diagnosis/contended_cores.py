"""Other programs took cores while the stack was timed; threads that spin made it far worse."""

from __future__ import annotations

import statistics

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, median_s, say
from probes.statistics import used

TITLE = LocalText(en="other programs took cores", zh="其他程序占用了核心")
SPUN = LocalText(
    en="other programs took cores, and waiting threads spun",
    zh="其他程序占用了核心，等待中的线程空转",
)
SET = LocalText(
    en="it computes with OpenMP threads, and OMP_WAIT_POLICY is set",
    zh="它使用 OpenMP 线程计算，且已设置 OMP_WAIT_POLICY",
)
UNSET = LocalText(
    en="it computes with OpenMP threads, and OMP_WAIT_POLICY is not set",
    zh="它使用 OpenMP 线程计算，且未设置 OMP_WAIT_POLICY",
)
SPINNING = 3.0
"""Ratio of disturbed to quiet samples from which waiting threads must have spun: a core shared
fairly costs a factor of two."""


def diagnose(known: Known) -> Finding | None:
    """Where the samples behind the number were disturbed, or disturbed ones were 3 times slower."""
    samples = known.measurement.samples
    disturbed = [s for s in samples if s.contended]
    quiet = [s for s in samples if not s.contended]
    if not disturbed:
        return None
    behind = any(s.contended for taken in used(samples).values() for s in taken)
    ratio = median_s(disturbed) / median_s(quiet) if quiet else 0.0
    if not behind and ratio < SPINNING:
        return None
    cores = statistics.median(s.foreign_cpu for s in disturbed)
    evidence = [
        say(
            "{n} of {total} samples were disturbed: others kept {cores:.2g} of {all} cores busy",
            "{total} 个样本中有 {n} 个受干扰：其他程序占用了 {all} 个核心中的 {cores:.2g} 个",
            n=len(disturbed), total=len(samples), cores=cores, all=known.host.cpu.threads,
        )
    ]  # fmt: skip
    if ratio >= SPINNING:
        evidence.append(
            say(
                "disturbed samples took {ratio:.1f} times as long as quiet ones",
                "受干扰样本的耗时是安静样本的 {ratio:.1f} 倍",
                ratio=ratio,
            )
        )
    if "openmp" in known.said("torch.parallel").lower():
        evidence.append(SET if "OMP_WAIT_POLICY" in known.said("environ") else UNSET)
    severity = Severity.SERIOUS if behind else Severity.NOTE
    remedy = LocalText(
        en="end the other programs and measure again; where cores must be shared, set "
        "OMP_WAIT_POLICY=PASSIVE or give the stack one thread fewer",
        zh="结束其他程序后重新测量；若核心必须共享，请设置 OMP_WAIT_POLICY=PASSIVE，"
        "或少给该技术栈一个线程",
    )
    title = SPUN if ratio >= SPINNING else TITLE
    return finding(__name__, severity, title, evidence, remedy)
