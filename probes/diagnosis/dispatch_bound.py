"""A small model whose time goes into starting operations, not into computing."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say, short

TITLE = LocalText(
    en="bound by dispatch: the operations are too small", zh="受调度开销限制：算子过小"
)
SHARE = 0.1
"""Of the roofline, below which something else than computing takes the time."""
PER_NODE_S = 60e-6
"""Time of a node up to which starting it can be most of it: frameworks take 2 to 30 µs."""
GROWTH = 0.5
"""A larger batch that grows the time by less than this share of itself was not computing."""


def diagnose(known: Known) -> Finding | None:
    """Little of the roofline, little time per node, and a larger batch that is nearly free."""
    mine, where = known.measurement, known.standing
    if where is None or mine.work is None or mine.latency is None or mine.work.nodes < 2:
        return None
    per_node = mine.latency.point / mine.work.nodes
    if where.share.high >= SHARE or per_node > PER_NODE_S:
        return None
    evidence = [
        say(
            "{nodes} operations take {each} each on average, at {share:.1%} of the attainable rate",
            "{nodes} 个算子平均各耗时 {each}，仅达到可达速率的 {share:.1%}",
            nodes=mine.work.nodes, each=short(per_node), share=where.share.point,
        )
    ]  # fmt: skip
    larger = [m for m in known.elsewhere(precision=mine.precision) if m.batch > mine.batch]
    if larger:
        other = max(larger, key=lambda m: m.batch)
        growth = other.latency.point / mine.latency.point if other.latency else 0.0
        times = other.batch / mine.batch
        if growth > GROWTH * times:
            return None
        evidence.append(
            say(
                "a batch {times:g} times as large takes only {growth:.1f} times as long",
                "批量增至 {times:g} 倍时，耗时仅为 {growth:.1f} 倍",
                times=times, growth=growth,
            )
        )  # fmt: skip
    remedy = LocalText(
        en="use a compiled mode or a graph runtime, which fuse small operations; or larger batches",
        zh="改用编译模式或图运行时以融合小算子，或增大批量",
    )
    return finding(__name__, Severity.NOTE, TITLE, evidence, remedy)
