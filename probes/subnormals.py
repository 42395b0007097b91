"""Subnormal numbers in a case: so small that many CPUs compute with them far slower."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from probes.workloads.case import CaseFiles

FILES = ("weights.npz", "inputs.npz", "reference.npz")
MOST_BYTES = 2**26
"""Larger files are passed over: reading them would take longer than it is worth."""


def subnormal_share(case: CaseFiles) -> float:
    """Share of a case's numbers that are subnormal; 0 where nothing can be read."""
    return _share(case.directory)


@lru_cache(maxsize=64)
def _share(directory: Path) -> float:
    found = total = 0
    for name in FILES:
        for array in _arrays(directory / name):
            found += subnormals(array)
            total += array.size
    return found / total if total else 0.0


def subnormals(array: NDArray[Any]) -> int:
    """How many elements are not zero and smaller than the smallest normal number of their type.

    >>> subnormals(np.array([0.0, 1e-40, -1e-40, 1.0], dtype=np.float32))
    2
    >>> subnormals(np.array([1, 2]))
    0
    """
    if array.dtype.kind != "f":
        return 0
    size = np.abs(array)
    return int(np.count_nonzero((size > 0) & (size < np.finfo(array.dtype).tiny)))


def _arrays(path: Path) -> Iterator[NDArray[Any]]:
    try:
        if path.stat().st_size > MOST_BYTES:
            return
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            yield from (archive[name] for name in archive.files)
    except (OSError, ValueError, EOFError, BadZipFile):
        return
