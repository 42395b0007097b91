"""A half precision that this CPU has no instructions for: converted to fp32 and back."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="emulated half precision", zh="半精度由软件模拟")
NATIVE = {
    "bf16": frozenset({"avx512_bf16", "amx_bf16", "bf16"}),
    "fp16": frozenset({"avx512_fp16", "amx_fp16", "fp16"}),
}


def diagnose(known: Known) -> Finding | None:
    """bf16 or fp16 that ran on a CPU that lists no instructions for it."""
    mine, isa = known.measurement, known.host.cpu.isa
    native = NATIVE.get(str(mine.precision))
    on_cpu = known.devices() <= {"cpu"}
    if native is None or native & set(isa) or not on_cpu or mine.latency is None:
        return None
    evidence = [
        say(
            "this CPU has none of {native}",
            "此 CPU 不具备 {native} 中的任何一项",
            native=", ".join(sorted(native)),
        )
    ]
    slower = known.slower_than_full()
    if slower is not None:
        evidence.append(
            say(
                "it takes {ratio:.2g} times as long as fp32",
                "耗时是 fp32 的 {ratio:.2g} 倍",
                ratio=slower.point,
            )
        )
    remedy = LocalText(
        en="compute in fp32 here; judge this precision on the hardware it will run on",
        zh="在此机器上使用 fp32；请在目标硬件上评估该精度",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
