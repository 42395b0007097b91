"""What ranks exchange, and how each of them checks it: the same for every framework.

Numbers are whole, so that their sum is exact in whatever order it is made.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PERIOD = 251
"""Values repeat after so many: a prime, so that no block of an exchange looks like another."""
AFRESH = 16
"""Exchanges in place after which the numbers begin anew: they grow by the number of ranks."""
PICKED = 16
"""Entries of an update that are told."""


def numbers(rank: int, count: int) -> Any:
    """What a rank brings: whole numbers, in float32."""
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    return (np.arange(count) % PERIOD + rank).astype(np.float32)


def summed(total: Any, ranks: int) -> Mapping[str, list[float]]:
    """How many numbers of an exchange are wrong on this rank, and the last one."""
    import numpy as np  # see numbers

    right = ranks * (np.arange(total.size) % PERIOD) + ranks * (ranks - 1) // 2
    return {"wrong": [float((total != right).sum())], "last": [float(total[-1])]}


def arrays(data: str) -> dict[str, Any]:
    """The weights and rows of a data-parallel step, by name."""
    import numpy as np  # see numbers

    with np.load(Path(data) / "inputs.npz", allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def rows_of(values: Mapping[str, Any], rank: int, ranks: int) -> tuple[Any, Any]:
    """A rank's part of the rows, and of their targets."""
    size = len(values["rows"]) // ranks
    mine = slice(rank * size, (rank + 1) * size)
    return values["rows"][mine], values["targets"][mine]


def updates(before: Sequence[Any], after: Sequence[Any], rate: float) -> dict[str, list[float]]:
    """By what a step moved each weight, over the learning rate: its norm, and some entries.

    `same` is a checksum of all weights, which has to be equal on all ranks, bit by bit.
    """
    import numpy as np  # see numbers

    found, check = {}, 0
    for number, (old, new) in enumerate(zip(before, after)):  # noqa: B905 - 3.9
        moved = (np.asarray(old, np.float64) - np.asarray(new, np.float64)).ravel() / rate
        picked = moved[:: max(1, moved.size // PICKED)][:PICKED]
        found[f"update{number}"] = [float(np.linalg.norm(moved)), *map(float, picked)]
        check = zlib.crc32(np.ascontiguousarray(new).tobytes(), check)
    return {**found, "same": [float(check)]}
