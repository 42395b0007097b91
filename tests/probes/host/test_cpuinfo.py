"""Shapes of /proc/cpuinfo that only some kernels write."""

from __future__ import annotations

from probes.host import cpuinfo

OLD_ARM = """Processor\t: AArch64 Processor rev 4 (aarch64)
processor\t: 0
processor\t: 1
Features\t: fp asimd
CPU implementer\t: 0x41
CPU part\t: 0xd03

Hardware\t: Some SoC
"""

ARM32 = """processor\t: 0
model name\t: ARMv7 Processor rev 3 (v7l)
Features\t: half thumb fastmult vfp edsp neon vfpv3
CPU implementer\t: 0x41
CPU part\t: 0xc07

Hardware\t: BCM2835
"""


def test_old_arm_kernels_list_features_once() -> None:
    info = cpuinfo.parse(OLD_ARM)
    assert info.flags("features") == {"fp", "asimd"}
    assert cpuinfo.model(info) == "Some SoC"


def test_a_generic_model_name_gives_way_to_the_core() -> None:
    assert cpuinfo.model(cpuinfo.parse(ARM32)) == "Cortex-A7"


def test_board_is_not_said_twice() -> None:
    info = cpuinfo.parse("processor: 0\n\nHardware: Board X\n")
    assert cpuinfo.model(info, board="Board X") == "Board X"
    assert cpuinfo.model(cpuinfo.parse(""), board="Board X") == "Board X"
    assert cpuinfo.model(cpuinfo.parse("")) == "unknown"
