"""/proc/cpuinfo, whose fields differ on every architecture: blocks, model name, flags.

Pure functions over the file's text. Keys are lower-cased, since LoongArch writes "Model Name" where
x86 writes "model name".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from probes.host.arm_cores import core_name

GENERIC_MODELS = ("armv", "aarch64 processor", "unknown")
"""Model names that say no more than the architecture does."""


@dataclass(frozen=True)
class CpuInfo:
    """The file as blocks: one mapping per processor, and what stands outside of them."""

    processors: tuple[Mapping[str, str], ...]
    common: Mapping[str, str]

    def first(self, *keys: str) -> str | None:
        """Value of the first key that the first processor, or the common part, has."""
        for fields in (*self.processors[:1], self.common):
            for key in keys:
                if fields.get(key):
                    return fields[key]
        return None

    def flags(self, *keys: str) -> frozenset[str]:
        """Flags that every processor has under one of `keys`; the common part counts for all."""
        sets = [
            frozenset(" ".join(fields[key] for key in keys if key in fields).split())
            for fields in self.processors
            if any(key in fields for key in keys)
        ]
        if sets:
            return frozenset.intersection(*sets)
        return frozenset(" ".join(self.common.get(key, "") for key in keys).split())


def parse(text: str) -> CpuInfo:
    r"""Split the file into processors and common fields.

    >>> info = parse("processor\t: 0\nmodel name\t: AMD  EPYC\n\nHardware\t: BCM2835\n")
    >>> len(info.processors), info.first("model name"), info.common["hardware"]
    (1, 'AMD EPYC', 'BCM2835')
    """
    processors: list[dict[str, str]] = []
    common: dict[str, str] = {}
    for block in text.replace("\r\n", "\n").split("\n\n"):
        fields = _fields(block)
        # "Processor" with a text is the header of old Arm kernels; a number opens a processor.
        if fields.get("processor", "").isdigit():
            processors.append(fields)
        else:
            common.update(fields)
    return CpuInfo(tuple(processors), common)


def _fields(block: str) -> dict[str, str]:
    """`key: value` lines of one block, runs of blanks made single; the first of a key counts."""
    fields: dict[str, str] = {}
    for line in block.splitlines():
        key, colon, value = line.partition(":")
        if colon:
            fields.setdefault(" ".join(key.lower().split()), " ".join(value.split()))
    return fields


def model(info: CpuInfo, board: str = "") -> str:
    """What to call the processor.

    Args:
        info: the parsed file.
        board: name of the board from the device tree, appended where there is one.

    Returns:
        The vendor's own name where the kernel gives one (x86, LoongArch, Phytium's kernels),
        otherwise the names of the Arm cores with their counts, otherwise the SoC or board.
    """
    named = info.first("model name", "cpu model")
    if named is not None and not named.lower().startswith(GENERIC_MODELS):
        return named
    name = _cores(info.processors) or info.first("uarch", "hardware", "cpu") or named or ""
    if board and board not in name:
        return f"{name} ({board})" if name else board
    return name or "unknown"


def _cores(processors: Sequence[Mapping[str, str]]) -> str:
    """Names of the Arm cores, the biggest cluster type first as the numbers order them.

    >>> _cores([{"cpu implementer": "0x41", "cpu part": "0xd0c"}])
    'Neoverse N1'
    >>> small, big = ({"cpu implementer": "0x41", "cpu part": p} for p in ("0xd05", "0xd0b"))
    >>> _cores([small, small, small, small, big, big])
    '2x Cortex-A76 + 4x Cortex-A55'
    """
    counts = Counter(
        (fields["cpu implementer"], fields["cpu part"])
        for fields in processors
        if "cpu implementer" in fields and "cpu part" in fields
    )
    if len(counts) == 1:
        return core_name(*next(iter(counts)))
    ordered = sorted(counts.items(), key=lambda item: item[0], reverse=True)
    return " + ".join(f"{number}x {core_name(*key)}" for key, number in ordered)


def representatives(info: CpuInfo) -> tuple[int, ...]:
    r"""Number of the first processor of each core type: enough to read the caches of all.

    >>> representatives(parse("processor: 0\ncpu part: 0xd05\n\nprocessor: 1\ncpu part: 0xd0b\n"))
    (0, 1)
    """
    seen: dict[tuple[str | None, str | None], int] = {}
    for fields in info.processors:
        kind = (fields.get("cpu implementer"), fields.get("cpu part"))
        seen.setdefault(kind, int(fields["processor"]))
    return tuple(seen.values()) or (0,)
