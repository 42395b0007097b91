"""First samples that hold what happens once: compiling, allocating, choosing kernels."""

from __future__ import annotations

from collections import defaultdict

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from knowledge.schema.probing import Sample
from probes.diagnosis.known import Known, finding, median_s, say

TITLE = LocalText(en="the first call was counted", zh="首次调用被计入")
SLOWER = 3.0
LEAST = 3
"""Samples of a process below which nothing can be said."""


def diagnose(known: Known) -> Finding | None:
    """Where most processes' first sample took three times as long as their others."""
    by_process: dict[int, list[Sample]] = defaultdict(list)
    for sample in known.measurement.samples:
        by_process[sample.process].append(sample)
    ratios = [
        taken[0].seconds_per_call / max(median_s(taken[1:]), 1e-12)
        for taken in by_process.values()
        if len(taken) >= LEAST and not any(sample.contended for sample in taken[:2])
    ]
    slow = [ratio for ratio in ratios if ratio >= SLOWER]
    if not slow or 2 * len(slow) <= len(ratios):
        return None
    evidence = [
        say(
            "in {n} of {all} processes the first sample took {ratio:.1f} times as long as the rest",
            "{all} 个进程中有 {n} 个的首个样本耗时达到其余样本的 {ratio:.1f} 倍",
            n=len(slow), all=len(ratios), ratio=max(slow),
        )
    ]  # fmt: skip
    remedy = LocalText(
        en="warm up longer: something of this stack happens only after several calls",
        zh="延长预热：该技术栈有些动作在若干次调用之后才发生",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
