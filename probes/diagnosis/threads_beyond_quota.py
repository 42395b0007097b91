"""More threads than the control group's quota gives cores: they are stopped together."""

from __future__ import annotations

import math
import re

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="more threads than cores it may use", zh="线程数超过可用核心数")
THREADS = re.compile(r"(?:get_num_threads\(\)|_max_threads\(\)) : (\d+)")


def diagnose(known: Known) -> Finding | None:
    """The threads asked for, or those a framework says it uses, against the cores there are."""
    cpu = known.host.cpu
    said = [int(number) for number in THREADS.findall(known.said("torch.parallel"))]
    most = max([known.measurement.threads, *said])
    if most <= max(1, math.ceil(cpu.cores_available)):
        return None
    limits = ", ".join(cpu.limited_by) or "-"
    evidence = [
        say(
            "it runs {n} threads; {cores:g} cores are available of {online} (limits: {limits})",
            "它使用 {n} 个线程；{online} 个核心中可用 {cores:g} 个（限制：{limits}）",
            n=most, cores=cpu.cores_available, online=cpu.cores_online, limits=limits,
        )
    ]  # fmt: skip
    remedy = LocalText(
        en="set the framework's threads to the whole cores available, or raise the quota",
        zh="将框架的线程数设为可用的整数核心数，或提高配额",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
