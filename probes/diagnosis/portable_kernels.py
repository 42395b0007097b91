"""Nodes that no back end's fast kernels took over: they run on portable reference kernels."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="portable kernels without delegation", zh="未委托给后端的可移植内核")
ENOUGH = 0.9
"""Share of delegated nodes from which the rest hardly matters."""


def diagnose(known: Known) -> Finding | None:
    """Where the conversion delegated less than nine tenths of the nodes."""
    conversion = known.measurement.conversion
    if conversion is None or conversion.delegated is None or conversion.delegated >= ENOUGH:
        return None
    evidence = [
        say(
            "{converter} handed {share:.0%} of the nodes to fast kernels",
            "{converter} 仅将 {share:.0%} 的节点交给了快速内核",
            converter=conversion.converter, share=conversion.delegated,
        )
    ]  # fmt: skip
    remedy = LocalText(
        en="lower the model with a partitioner for this device, or replace what it does not take",
        zh="使用适合该设备的划分器进行下沉，或替换其不支持的算子",
    )
    severity = Severity.SERIOUS if conversion.delegated == 0 else Severity.WARNING
    return finding(__name__, severity, TITLE, evidence, remedy)
