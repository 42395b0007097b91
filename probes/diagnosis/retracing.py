"""A model that is traced or compiled again in calls that should only run it."""

from __future__ import annotations

import re

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say, short

TITLE = LocalText(en="traced or compiled again while running", zh="运行中被重新追踪或编译")
SAYS = re.compile(r"retrac|recompil", re.IGNORECASE)
COMPILED = frozenset({"compile", "xla", "jit", "function", "graph", "static", "jax"})
FIRST_S, LIKE_FIRST, FASTER = 0.3, 0.5, 3.0


def diagnose(known: Known) -> Finding | None:
    """The framework says so, or every call is like the first while another mode is far faster."""
    mine = known.measurement
    lines = [line for line in known.said("stderr").splitlines() if SAYS.search(line)]
    evidence = [say('it wrote: "{line}"', "它输出：“{line}”", line=line) for line in lines[:2]]
    first, latency = mine.first_call_s, mine.latency
    if known.mode in COMPILED and first and latency and first >= FIRST_S:
        others = [m for m in known.modes() if m.latency is not None]
        best = min((m.latency.point for m in others if m.latency), default=0.0)
        if latency.point >= LIKE_FIRST * first and best and latency.point >= FASTER * best:
            evidence.append(
                say(
                    "a call takes {now}, the first took {first}; another mode takes {best}",
                    "每次调用耗时 {now}，首次为 {first}；另一模式仅需 {best}",
                    now=short(latency.point), first=short(first), best=short(best),
                )
            )  # fmt: skip
    if not evidence:
        return None
    remedy = LocalText(
        en="keep shapes, types and Python arguments the same between calls, or declare what varies "
        "as dynamic",
        zh="保持各次调用的形状、类型和 Python 参数不变，或将变化的部分声明为动态",
    )
    return finding(__name__, Severity.SERIOUS, TITLE, evidence, remedy)
