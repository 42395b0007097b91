"""Subnormal numbers in weights, inputs or outputs: many CPUs compute with them far slower."""

from __future__ import annotations

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="subnormal numbers (denormals)", zh="存在次正规数（denormals）")
ENOUGH = 1e-3
"""Share from which they were seen to slow a stack down."""


def diagnose(known: Known) -> Finding | None:
    """Where a thousandth of the numbers or more are subnormal and are not flushed to zero."""
    share = known.subnormal
    if share < ENOUGH or known.said("torch.flush_denormal") == "True":
        return None
    evidence = [
        say(
            "{share:.1%} of the weights, inputs and outputs are subnormal",
            "权重、输入和输出中有 {share:.1%} 是次正规数",
            share=share,
        )
    ]
    remedy = LocalText(
        en="set tiny weights to zero, or let the CPU flush them (torch.set_flush_denormal(True))",
        zh="将极小的权重置零，或让 CPU 将其刷新为零（torch.set_flush_denormal(True)）",
    )
    return finding(__name__, Severity.WARNING, TITLE, evidence, remedy)
