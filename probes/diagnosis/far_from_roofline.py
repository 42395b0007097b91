"""A result far below what the machine can do, where no other rule knows why."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say, short

TITLE = LocalText(en="far below the roofline, and no rule knows why", zh="远低于屋顶线，原因不明")
LAST = True
"""Speaks only where no other rule does."""
SHARE = 0.1


def diagnose(known: Known) -> Finding | None:
    """Where even the favourable end of the interval is under a tenth of the attainable rate."""
    where, latency = known.standing, known.measurement.latency
    if where is None or latency is None or where.share.high >= SHARE:
        return None
    evidence = say(
        "a call takes {now}; the roofline allows {least}, {times:.0f} times less",
        "每次调用耗时 {now}；屋顶线允许 {least}，相差 {times:.0f} 倍",
        now=short(latency.point), least=short(latency.point * where.share.point),
        times=1 / where.share.point,
    )  # fmt: skip
    remedy = LocalText(
        en="profile one call; compare with another stack on the same task",
        zh="对单次调用做性能剖析；与其他技术栈在同一任务上比较",
    )
    return finding(__name__, Severity.NOTE, TITLE, [evidence], remedy)
