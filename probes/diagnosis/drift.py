"""Times that grow or shrink through the run: frequency, heat, or something that accumulates."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from knowledge.schema.probing import Measurement
from probes.diagnosis.known import Known, finding, median_s, say
from probes.statistics import used

TITLE = LocalText(en="the speed drifted during the run", zh="运行期间速度发生漂移")
DRIFT, TOGETHER = 0.1, 0.05
LEAST = 4


def diagnose(known: Known) -> Finding | None:
    """Later halves a tenth slower or faster in quiet samples; and whether others drifted along."""
    mine = drift(known.measurement)
    if mine is None or abs(mine) < math.log1p(DRIFT):
        return None
    run = [m for m in known.siblings if m.started == known.measurement.started]
    others = [value for m in run if m.stack != known.measurement.stack
              and (value := drift(m)) is not None]  # fmt: skip
    evidence = [_change(mine, "its later samples", "其后半部分样本")]
    together = False
    if others:
        shared = statistics.median(others)
        together = shared * mine > 0 and abs(shared) >= math.log1p(TOGETHER)
        evidence.append(_change(shared, "those of other stacks", "其他技术栈的样本"))
    heat = LocalText(
        en="the machine itself changed speed (frequency or heat): let it cool, fix the governor, "
        "measure again",
        zh="机器自身的速度发生了变化（频率或温度）：待其冷却并固定调频策略后重新测量",
    )
    own = LocalText(
        en="only this stack drifts: look for caches or memory that grow between calls",
        zh="只有该技术栈漂移：请检查调用之间增长的缓存或内存",
    )
    severity = Severity.NOTE if known.measurement.steady else Severity.SERIOUS
    return finding(__name__, severity, TITLE, evidence, heat if together or not others else own)


def drift(measurement: Measurement) -> float | None:
    """Log of later over earlier, the median over the processes; None with too few quiet samples."""
    logs = []
    for taken in used(measurement.samples).values():
        if len(taken) >= LEAST and not any(sample.contended for sample in taken):
            ordered = sorted(taken, key=lambda sample: sample.round)
            logs.append(_halves(ordered))
    return statistics.median(logs) if logs else None


def _halves(samples: Sequence[object]) -> float:
    half = len(samples) // 2
    early, late = median_s(samples[:half]), median_s(samples[half:])
    return math.log(max(late, 1e-12) / max(early, 1e-12))


def _change(log: float, en: str, zh: str) -> LocalText:
    return say(
        en + " took {change:+.0%} against the earlier ones",
        zh + "的耗时较前半部分变化 {change:+.0%}",
        change=math.expm1(log),
    )
