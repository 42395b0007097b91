"""A compiled mode that is slower than the plain one of the same framework."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say, short

TITLE = LocalText(en="slower than the framework's own plain mode", zh="比该框架自身的普通模式更慢")
PLAIN = {
    "compile": {"eager"},
    "xla": {"function", "eager"},
    "graph": {"pynative"},
    "static": {"dynamic"},
}
"""Compiled mode -> the modes it should not lose to."""
SLOWER = 1.2


def diagnose(known: Known) -> Finding | None:
    """Where the intervals do not touch and the ratio is over 1.2."""
    mine = known.measurement.latency
    if mine is None:
        return None
    for other in known.modes():
        plain = other.latency
        if plain is None or other.stack.partition("/")[2] not in PLAIN.get(known.mode, set()):
            continue
        ratio = mine.point / plain.point
        if ratio >= SLOWER and mine.low > plain.high:
            evidence = say(
                "{mine} against {plain} of {other}: {ratio:.1f} times as long",
                "{mine}，而 {other} 为 {plain}：耗时 {ratio:.1f} 倍",
                mine=short(mine.point), plain=short(plain.point), other=other.stack, ratio=ratio,
            )  # fmt: skip
            remedy = LocalText(
                en="use the plain mode for this model here; compiling does not pay",
                zh="在此机器上对该模型使用普通模式；编译得不偿失",
            )
            return finding(__name__, Severity.NOTE, TITLE, [evidence], remedy)
    return None
