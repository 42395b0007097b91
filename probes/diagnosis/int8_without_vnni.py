"""INT8 on a CPU without instructions for its dot products: no faster, sometimes slower."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="INT8 without dot-product instructions", zh="缺少点积指令的 INT8")
NATIVE = frozenset(
    {"vnni", "avx512_vnni", "avx_vnni", "avx_vnni_int8", "amx", "amx_int8", "dotprod", "i8mm"}
)

FASTER = 0.8
"""Of fp32's time: what takes less does not look slow, however wide the interval."""


def diagnose(known: Known) -> Finding | None:
    """INT8 that ran on a CPU that lists none of the instructions, unless it is faster all the same.

    AVX2 multiplies bytes too, in more steps: against a slow fp32 kernel that may be enough.
    """
    mine, isa = known.measurement, set(known.host.cpu.isa)
    if str(mine.precision) != "int8" or isa & NATIVE or not known.devices() <= {"cpu"}:
        return None
    slower = known.slower_than_full()
    if mine.latency is None:
        return None
    if slower is not None and (slower.high < 1 or slower.point < FASTER):
        return None
    evidence = [
        say(
            "this CPU has neither VNNI nor AMX nor Arm's dotprod ({isa})",
            "此 CPU 没有 VNNI、AMX 或 Arm dotprod（{isa}）",
            isa=" ".join(known.host.cpu.isa) or "-",
        )
    ]
    if slower is not None:
        evidence.append(
            say(
                "it takes {ratio:.2g} times as long as fp32",
                "耗时是 fp32 的 {ratio:.2g} 倍",
                ratio=slower.point,
            )
        )
    remedy = LocalText(
        en="expect the gain only on a CPU with VNNI, AMX or dotprod; here INT8 saves memory, "
        "not time",
        zh="仅在具备 VNNI、AMX 或 dotprod 的 CPU 上才会更快；在此机器上 INT8 省内存而不省时间",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
