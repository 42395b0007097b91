"""A stack that was to use an accelerator and computed on the CPU without an error."""

from __future__ import annotations

import re

from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Severity
from probes.diagnosis.known import Known, finding, say

TITLE = LocalText(en="computed on another device than meant", zh="实际计算设备与预期不符")
KINDS = {
    "cuda": {"cuda", "gpu", "rocm", "cudaexecutionprovider"},
    "gpu": {"cuda", "gpu", "rocm", "cudaexecutionprovider"},
    "npu": {"npu", "ascend"},
    "ascend": {"npu", "ascend"},
    "xpu": {"xpu"},
    "mps": {"mps"},
    "tpu": {"tpu"},
}
"""Word in a mode's name -> the devices a framework may call that."""
SAYS = re.compile(r"fall(s|ing)?[ -]?back", re.IGNORECASE)


def diagnose(known: Known) -> Finding | None:
    """A mode named after a device that the framework does not list, or a fall-back it told of.

    A framework that sees no accelerator of a machine that has one is worth a note.
    """
    devices = known.devices()
    meant = next((word for word in KINDS if word in re.split(r"[-_]", known.mode)), None)
    lines = [line for line in known.said("stderr").splitlines() if SAYS.search(line)]
    shown = " ".join(sorted(devices))
    evidence = []
    severity = Severity.SERIOUS
    if meant and devices and not devices & KINDS[meant]:
        evidence.append(
            say("the mode is for {meant}; it lists {devices}",
                "该模式面向 {meant}；它列出 {devices}",
                meant=meant, devices=shown)
        )  # fmt: skip
    evidence += [say('it wrote: "{line}"', "它输出：“{line}”", line=line) for line in lines[:2]]
    accelerators = known.host.accelerators
    if not evidence and not meant and accelerators and devices == {"cpu"}:
        severity = Severity.NOTE
        evidence.append(
            say("this machine has {there}; the framework lists the CPU only",
                "此机器有 {there}；该框架仅列出 CPU", there=", ".join(accelerators))
        )  # fmt: skip
    if not evidence:
        return None
    remedy = LocalText(
        en="install the build for the accelerator, and check its driver and runtime versions",
        zh="请安装面向该加速器的构建，并检查驱动与运行时版本",
    )
    return finding(__name__, severity, TITLE, evidence, remedy)
