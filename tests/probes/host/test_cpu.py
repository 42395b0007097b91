"""Reading processors: what flags become, and that no text breaks it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from probes.host import cpu, cpuinfo


def test_a_flag_that_one_core_lacks_is_not_reported() -> None:
    info = cpuinfo.parse("processor: 0\nflags: avx avx2\n\nprocessor: 1\nflags: avx\n")
    assert cpu.isa("x86_64", info) == ("avx",)


def test_documented_names_are_the_reported_ones() -> None:
    reported = {*cpu.X86_NAMES, *cpu.X86_SUMMARIES, *cpu.ARM_NAMES.values()}
    reported |= {"lsx", "lasx", "rvv", "zvfh"}
    assert reported <= set(re.findall(r"\w+", cpu.__doc__ or ""))


@given(
    st.sampled_from(["x86_64", "aarch64", "armv7l", "riscv64", "loongarch64", "s390x"]), st.text()
)
def test_any_text_is_some_processor(machine: str, text: str) -> None:
    info = cpuinfo.parse(text)
    assert cpuinfo.model(info)
    assert isinstance(cpu.isa(machine, info), tuple)
    assert cpuinfo.representatives(info)


@given(st.sets(st.sampled_from(cpu.X86_NAMES)))
def test_summaries_follow_their_parts(flags: set[str]) -> None:
    names = set(cpu.x86_isa(frozenset(flags)))
    assert ("vnni" in names) == bool(flags & {"avx512_vnni", "avx_vnni"})
    assert ("amx" in names) == ("amx_tile" in flags)
    assert flags <= names
