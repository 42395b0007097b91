"""The machine in one line."""

from __future__ import annotations

from knowledge.texts import Texts
from reports.host import host_line
from tests.reports import sample


def test_cores_that_a_quota_leaves_may_be_fractional() -> None:
    host = sample.host()
    cpu = host.cpu.model_copy(update={"cores_available": 1.5})
    line = host_line(host.model_copy(update={"cpu": cpu}), Texts("en"))
    assert line == (
        "AMD EPYC 7B13, 1.5 of 4 cores usable, 8.0 GiB of memory, Debian GNU/Linux 12 (bookworm)"
    )


def test_accelerators_are_named() -> None:
    host = sample.host().model_copy(update={"accelerators": ("NVIDIA L4", "Ascend 310P")})
    assert "NVIDIA L4 and Ascend 310P" in host_line(host, Texts("en"))
    assert "NVIDIA L4 和 Ascend 310P" in host_line(host, Texts("zh"))
