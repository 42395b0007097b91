"""A data set loaded whole against one that is mapped into memory: time to the first batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROWS, WIDTH, BATCH = 65_536, 1024, 64


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Write 256 MiB of tokens; a call opens the file and takes a batch from its middle."""
    import numpy as np

    file, rng = scratch / "tokens.npy", np.random.default_rng(0)
    mapped = np.lib.format.open_memmap(file, "w+", np.int32, (ROWS, WIDTH))
    for start in range(0, ROWS, 8192):
        mapped[start : start + 8192] = rng.integers(30_000, size=(8192, WIDTH), dtype=np.int32)
    mapped.flush()
    del mapped
    middle = ROWS // 2

    def call() -> int:
        data = np.load(file, mmap_mode="r" if variant == "mapped" else None)
        return int(data[middle : middle + BATCH].sum())

    call()
    return call
